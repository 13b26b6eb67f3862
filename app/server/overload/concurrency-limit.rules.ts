/** What was seen of a process since the last look. */
export type Load = {
  /** The most requests at one time that were worked on. */
  inFlight: number;
  /** Milliseconds by which the event loop came late, on average. */
  loopDelayMs: number;
  /** Milliseconds that somebody has waited for a turn of the event loop, or for a connection to the database. */
  queueAgeMs: number;
};

/**
 * The bounds of the limit. Eight at one time are enough to keep a core and the database busy; two hundred are more than can
 * wait without anybody noticing, and as many as their bodies have room for.
 */
export const LIMIT = { least: 8, most: 200 } as const;

/** From here on work only waits for other work: on the event loop, or for the database. Milliseconds. */
const CONGESTED = { loopDelayMs: 30, queueAgeMs: 100 } as const;

/** Fewer than these come at once also where all is well: a page's reader and their neighbours, a program with many questions. */
const CROWD = 64;

const isCongested = ({ loopDelayMs, queueAgeMs }: Load): boolean =>
  loopDelayMs > CONGESTED.loopDelayMs || queueAgeMs > CONGESTED.queueAgeMs;

/**
 * How many requests may be worked on from now on: additive increase, multiplicative decrease, as TCP finds out how much a
 * line carries (RFC 5681, section 3.1). Where work waits for other work it is half of what was in flight, and it grows by
 * its root where none does. A process that stands still for another reason (a neighbour on the machine, a collection of
 * garbage) has few requests at hand, far below its limit: they are not the cause, and it stays.
 */
export function nextLimit(limit: number, load: Load): number {
  if (!isCongested(load)) return Math.min(LIMIT.most, limit + Math.sqrt(limit));
  if (load.inFlight < Math.min(CROWD, limit / 2)) return limit;
  return Math.max(LIMIT.least, Math.min(limit, load.inFlight) / 2);
}
