import { z } from "zod";
import type { Operation } from "~/admin-kit/operations.server";
import { number, told } from "~/admin-kit/record-schema.server";
import { OWNER } from "~/features/auth/viewer.server";
import { paymentForm } from "~/features/billing/payments.schema.server";
import { captureShape, upgradeShape } from "~/features/billing/purchase.api.server";
import { memberSample, userReply } from "./response-schemas.server";

const purchase = { userId: memberSample.id, packageId: "b7f4c2d8-5a16-4c93-8e07-1d6a9f3b2c40" };

/** How memberships are bought, and what came in; specification, section 7. */
export const purchaseOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/subscription/upgrade",
    name: "startPurchase",
    who: "member",
    summary: "Start a purchase",
    about:
      "The order is stored with what it costs now, then the payment provider is asked. `userId` is your own: nobody buys for anybody else. 409 says that this plan cannot be bought at the moment.",
    body: { json: upgradeShape, sample: purchase },
    answers: [
      {
        status: 200,
        says: "Where to send the member.",
        form: z.strictObject({
          approvalUrl: told(
            z.url(),
            "The provider’s page.",
            "https://www.sandbox.paypal.com/checkoutnow?token=5O190127TN364715T",
          ),
        }),
      },
    ],
    refuses: [403, 404, 409, 429, 502],
  },
  {
    method: "POST",
    path: "/api/subscription/captureOrder",
    name: "capturePurchase",
    who: "member",
    summary: "Capture a purchase",
    about:
      "Asked any number of times it captures once and answers the same. What was bought is what the stored order says. 202: the provider is still checking; 402: it refused; 409: not approved yet.",
    body: { json: captureShape, sample: { orderId: "5O190127TN364715T", ...purchase } },
    answers: [
      { status: 200, says: "You have access.", form: userReply("Subscription activated!") },
      {
        status: 202,
        says: "The provider is still checking the payment.",
        form: userReply("PayPal is still checking this payment."),
      },
    ],
    refuses: [402, 403, 404, 409],
  },
  {
    method: "POST",
    path: "/api/subscription/payments",
    name: "listPayments",
    paged: true,
    who: { staff: OWNER },
    summary: "List payments",
    about: "A POST that only reads, as documented; it takes no body.",
    answers: [
      {
        status: 200,
        says: "The newest first, with the total of all that are COMPLETED.",
        form: z.strictObject({
          payments: z.array(paymentForm),
          totalAmount: number("All COMPLETED ones together, in dollars.", 14_210.5),
        }),
      },
    ],
  },
];
