import { log } from "./log.server";

/** The same message is logged once in this time, in milliseconds. */
const QUIET_MS = 10_000;

/** Recent messages. There are few, because each is a constant in the source. */
const recentMessages = new Map<string, { at: number; left: number }>();

/**
 * Logs an outage. During one, every attempt fails, hundreds per second, so the same message is written once
 * in ten seconds. `unwritten` counts the skipped lines.
 * @param now milliseconds of a monotonic clock
 */
export function logOutage(line: Record<string, unknown>, words: string, now = performance.now()): void {
  const before = recentMessages.get(words);
  if (before && now - before.at < QUIET_MS) {
    before.left += 1;
    return;
  }
  recentMessages.set(words, { at: now, left: 0 });
  log().warn(before?.left ? { ...line, unwritten: before.left } : line, words);
}
