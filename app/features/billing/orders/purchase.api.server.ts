import { json } from "@remix-run/node";
import { z } from "zod";
import { memberById, serializeMember } from "~/access/member-account.queries.server";
import { described } from "~/admin-kit/record-schema.server";
import { requireMember } from "~/auth/viewer.server";
import { readApiBody } from "~/web/accepted-names.server";
import { apiAction } from "~/web/api-replies.server";
import { AppError, parseOrThrow } from "~/web/app-error.server";
import { notFound } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { requiredMessage } from "~/web/required-message";
import { giftOfProviderOrder } from "../gifts/gifts.queries.server";
import { beginPurchase, finishPurchase, PURCHASE_TEXTS, type PurchaseOutcome } from "./purchase.server";

const requiredText = (name: string) =>
  z.string(`${name} must be text`).trim().min(1, requiredMessage(name)).max(100);

/** The request bodies for starting and capturing a purchase. */
const purchaseSchema = z.object({
  userId: requiredText("userId"),
  packageId: requiredText("packageId"),
});
export const upgradeSchema = purchaseSchema.extend({
  coupon: described(
    z.string("coupon must be text").trim().max(100).nullish(),
    "A coupon code, not case-sensitive. If it cannot be used for this plan, the answer is 409 and no purchase starts.",
  ),
  again: described(
    z.boolean("again must be true or false").nullish(),
    "If true, the purchase starts even if an earlier payment by the member may still be on its way. Otherwise the answer is 409 and no purchase starts.",
  ),
});
export const captureSchema = purchaseSchema.extend({ orderId: requiredText("orderId") });

/** `POST /api/subscription/upgrade` → `{ approvalUrl }`; specification, section 7. */
export function upgradeReply(args: RequestArgs): Promise<Response> {
  const handle = async () => {
    const { member, values } = await readPurchase(args, upgradeSchema);
    return json({
      approvalUrl: await beginPurchase(args, member, values.packageId, {
        coupon: values.coupon ?? "",
        again: values.again ?? false,
      }),
    });
  };
  return apiAction(args, ["POST"], handle, PURCHASE_TEXTS.initiate);
}

/** `POST /api/subscription/captureOrder` → `{ message, user }`. The stored order decides what was bought. */
export function captureReply(args: RequestArgs): Promise<Response> {
  const handle = async () => {
    const { member, values } = await readPurchase(args, captureSchema);
    const { state } = await finishPurchase(args, member, values.orderId);
    if (state !== "captured" && state !== "pending") throw unfinishedError(state);
    const account = await memberById(member.id);
    if (!account) throw notFound("Member not found.");
    if (state === "pending")
      return json({ message: "PayPal is still checking this payment.", user: serializeMember(account) }, 202);
    const gift = await giftOfProviderOrder(member.id, values.orderId);
    const message = gift ? "Your gift is on its way by email." : PURCHASE_TEXTS.done;
    return json({ message, user: serializeMember(account) });
  };
  return apiAction(args, ["POST"], handle, PURCHASE_TEXTS.finalize);
}

const STATUS_CODES = {
  failed: 402,
  "not approved": 409,
  "sent back": 409,
  foreign: 404,
  waiting: 503,
} as const;

/** Seconds after which a client may check a pending payment again. */
const WAITING_SECONDS = 60;

const unfinishedError = (state: Exclude<PurchaseOutcome["state"], "captured" | "pending">) =>
  new AppError(STATUS_CODES[state], PURCHASE_TEXTS.finalize, {
    retryAfter: state === "waiting" ? WAITING_SECONDS : undefined,
  });

/**
 * The buyer and the request body.
 * @throws AppError 422, or 403: members buy only for themselves
 */
async function readPurchase<Values extends { userId: string }>(args: RequestArgs, schema: z.ZodType<Values>) {
  const member = await requireMember(args);
  const values = parseOrThrow(schema, (await readApiBody(args)).values);
  if (values.userId.toLowerCase() !== member.id) throw new AppError(403, "You can only buy for yourself.");
  return { member, values };
}
