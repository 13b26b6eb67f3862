import { COUPON_STATES } from "db/entities/coupon";
import { z } from "zod";
import { described, recordId, recordSchema } from "~/admin-kit/record-schema.server";

const dayOrNull = (description: string, example: string) =>
  described(z.iso.date().nullable(), description, example);

/** A coupon in the API. Only staff can read it. */
export const couponSchema = recordSchema("Coupon", "A code that takes something off a price.", {
  code: described(z.string(), "In capitals.", "WELCOME20"),
  purpose: described(z.string(), "What it is for, in the words of staff.", "New readers in autumn"),
  percent: described(z.int().nullable(), "Off the price; null where it is an amount.", 20),
  amount: described(
    z.number().nullable(),
    "Off the price, in the currency’s unit; null where it is per cent.",
    null,
  ),
  currency: described(z.string().length(3), "Of the amount, by ISO 4217.", "USD"),
  packages: described(z.array(recordId), "The packages it is for; none are all that have a price.", []),
  mostUses: described(z.int().nullable(), "How often all together may use it; null for no limit.", 100),
  oncePerMember: described(z.boolean(), "Whether each member may use it once.", true),
  firstPurchase: described(z.boolean(), "Whether it is for a first purchase only.", false),
  fromDay: dayOrNull("Its first day at the site.", "2026-11-01"),
  throughDay: dayOrNull("Its last day at the site.", "2026-12-31"),
  active: described(z.boolean(), "Whether it is on.", true),
  uses: described(z.int(), "Uses that are taken: paid, or held by open orders.", 3),
  state: described(z.enum(COUPON_STATES), "What came of it by now.", "running"),
});
