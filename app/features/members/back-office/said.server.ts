import { data } from "@remix-run/node";
import { isDatabaseGone } from "db/orm.server";
import type { Asking } from "~/http/context.server";
import { log } from "~/http/log.server";
import { Refused } from "~/http/refusal.server";
import { redirectWithToast } from "~/http/toast.server";

/** What came of a small change made without a form of its own. */
export type Said = { done: string } | { refused: string; status: 409 | 422 };

const QUIETLY = "Nothing was changed. Please try again in a moment.";

/**
 * Answers a small change: on to `back` with a toast, or this page again with a quiet word on why not. What breaks is
 * logged; specification, section 8: user-subscription change failures.
 */
export async function sayOf(asking: Asking, back: string, change: () => Promise<Said>) {
  const page = (said: string, status: number, headers?: Record<string, string>) =>
    data({ said }, { status, headers });
  try {
    const said = await change();
    if ("refused" in said) return page(said.refused, said.status);
    return await redirectWithToast(back, { tone: "good", text: said.done });
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof Refused) {
      const { fieldErrors = {}, retryAfter } = error.details;
      const [first] = Object.values(fieldErrors);
      return page(first ?? error.message, error.status, retryAfter ? { "Retry-After": `${retryAfter}` } : {});
    }
    log().error({ requestId: asking.context.requestId, err: error }, "a change of a member failed");
    return page(QUIETLY, isDatabaseGone(error) ? 503 : 500);
  }
}
