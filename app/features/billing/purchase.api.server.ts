import { json } from "@remix-run/node";
import { z } from "zod";
import { memberById, memberWire } from "~/features/accounts/member.queries.server";
import { type MemberViewer, requireMember } from "~/features/auth/viewer.server";
import { apiReply, methodNotAllowed, retryHeader } from "~/web/replies.server";
import type { Asking } from "~/web/request-args.server";
import { readSubmission } from "~/web/submission.server";
import { firstErrors } from "~/web/validator";
import { beginPurchase, type Finished, finishPurchase, PURCHASE_TEXTS } from "./purchase.server";

const named = (name: string) =>
  z.string(`${name} must be text`).trim().min(1, `${name} is required`).max(100);

/** What starting and capturing a purchase take. */
export const upgradeShape = z.object({ userId: named("userId"), packageId: named("packageId") });
export const captureShape = upgradeShape.extend({ orderId: named("orderId") });

/** `POST /api/subscription/upgrade` → `{ approvalUrl }`; specification, section 7. */
export function upgradeReply(asking: Asking): Promise<Response> {
  return purchaseReply(
    asking,
    { shape: upgradeShape, failed: PURCHASE_TEXTS.initiate },
    async (member, { packageId }) => {
      const begun = await beginPurchase(asking, member, packageId);
      if ("approvalUrl" in begun) return json(begun);
      const { message, status, retryAfter } = begun;
      return json({ message }, { status, headers: retryHeader(retryAfter) });
    },
  );
}

/** `POST /api/subscription/captureOrder` → `{ message, user }`. What was bought is what the stored order says. */
export function captureReply(asking: Asking): Promise<Response> {
  return purchaseReply(
    asking,
    { shape: captureShape, failed: PURCHASE_TEXTS.finalize },
    async (member, { orderId }) => {
      const { state } = await finishPurchase(member, orderId);
      if (state !== "captured" && state !== "pending") return unfinished(state);
      const account = await memberById(member.id);
      if (!account) return json({ message: "There is no such member." }, 404);
      const message = state === "captured" ? PURCHASE_TEXTS.done : "PayPal is still checking this payment.";
      return json({ message, user: memberWire(account) }, state === "captured" ? 200 : 202);
    },
  );
}

const STATUS = { failed: 402, "not approved": 409, foreign: 404, waiting: 503 } as const;

function unfinished(state: Exclude<Finished["state"], "captured" | "pending">): Response {
  const headers: Record<string, string> = state === "waiting" ? { "Retry-After": "60" } : {};
  return json({ message: PURCHASE_TEXTS.finalize }, { status: STATUS[state], headers });
}

/** Nobody buys for anybody else; decisions.md, "API". */
function purchaseReply<Values extends { userId: string }>(
  asking: Asking,
  { shape, failed }: { shape: z.ZodType<Values>; failed: string },
  handle: (member: MemberViewer, values: Values) => Promise<Response>,
): Promise<Response> {
  const buy = async () => {
    if (asking.request.method !== "POST") return methodNotAllowed(["POST"]);
    const member = await requireMember(asking);
    const { values } = await readSubmission(asking.request);
    const read = shape.safeParse(values);
    if (!read.success) {
      const errors = firstErrors(read.error);
      return json({ message: Object.values(errors)[0] ?? "", errors }, 422);
    }
    if (read.data.userId.toLowerCase() !== member.id) {
      return json({ message: "You can only buy for yourself." }, 403);
    }
    return handle(member, read.data);
  };
  return apiReply(asking, buy, failed);
}
