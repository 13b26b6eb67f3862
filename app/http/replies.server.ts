import { json } from "@remix-run/node";
import { isDatabaseGone } from "db/orm.server";
import type { Asking } from "./context.server";
import { log } from "./log.server";

/** Seconds a client is asked to wait while the database is away. */
export const RETRY_AFTER_SECONDS = 5;

export const notFound = (message: string) => json({ message }, 404);

export const methodNotAllowed = (allow: readonly string[]) =>
  json(
    { message: `This address answers ${allow.join(", ")}.` },
    { status: 405, headers: { Allow: allow.join(", ") } },
  );

/**
 * Runs an API handler so that every end is JSON: what it returns, what it throws as a Response, and what breaks,
 * which the log names by the request's id.
 */
export async function apiReply({ context }: Asking, handle: () => Promise<Response>): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof Response) return error;
    if (isDatabaseGone(error)) {
      log().warn({ requestId: context.requestId, err: error }, "database away");
      return json(
        { message: "The site is taking a short break. Please try again." },
        { status: 503, headers: { "Retry-After": String(RETRY_AFTER_SECONDS) } },
      );
    }
    log().error({ requestId: context.requestId, err: error }, "api request failed");
    return json({ message: `Something went wrong. Mention ${context.requestId} if you write to us.` }, 500);
  }
}
