import { json } from "@remix-run/node";
import { z } from "zod";
import { memberById, serializeMember } from "~/features/accounts/member.queries.server";
import { type MemberViewer, requireMember } from "~/features/auth/viewer.server";
import { apiReply, methodNotAllowed, retryAfterHeader } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { readSubmission } from "~/web/submission.server";
import { firstErrors } from "~/web/validator";
import { beginPurchase, finishPurchase, PURCHASE_TEXTS, type PurchaseOutcome } from "./purchase.server";

const requiredText = (name: string) =>
  z.string(`${name} must be text`).trim().min(1, `${name} is required`).max(100);

/** What starting and capturing a purchase take. */
export const upgradeSchema = z.object({
  userId: requiredText("userId"),
  packageId: requiredText("packageId"),
});
export const captureSchema = upgradeSchema.extend({ orderId: requiredText("orderId") });

/** `POST /api/subscription/upgrade` → `{ approvalUrl }`; specification, section 7. */
export function upgradeReply(args: RequestArgs): Promise<Response> {
  return purchaseReply(
    args,
    { schema: upgradeSchema, failed: PURCHASE_TEXTS.initiate },
    async (member, { packageId }) => {
      const purchase = await beginPurchase(args, member, packageId);
      if ("approvalUrl" in purchase) return json(purchase);
      const { message, status, retryAfter } = purchase;
      return json({ message }, { status, headers: retryAfterHeader(retryAfter) });
    },
  );
}

/** `POST /api/subscription/captureOrder` → `{ message, user }`. What was bought is what the stored order says. */
export function captureReply(args: RequestArgs): Promise<Response> {
  return purchaseReply(
    args,
    { schema: captureSchema, failed: PURCHASE_TEXTS.finalize },
    async (member, { orderId }) => {
      const { state } = await finishPurchase(member, orderId);
      if (state !== "captured" && state !== "pending") return unfinishedReply(state);
      const account = await memberById(member.id);
      if (!account) return json({ message: "There is no such member." }, 404);
      const message = state === "captured" ? PURCHASE_TEXTS.done : "PayPal is still checking this payment.";
      return json({ message, user: serializeMember(account) }, state === "captured" ? 200 : 202);
    },
  );
}

const STATUS_CODES = { failed: 402, "not approved": 409, foreign: 404, waiting: 503 } as const;

function unfinishedReply(state: Exclude<PurchaseOutcome["state"], "captured" | "pending">): Response {
  const headers: Record<string, string> = state === "waiting" ? { "Retry-After": "60" } : {};
  return json({ message: PURCHASE_TEXTS.finalize }, { status: STATUS_CODES[state], headers });
}

/** Nobody buys for anybody else; decisions.md, "API". */
function purchaseReply<Values extends { userId: string }>(
  args: RequestArgs,
  { schema, failed }: { schema: z.ZodType<Values>; failed: string },
  handle: (member: MemberViewer, values: Values) => Promise<Response>,
): Promise<Response> {
  const buy = async () => {
    if (args.request.method !== "POST") return methodNotAllowed(["POST"]);
    const member = await requireMember(args);
    const { values } = await readSubmission(args.request);
    const parsed = schema.safeParse(values);
    if (!parsed.success) {
      const errors = firstErrors(parsed.error);
      return json({ message: Object.values(errors)[0] ?? "", errors }, 422);
    }
    if (parsed.data.userId.toLowerCase() !== member.id) {
      return json({ message: "You can only buy for yourself." }, 403);
    }
    return handle(member, parsed.data);
  };
  return apiReply(args, buy, failed);
}
