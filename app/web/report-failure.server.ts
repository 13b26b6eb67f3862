import { isDatabaseUnavailable } from "db/orm.server";
import { log } from "~/platform/log.server";
import { logAway } from "~/platform/log-away.server";
import { StorageUnavailableError } from "~/platform/storage.server";
import type { RequestArgs } from "./request-args.server";

/** Seconds a client is asked to wait while what we need is away. */
export const RETRY_AFTER_SECONDS = 5;

/** Said by the API while it cannot answer, where the specification has no words for it. */
export const SHORT_BREAK = "The site is taking a short break. Please try again.";

/** What broke while somebody waited for an answer. */
export type Failure = { status: 500 } | { status: 503; retryAfter: number };

/** What does not answer now and may soon, if that is what broke. */
export function awayOf(error: unknown): "database" | "picture store" | undefined {
  if (isDatabaseUnavailable(error)) return "database";
  return error instanceof StorageUnavailableError ? "picture store" : undefined;
}

/**
 * Writes down what broke, under the request's id, and says how to answer. That something is away is told to the server,
 * too, which then sends `Retry-After` for pages whose route has no headers of its own.
 * @param logMessage the log's words for it
 */
export function reportFailure(
  { context }: Pick<RequestArgs, "context">,
  error: unknown,
  logMessage: string,
): Failure {
  const { requestId } = context;
  const away = awayOf(error);
  if (!away) {
    log().error({ requestId, err: error }, logMessage);
    return { status: 500 };
  }
  logAway({ requestId, err: error }, `${logMessage}: ${away} away`);
  context.failure = { status: 503, retryAfterSeconds: RETRY_AFTER_SECONDS };
  return { status: 503, retryAfter: RETRY_AFTER_SECONDS };
}

/** Seconds as the header that asks for patience. */
export const retryAfterHeader = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { "Retry-After": String(seconds) };
