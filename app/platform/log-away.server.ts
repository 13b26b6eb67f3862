import { log } from "./log.server";

/** Milliseconds in which the same is said once. */
const QUIET_MS = 10_000;

/** What is said, by its words, of which there are few: each is a constant of the source. */
const said = new Map<string, { at: number; left: number }>();

/**
 * Says that something is away. Meanwhile everything that is tried finds that out anew, a hundred times a second, so the same words are
 * written once in ten seconds; `unwritten` counts the lines that were left out since.
 * @param now milliseconds of a clock that never goes back
 */
export function logAway(
  line: { requestId?: string; err: unknown },
  words: string,
  now = performance.now(),
): void {
  const before = said.get(words);
  if (before && now - before.at < QUIET_MS) {
    before.left += 1;
    return;
  }
  said.set(words, { at: now, left: 0 });
  log().warn(before?.left ? { ...line, unwritten: before.left } : line, words);
}
