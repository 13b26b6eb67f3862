import { redirect } from "@remix-run/node";
import { pageReply } from "~/web/form-replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { redirectWithToast } from "~/web/toast.server";

/** What came of a small change made without a form of its own. */
export type ActionResult =
  | { success: string }
  /** Nothing was done yet: there is a question, and this is its address. */
  | { asks: string };

const UNCHANGED_MESSAGE = "Nothing was changed. Please try again in a moment.";

/**
 * Answers a small change: on to `back` with a toast, or this page again with a quiet word on why not. What breaks is
 * logged; specification, section 8: user-subscription change failures.
 */
export function changeReply(args: RequestArgs, back: string, change: () => Promise<ActionResult>) {
  return pageReply(args, UNCHANGED_MESSAGE, async () => {
    const result = await change();
    if ("asks" in result) return redirect(result.asks, 303);
    return redirectWithToast(back, { tone: "good", text: result.success });
  });
}
