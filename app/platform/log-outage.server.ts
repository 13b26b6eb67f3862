import { log } from "./log.server";

/** An equal line is logged once in this time, in milliseconds. */
const QUIET_MS = 10_000;

/** Recent lines. There are few, because each part of a key is a constant in the source. */
const recentLines = new Map<string, { at: number; left: number }>();

/**
 * Logs an outage. During one, every attempt fails, hundreds per second, so an equal line is written once in ten
 * seconds. `unwritten` counts the skipped ones.
 * @param of what lines have in common that count as equal, along with the message
 * @param now milliseconds of a monotonic clock
 */
export function logOutage(
  line: Record<string, unknown>,
  message: string,
  { of = "", now = performance.now() } = {},
): void {
  const key = `${message} ${of}`;
  const before = recentLines.get(key);
  if (before && now - before.at < QUIET_MS) {
    before.left += 1;
    return;
  }
  recentLines.set(key, { at: now, left: 0 });
  log().warn(before?.left ? { ...line, unwritten: before.left } : line, message);
}
