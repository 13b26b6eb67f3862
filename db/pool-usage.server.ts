/** The current use of a pool of connections. */
export type PoolUsage = {
  used: number;
  free: number;
  /** The number of requests for a connection that wait. */
  waiting: number;
  /** Milliseconds that the first of them has waited. */
  longestWaitMs: number;
};

/** The parts of a `tarn` pool that this file uses. Each wait has a number. */
type WatchedPool = {
  numUsed(): number;
  numFree(): number;
  on(event: "acquireRequest" | "acquireSuccess" | "acquireFail", listener: (wait: number) => void): void;
};

/**
 * Records when each wait for a connection began. The pool itself knows only their number.
 * @param now milliseconds
 * @returns a function that returns the current use
 */
export function watchPool(pool: WatchedPool, now = () => performance.now()): () => PoolUsage {
  /** Start times by wait number. A map keeps its order, so the longest wait comes first. */
  const since = new Map<number, number>();
  const end = (wait: number) => void since.delete(wait);
  pool.on("acquireRequest", (wait) => void since.set(wait, now()));
  pool.on("acquireSuccess", end);
  pool.on("acquireFail", end);
  return () => {
    const [first] = since.values();
    const longestWaitMs = first === undefined ? 0 : now() - first;
    return { used: pool.numUsed(), free: pool.numFree(), waiting: since.size, longestWaitMs };
  };
}
