import { log } from "../log.server";
import { StorageUnavailableError } from "./storage-contract.server";

/** Milliseconds without requests to an unavailable store. */
const PAUSE_MS = 2_000;

/**
 * Keeps requests from queueing for an unavailable store, because each occupies a place that a page needs.
 * After a failed request the next ones fail immediately, except one every two seconds as a probe. The log has
 * a line when the store goes away and when it returns.
 */
export function outageGuard(now: () => number = () => performance.now()) {
  let closedUntil: number | undefined;
  return async function guarded<Result>(call: () => Promise<Result>): Promise<Result> {
    if (closedUntil !== undefined && now() < closedUntil)
      throw new StorageUnavailableError("The store did not answer a moment ago");
    if (closedUntil !== undefined) closedUntil = now() + PAUSE_MS;
    try {
      const result = await call();
      if (closedUntil !== undefined) log().warn("picture store answers again");
      closedUntil = undefined;
      return result;
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      if (closedUntil === undefined) log().error({ err: error }, "picture store away");
      closedUntil = now() + PAUSE_MS;
      throw error;
    }
  };
}
