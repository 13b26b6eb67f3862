import { log } from "../log.server";
import { StorageUnavailableError } from "./storage-contract.server";

/** How long a store that was found away is not asked again. Milliseconds. */
const PAUSE_MS = 2_000;

/**
 * Keeps callers from waiting one after the other for a store that is away: each of them holds a place in the server that
 * a page could have. After a call that found it away the next ones are told so at once, but for one every two seconds,
 * which tries. The log has a line when it goes and one when it comes back.
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
