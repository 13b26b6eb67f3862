import { z } from "zod";
import type { Operation } from "~/admin-kit/api-operations.server";
import { filterParams } from "~/admin-kit/list-filters.server";
import { described, number } from "~/admin-kit/record-schema.server";
import { rolesWith } from "~/auth/permissions.server";
import { captureSchema, upgradeSchema } from "~/features/billing/orders/purchase.api.server";
import { PAYMENT_FILTERS } from "~/features/billing/payments/payments.api.server";
import { paymentSchema } from "~/features/billing/payments/payments.schema.server";
import { memberExample, userResponse } from "./response-schemas.server";

const purchaseExample = { userId: memberExample.id, packageId: "b7f4c2d8-5a16-4c93-8e07-1d6a9f3b2c40" };

/** How memberships are bought, and what came in; specification, section 7. */
export const purchaseOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/subscription/upgrade",
    operationId: "startPurchase",
    limits: ["purchase"],
    audience: "member",
    summary: "Start a purchase",
    description:
      "Stores the order at the current price, then sends it to the payment provider. `userId` must be your own. The response is 409 if this plan cannot be bought at the moment, or not with this coupon.",
    body: { json: upgradeSchema, example: purchaseExample },
    responses: [
      {
        status: 200,
        description: "Where to send the member.",
        schema: z.strictObject({
          approvalUrl: described(
            z.url(),
            "The payment provider’s approval page.",
            "https://www.sandbox.paypal.com/checkoutnow?token=5O190127TN364715T",
          ),
        }),
      },
    ],
    errorStatuses: [403, 404, 409, 502],
  },
  {
    method: "POST",
    path: "/api/subscription/captureOrder",
    operationId: "capturePurchase",
    repeats: "harmless",
    audience: "member",
    summary: "Capture a purchase",
    description:
      "You can repeat the request: the payment is captured only once, and the response is the same. The stored order determines the purchased items. 202: the provider is still checking; 402: the provider refused the payment; 409: the member has not approved it yet.",
    body: { json: captureSchema, example: { orderId: "5O190127TN364715T", ...purchaseExample } },
    responses: [
      { status: 200, description: "You have access.", schema: userResponse("Subscription activated!") },
      {
        status: 202,
        description: "The provider is still checking the payment.",
        schema: userResponse("PayPal is still checking this payment."),
      },
    ],
    errorStatuses: [402, 403, 404, 409],
  },
  {
    method: "POST",
    path: "/api/subscription/payments",
    operationId: "listPayments",
    repeats: "harmless",
    paged: true,
    query: filterParams(PAYMENT_FILTERS),
    audience: { staff: rolesWith("payments.read") },
    summary: "List payments",
    description: "Only reads data, although it is a POST. It has no body.",
    responses: [
      {
        status: 200,
        description: "Newest first, with the total of all COMPLETED payments.",
        schema: z.strictObject({
          payments: z.array(paymentSchema),
          totalAmount: number("The total of all COMPLETED payments, in dollars.", 14_210.5),
        }),
      },
    ],
  },
];
