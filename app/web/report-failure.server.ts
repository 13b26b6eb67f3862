import { isDatabaseUnavailable } from "db/orm.server";
import { log } from "~/platform/log.server";
import { logAway } from "~/platform/log-away.server";
import { StorageUnavailableError } from "~/platform/storage.server";
import type { RequestArgs, RequestContext } from "./request-args.server";

/** Seconds a client is asked to wait while what we need is away. */
export const RETRY_AFTER_SECONDS = 5;

/** Said by the API while it cannot answer, where the specification has no words for it. */
export const SHORT_BREAK = "The site is taking a short break. Please try again.";

/** What does not answer now and may soon, if that is what broke. */
export function awayOf(error: unknown): "database" | "picture store" | undefined {
  if (isDatabaseUnavailable(error)) return "database";
  return error instanceof StorageUnavailableError ? "picture store" : undefined;
}

/** Tells the server that what the request needs is away: the reply is a 503 with `Retry-After`. */
export function markAway(context: RequestContext): void {
  context.failureStatus = 503;
  context.retryAfterSeconds = RETRY_AFTER_SECONDS;
}

/**
 * Logs what broke, under the request's id.
 * @param logMessage the log's words for it
 * @returns the status of the reply
 */
export function reportFailure(
  { context }: Pick<RequestArgs, "context">,
  error: unknown,
  logMessage: string,
): 500 | 503 {
  const { requestId } = context;
  const away = awayOf(error);
  if (!away) {
    log().error({ requestId, err: error }, logMessage);
    return 500;
  }
  logAway({ requestId, err: error }, `${logMessage}: ${away} away`);
  markAway(context);
  return 503;
}
