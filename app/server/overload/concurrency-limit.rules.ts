/** Measurements since the last check. */
export type Load = {
  /** The highest number of simultaneous requests. */
  inFlight: number;
  /** Average delay of the event loop, in milliseconds. */
  loopDelayMs: number;
  /** Longest wait for the event loop queue or a database connection, in milliseconds. */
  queueAgeMs: number;
};

/**
 * Bounds of the limit. Eight requests keep a core and the database busy; with two hundred, waiting becomes
 * noticeable, and their bodies fill the memory.
 */
export const LIMIT = { least: 8, most: 200 } as const;

/** Delay in milliseconds beyond which requests only wait for each other. */
const CONGESTED = { loopDelayMs: 30, queueAgeMs: 100 } as const;

/** Fewer simultaneous requests are normal without any overload. */
const CROWD = 64;

const isCongested = ({ loopDelayMs, queueAgeMs }: Load): boolean =>
  loopDelayMs > CONGESTED.loopDelayMs || queueAgeMs > CONGESTED.queueAgeMs;

/**
 * The new limit: additive increase, multiplicative decrease, like TCP's congestion control (RFC 5681, section
 * 3.1). When requests wait for each other, it becomes half of those in flight; otherwise it grows by its
 * square root. A process that stalls for another reason (a busy machine, garbage collection) has few
 * requests, far below the limit, and the limit stays.
 */
export function nextLimit(limit: number, load: Load): number {
  if (!isCongested(load)) return Math.min(LIMIT.most, limit + Math.sqrt(limit));
  if (load.inFlight < Math.min(CROWD, limit / 2)) return limit;
  return Math.max(LIMIT.least, Math.min(limit, load.inFlight) / 2);
}
