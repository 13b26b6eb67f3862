/** How a pool of connections is used at this moment. */
export type PoolUsage = {
  used: number;
  free: number;
  /** Who waits for one. */
  waiting: number;
  /** Milliseconds that the first of those has waited. */
  longestWaitMs: number;
};

/** What is used here of the pool of the `tarn` package. Each wait has a number. */
type WatchedPool = {
  numUsed(): number;
  numFree(): number;
  on(event: "acquireRequest" | "acquireSuccess" | "acquireFail", listener: (wait: number) => void): void;
};

/**
 * Follows who waits for a connection of a pool, which itself knows only how many do.
 * @param now milliseconds
 * @returns what tells how it is used
 */
export function watchPool(pool: WatchedPool, now = () => performance.now()): () => PoolUsage {
  /** Moments by the number of the wait. Maps keep their order, so the longest comes first. */
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
