import { PAYMENT_STATUSES } from "db/entities/payment";
import { z } from "zod";
import { moment, momentOrNull, number, recordId, told } from "~/admin-kit/record-schema.server";

const payer = z.strictObject({
  _id: told(recordId, "The same as `id`."),
  id: recordId,
  email: told(z.string(), "The member’s address.", "reader@demo.test"),
  firstname: told(z.string(), "First name.", "Paul"),
  lastname: told(z.string(), "Last name.", "Merriweather"),
});

/** A payment as the API gives it; specification, section 3. */
export const paymentForm = z
  .strictObject({
    _id: told(recordId, "The same as `id`."),
    id: recordId,
    user: told(payer, "Who paid."),
    plan: told(z.string(), "What the plan was called when it was bought.", "Premium"),
    amount: number("In the currency’s unit: 29 is $29.", 29),
    currency: told(z.string().length(3), "The currency, by ISO 4217.", "USD"),
    status: told(z.enum(PAYMENT_STATUSES), "A refund leaves it COMPLETED.", "COMPLETED"),
    paymentMethod: told(z.string(), "How it was paid.", "paypal"),
    paymentDate: moment("When it was paid.", "2026-07-16T09:12:44.000Z"),
    expiresAt: momentOrNull(
      "When the access it gave ends, with the days of a referral in it.",
      "2026-08-15T09:12:44.000Z",
    ),
    bonusDays: number("Days in it that were not bought: those of a referral.", 0),
    refundedAt: momentOrNull("When it was given back.", null),
    createdAt: moment("When it was recorded.", "2026-07-16T09:12:45.310Z"),
  })
  .meta({ id: "Payment", description: "Money that came in, or is on its way." });
