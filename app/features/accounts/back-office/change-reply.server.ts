import { redirect } from "@remix-run/node";
import { pageReply } from "~/web/form-replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { redirectWithToast } from "~/web/toast.server";

/** The result of a small change made without its own form. */
export type ActionResult =
  | { success: string }
  /** Nothing has changed yet: staff must first answer the question at this address. */
  | { asks: string };

const UNCHANGED_MESSAGE = "Nothing was changed. Please try again in a moment.";

/**
 * Replies to a small change: redirects to `back` with a toast, or renders this page again with the error.
 * Unexpected errors are logged; specification, section 8: user-subscription change failures.
 */
export function changeReply(args: RequestArgs, back: string, change: () => Promise<ActionResult>) {
  return pageReply(args, UNCHANGED_MESSAGE, async () => {
    const result = await change();
    if ("asks" in result) return redirect(result.asks, 303);
    return redirectWithToast(back, { tone: "good", text: result.success });
  });
}
