import { isDatabaseUnavailable } from "db/orm.server";
import { log } from "~/platform/log.server";
import { logOutage } from "~/platform/log-outage.server";
import { StorageUnavailableError } from "~/platform/storage.server";
import type { RequestArgs, RequestContext } from "./request-args.server";

/** Seconds after which a client should retry during an outage. */
export const RETRY_AFTER_SECONDS = 5;

/** The API's message during an outage, where the specification has none. */
export const SHORT_BREAK = "The site is temporarily unavailable. Please try again.";

/** The unavailable service that caused an error, if that is the cause. */
export function unavailableService(error: unknown): "database" | "picture store" | undefined {
  if (isDatabaseUnavailable(error)) return "database";
  return error instanceof StorageUnavailableError ? "picture store" : undefined;
}

/** Tells the server that what the request needs is away: the reply is a 503 with `Retry-After`. */
export function markAway(context: RequestContext): void {
  context.failureStatus = 503;
  context.retryAfterSeconds = RETRY_AFTER_SECONDS;
}

/**
 * Logs a failure with the request id.
 * @param logMessage the log message
 * @returns the status of the reply
 */
export function reportFailure(
  { context }: Pick<RequestArgs, "context">,
  error: unknown,
  logMessage: string,
): 500 | 503 {
  const { requestId } = context;
  const away = unavailableService(error);
  if (!away) {
    log().error({ requestId, err: error }, logMessage);
    return 500;
  }
  logOutage({ requestId, err: error }, `${logMessage}: ${away} away`);
  markAway(context);
  return 503;
}
