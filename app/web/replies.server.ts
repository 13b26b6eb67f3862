import { json, redirect } from "@remix-run/node";
import { isDatabaseUnavailable } from "db/orm.server";
import { log } from "~/platform/log.server";
import type { RequestArgs } from "./request-args.server";

/** Seconds a client is asked to wait while the database is away. */
export const RETRY_AFTER_SECONDS = 5;

export const notFound = (message: string) => json({ message }, 404);

export const methodNotAllowed = (allow: readonly string[]) =>
  json(
    { message: `This address answers ${allow.join(", ")}.` },
    { status: 405, headers: { Allow: allow.join(", ") } },
  );

/**
 * For the loader of an address that forms are posted to: whoever opens it is led to the page that it belongs to. That page
 * is drawn at this address after a change that was refused, and then the loader has nothing to say.
 * @throws a redirect
 */
export function redirectVisit({ context }: Pick<RequestArgs, "context">, page: string): null {
  if (context.method === "POST") return null;
  throw redirect(page);
}

/** What broke while somebody waited for an answer. */
export type Failure = { status: 500 } | { status: 503; retryAfter: number };

/**
 * Writes down what broke, under the request's id, and says how to answer. That a database is away is told to the server,
 * too, which then sends `Retry-After` for pages whose route has no headers of its own.
 * @param logMessage the log's words for it
 */
export function reportFailure(
  { context }: Pick<RequestArgs, "context">,
  error: unknown,
  logMessage: string,
): Failure {
  const { requestId } = context;
  if (!isDatabaseUnavailable(error)) {
    log().error({ requestId, err: error }, logMessage);
    return { status: 500 };
  }
  log().warn({ requestId, err: error }, `${logMessage}: database away`);
  context.failure = { status: 503, retryAfterSeconds: RETRY_AFTER_SECONDS };
  return { status: 503, retryAfter: RETRY_AFTER_SECONDS };
}

/** Seconds as the header that asks for patience. */
export const retryAfterHeader = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { "Retry-After": String(seconds) };

/**
 * Runs an API handler so that every end is JSON: what it returns, what it throws as a Response, and what breaks,
 * which the log names by the request's id.
 * @param failed the specification's words for what breaks, where it has some
 */
export async function apiReply(
  args: RequestArgs,
  handle: () => Promise<Response>,
  failed?: string,
): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof Response) return error;
    const failure = reportFailure(args, error, failed ?? "api request failed");
    if (failure.status === 503) {
      const message = failed ?? "The site is taking a short break. Please try again.";
      return json({ message }, { status: 503, headers: retryAfterHeader(failure.retryAfter) });
    }
    const { requestId } = args.context;
    return json(
      { message: failed ?? `Something went wrong. Mention ${requestId} if you write to us.` },
      { status: 500 },
    );
  }
}
