import * as z from "zod/mini";

/** As long as what was chosen is kept for whoever is asked to sign in, in minutes. */
export const INTENT_MINUTES = 60;

const plan = z.object({
  kind: z.literal("plan"),
  packageId: z.string(),
  /** What the plan cost when it was selected, with its coupon: an exact decimal. */
  amount: z.string(),
  currency: z.string(),
  days: z.number(),
  /** As it counted for that price. */
  coupon: z.optional(z.string()),
  /** The page whose lock led to the plans. */
  from: z.optional(z.string()),
});

/** A page of this site that asks who one is, with its question. */
const page = z.object({ kind: z.literal("page"), path: z.string() });

/** What somebody was about to do. No address of another site fits in. */
export const intentSchema = z.union([plan, page]);
export type Intent = z.output<typeof intentSchema>;
export type PlanIntent = z.output<typeof plan>;

/** What is for sale now, as the choice says it. */
type Offer = Pick<PlanIntent, "amount" | "currency" | "days">;

/** Whether a plan is still what was selected: nobody is led to pay another price than the one they saw. */
export const isSameOffer = (chosen: Offer, now: Offer): boolean =>
  Number(chosen.amount) === Number(now.amount) &&
  chosen.currency === now.currency &&
  chosen.days === now.days;
