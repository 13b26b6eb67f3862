import { data, redirect } from "@remix-run/node";
import { answerOf, sentenceOf, unlessRefused } from "~/web/errors.server";
import type { Asking } from "~/web/request-args.server";
import { redirectWithToast } from "~/web/toast.server";

/** What came of a small change made without a form of its own. */
export type Said =
  | { done: string }
  | { refused: string; status: 409 | 422 }
  /** Nothing was done yet: there is a question, and this is its address. */
  | { asks: string };

const QUIETLY = "Nothing was changed. Please try again in a moment.";

/**
 * Answers a small change: on to `back` with a toast, or this page again with a quiet word on why not. What breaks is
 * logged; specification, section 8: user-subscription change failures.
 */
export function sayOf(asking: Asking, back: string, change: () => Promise<Said>) {
  const handle = async () => {
    const said = await change();
    if ("asks" in said) return redirect(said.asks, 303);
    if ("refused" in said) return data({ said: said.refused }, { status: said.status });
    return redirectWithToast(back, { tone: "good", text: said.done });
  };
  return unlessRefused(asking, QUIETLY, handle, (refused) =>
    data({ said: sentenceOf(refused) }, answerOf(refused)),
  );
}
