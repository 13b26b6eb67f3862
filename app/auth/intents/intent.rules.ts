import * as z from "zod/mini";

/** How long an intent is stored while its visitor signs in, in minutes. */
export const INTENT_MINUTES = 60;

const plan = z.object({
  kind: z.literal("plan"),
  packageId: z.string(),
  /** The price when the plan was selected, coupon included: an exact decimal. */
  amount: z.string(),
  currency: z.string(),
  days: z.number(),
  /** The coupon that was included in the price. */
  coupon: z.optional(z.string()),
  /** The page whose paywall led to the plans. */
  from: z.optional(z.string()),
});

/** A page of this site that requires sign-in, with its query. */
const page = z.object({ kind: z.literal("page"), path: z.string() });

/** What the visitor was about to do. Addresses of other sites are impossible. */
export const intentSchema = z.union([plan, page]);
export type Intent = z.output<typeof intentSchema>;
export type PlanIntent = z.output<typeof plan>;

/** The current offer, in the format of the intent. */
type Offer = Pick<PlanIntent, "amount" | "currency" | "days">;

/** Whether the offer still equals the selected one. Nobody pays another price than the one they saw. */
export const isSameOffer = (chosen: Offer, now: Offer): boolean =>
  Number(chosen.amount) === Number(now.amount) &&
  chosen.currency === now.currency &&
  chosen.days === now.days;
