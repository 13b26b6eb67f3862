import { COUPON_STATES } from "db/entities/coupon";
import { z } from "zod";
import { described, recordId, recordSchema } from "~/admin-kit/record-schema.server";

const dayOrNull = (description: string, example: string) =>
  described(z.iso.date().nullable(), description, example);

/** A coupon in the API. Only staff can read it. */
export const couponSchema = recordSchema("Coupon", "A code that reduces a price.", {
  code: described(z.string(), "The code, in capitals.", "WELCOME20"),
  purpose: described(z.string(), "Its purpose, as staff describe it.", "New readers in autumn"),
  percent: described(z.int().nullable(), "Percentage off the price; null if it is an amount.", 20),
  amount: described(
    z.number().nullable(),
    "Amount off the price, in units of the currency, not cents; null if it is a percentage.",
    null,
  ),
  currency: described(z.string().length(3), "The currency of the amount (ISO 4217).", "USD"),
  packages: described(z.array(recordId), "The packages it applies to; empty for all with a price.", []),
  mostUses: described(
    z.int().nullable(),
    "How many times it may be used across all members; null for no limit.",
    100,
  ),
  oncePerMember: described(z.boolean(), "Whether each member may use it once.", true),
  firstPurchase: described(z.boolean(), "Whether it is for a first purchase only.", false),
  fromDay: dayOrNull("Its first day, in the site’s time zone.", "2026-11-01"),
  throughDay: dayOrNull("Its last day, in the site’s time zone.", "2026-12-31"),
  active: described(z.boolean(), "Whether it is active.", true),
  uses: described(z.int(), "Uses so far: paid, or held by open orders.", 3),
  state: described(z.enum(COUPON_STATES), "Its current state.", "running"),
});
