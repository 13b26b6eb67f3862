import { json } from "@remix-run/node";
import { isDatabaseGone } from "db/orm.server";
import { type MemberViewer, requireMember } from "~/features/auth/viewer.server";
import { breakage } from "~/web/replies.server";
import type { Asking } from "~/web/request-args.server";
import { redirectWithToast, type Toast } from "~/web/toast.server";
import { cancelPurchase, type Finished, finishPurchase, PURCHASE_TEXTS } from "./purchase.server";

const failed = (more = ""): Toast => ({ tone: "bad", text: PURCHASE_TEXTS.finalize + more });

const TOASTS: Record<Finished["state"] | "broken", Toast> = {
  captured: { tone: "good", text: PURCHASE_TEXTS.done },
  pending: {
    tone: "good",
    text: "PayPal is still checking this payment. Your access begins as soon as it is through.",
    timeout: 15_000,
  },
  waiting: failed(" yet: PayPal has not answered. We keep asking, and you will not pay twice."),
  broken: failed(" yet. We keep trying, and you will not pay twice."),
  failed: failed(),
  foreign: failed(),
  "not approved": failed(": the payment was not approved."),
};

/**
 * What breaks on our side is tried again later, like what the provider keeps waiting. While the database is away the
 * address stays, so that loading it again finishes the purchase.
 */
async function finish(asking: Asking, member: MemberViewer, token: string): Promise<keyof typeof TOASTS> {
  try {
    return (await finishPurchase(member, token)).state;
  } catch (error) {
    if (isDatabaseGone(error)) throw error;
    breakage(asking, error, PURCHASE_TEXTS.finalize);
    return "broken";
  }
}

const CANCELLED: Toast = { tone: "bad", text: "The purchase was cancelled. Nothing was paid." };

/**
 * What brings a buyer back to `/subscription` from the provider's page, with `token`, `userId` and `packageId`:
 * finishes the purchase, or keeps it cancelled, and clears the query string by a redirect. Any other visit passes.
 * The package in the address decides nothing: what was bought is what the stored order says.
 * @throws a redirect always, or 403 when somebody else is signed in than who bought
 */
export async function returnFromProvider(asking: Asking): Promise<void> {
  const search = new URL(asking.request.url).searchParams;
  const token = search.get("token");
  const userId = search.get("userId");
  // A HEAD looks at the page and finishes nothing.
  if (token === null || userId === null || asking.request.method === "HEAD") return;
  const member = await requireMember(asking);
  if (userId.toLowerCase() !== member.id) {
    throw json({ message: "This purchase belongs to another account." }, 403);
  }
  if (search.has("cancelled")) {
    await cancelPurchase(member, token);
    throw await redirectWithToast("/subscription", CANCELLED);
  }
  throw await redirectWithToast("/subscription", TOASTS[await finish(asking, member, token)]);
}
