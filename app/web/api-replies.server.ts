import { json } from "@remix-run/node";
import { assertKnownParams } from "./accepted-names.server";
import { AppError, errorMessage, noteRetryAfter } from "./app-error.server";
import { assertNoConditions } from "./conditions.server";
import { withDeprecationFields } from "./deprecation-fields.server";
import { inRequestedForm } from "./problem-json.server";
import { withRateLimitFields } from "./rate-limit-fields.server";
import { methodNotAllowed } from "./replies.server";
import { reportFailure, SHORT_BREAK } from "./report-failure.server";
import type { RequestArgs } from "./request-args.server";

/** Runs `handle`; an AppError becomes JSON with its status. */
export async function withJsonErrors(
  args: Pick<RequestArgs, "context">,
  handle: () => Promise<Response>,
): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    noteRetryAfter(args, error);
    const { fieldErrors: errors, conflict } = error.details;
    // JSON omits undefined values.
    return json({ message: errorMessage(error), errors, current: conflict?.record }, error.status);
  }
}

/** Runs an API handler for these methods. @param failed as for `apiReply` */
export function apiAction(
  args: RequestArgs,
  methods: readonly string[],
  handle: () => Promise<Response>,
  failed?: string,
): Promise<Response> {
  const answer = async () => {
    if (!methods.includes(args.request.method)) return methodNotAllowed(methods);
    const reply = await withJsonErrors(args, handle);
    reply.headers.set("Cache-Control", "no-store");
    return reply;
  };
  return apiReply(args, answer, failed);
}

/**
 * Runs an API handler and always answers JSON: its result, an expected failure, a thrown Response, or a
 * failure that is logged with the request id. Query parameters that the address does not have are refused, and what ends
 * is announced.
 * @param failed the specification's message for a failure, if it has one
 */
export async function apiReply(
  args: RequestArgs,
  handle: () => Promise<Response>,
  failed?: string,
): Promise<Response> {
  const reply = await withRateLimitFields(args, () => plainReply(args, handle, failed));
  return withDeprecationFields(args, await inRequestedForm(args.request, reply));
}

async function plainReply(
  args: RequestArgs,
  handle: () => Promise<Response>,
  failed: string | undefined,
): Promise<Response> {
  try {
    return await withJsonErrors(args, async () => {
      assertKnownParams(args);
      assertNoConditions(args);
      return handle();
    });
  } catch (error) {
    if (error instanceof Response) return error;
    const status = reportFailure(args, error, failed ?? "api request failed");
    const { requestId } = args.context;
    const message = `Something went wrong. If you contact us, quote ${requestId}.`;
    return json({ message: failed ?? (status === 503 ? SHORT_BREAK : message) }, status);
  }
}
