import { PAYMENT_STATUSES } from "db/entities/payment";
import { z } from "zod";
import { described, number, recordId, timestamp, timestampOrNull } from "~/admin-kit/record-schema.server";

const payerSchema = z.strictObject({
  _id: described(recordId, "The same as `id`."),
  id: recordId,
  email: described(z.string(), "The member’s email.", "reader@demo.test"),
  firstname: described(z.string(), "First name.", "Paul"),
  lastname: described(z.string(), "Last name.", "Merriweather"),
});

/** A payment as the API gives it; specification, section 3. */
export const paymentSchema = z
  .strictObject({
    _id: described(recordId, "The same as `id`."),
    id: recordId,
    user: described(payerSchema, "Who paid."),
    plan: described(z.string(), "The plan’s name when it was bought.", "Premium"),
    amount: number("In units of the currency, not cents: 29 is $29.", 29),
    currency: described(z.string().length(3), "The currency (ISO 4217).", "USD"),
    status: described(z.enum(PAYMENT_STATUSES), "Stays COMPLETED after a refund.", "COMPLETED"),
    paymentMethod: described(z.string(), "How it was paid.", "paypal"),
    paymentDate: timestamp("When it was paid.", "2026-07-16T09:12:44.000Z"),
    expiresAt: timestampOrNull(
      "When the access it bought ends, including referral days.",
      "2026-08-15T09:12:44.000Z",
    ),
    bonusDays: number("Referral days included in that access.", 0),
    discount: number("What a coupon took off the price; the full price is amount plus discount.", 0),
    coupon: described(z.string().nullable(), "The coupon’s code.", null),
    refundedAt: timestampOrNull("When it was refunded.", null),
    createdAt: timestamp("When it was recorded.", "2026-07-16T09:12:45.310Z"),
  })
  .meta({ id: "Payment", description: "Money that was received, or is on its way." });
