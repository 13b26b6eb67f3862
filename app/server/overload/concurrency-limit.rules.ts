/** What was seen of a process since the last look. */
export type Load = {
  /** The most requests at one time that were worked on. */
  inFlight: number;
  /** Milliseconds by which the event loop came late, on average. */
  loopDelayMs: number;
  /** Milliseconds that somebody has waited for a connection to the database. */
  queueAgeMs: number;
};

/**
 * The bounds of the limit. Eight at one time are enough to keep a core and the database busy; two hundred are more than can
 * wait without anybody noticing, and as many as their bodies have room for.
 */
export const LIMIT = { least: 8, most: 200 } as const;

/** From here on work only waits for other work: on the event loop, or for the database. Milliseconds. */
const CONGESTED = { loopDelayMs: 30, queueAgeMs: 100 } as const;

const isCongested = ({ loopDelayMs, queueAgeMs }: Load): boolean =>
  loopDelayMs > CONGESTED.loopDelayMs || queueAgeMs > CONGESTED.queueAgeMs;

/**
 * How many requests may be worked on from now on: additive increase, multiplicative decrease, as TCP finds out how much a
 * line carries (RFC 5681, section 3.1). It is halved where work waits for other work, and grows by its root where none does.
 * A process that stands still for another reason (a neighbour on the machine, a collection of garbage) has few requests at
 * hand, far below its limit, which would be none of the cause.
 */
export function nextLimit(limit: number, load: Load): number {
  if (!isCongested(load)) return Math.min(LIMIT.most, limit + Math.sqrt(limit));
  return load.inFlight < limit / 2 ? limit : Math.max(LIMIT.least, limit / 2);
}
