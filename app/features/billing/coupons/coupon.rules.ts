import { formatMoney } from "~/ui/format";
import { formatCents, hasDecimals, parseCents } from "../money.rules";

/** What a coupon takes off: a percentage, or an amount in its currency. */
export type CouponDiscount = { percent: number | null; amount: string | null; currency: string };

/**
 * Why a code does not apply. `unknown` includes codes that ended, have not started or were switched off: the
 * site does not reveal which.
 */
export type CouponRefusal =
  | "unknown"
  | "another plan"
  | "another currency"
  | "too much"
  | "too little"
  | "used up"
  | "used before"
  | "not the first";

/** `amount` is the price to pay. Both are exact decimals. */
export type Reduced = { amount: string; discount: string };

const CODE = /^[A-Z0-9-]{3,40}$/;

/** A code as it is stored and compared: trimmed, in capitals. */
export const couponCode = (typed: string): string => typed.trim().toUpperCase();

/** Whether a code has a valid shape: three to forty letters, digits and hyphens. */
export const isCouponCode = (code: string): boolean => CODE.test(code);

/**
 * Applies a coupon to a price. Percentages round half up: to the cent, or to the whole unit in currencies
 * that PayPal takes without decimals. A coupon that leaves nothing to pay, or takes nothing off, is refused.
 * @param price exact decimal with two places
 */
export function discountedPrice(
  coupon: CouponDiscount,
  { price, currency }: { price: string; currency: string },
): Reduced | CouponRefusal {
  if (coupon.amount !== null && coupon.currency !== currency) return "another currency";
  const cents = parseCents(price);
  const unit = hasDecimals(currency) ? 1n : 100n;
  const discount =
    coupon.amount === null ? percentage(cents, coupon.percent ?? 0, unit) : parseCents(coupon.amount);
  if (discount <= 0n || discount % unit !== 0n) return "too little";
  if (discount >= cents) return "too much";
  return { amount: formatCents(cents - discount), discount: formatCents(discount) };
}

/** A percentage of an amount in whole units, rounded half up. */
const percentage = (cents: bigint, percent: number, unit: bigint): bigint =>
  ((2n * cents * BigInt(percent) + 100n * unit) / (200n * unit)) * unit;

/** Messages for a code that does not apply. An unknown code is not repeated in its message. */
const REFUSAL_TEXTS: Record<CouponRefusal, (code: string) => string> = {
  unknown: () => "This code is not valid, or is not valid at the moment.",
  "another plan": (code) => `${code} cannot be used for this plan.`,
  "another currency": (code) => `${code} is for prices in a different currency.`,
  "too much": (code) => `${code} is worth at least the price of this plan, so you can’t use it here.`,
  "too little": (code) => `${code} does not reduce this price.`,
  "used up": (code) => `${code} has reached its usage limit.`,
  "used before": (code) => `You have already used ${code}. Each member can use it once.`,
  "not the first": (code) => `${code} is for first purchases only.`,
};

/** The message for a code as the reader typed it. */
export const refusalText = (refusal: CouponRefusal, typed: string): string =>
  REFUSAL_TEXTS[refusal](couponCode(typed));

export type CouponUse = { mostUses: number | null; oncePerMember: boolean; firstPurchase: boolean };

/** How far a coupon is used at this moment. `used` counts up to `mostUses`. */
export type UseSoFar = { used: number; usedBefore: boolean; hasPaid: boolean };

/** Why this buyer may not use the coupon. Undefined if they may. */
export function refusalOfUse(
  { mostUses, oncePerMember, firstPurchase }: CouponUse,
  { used, usedBefore, hasPaid }: UseSoFar,
): CouponRefusal | undefined {
  if (oncePerMember && usedBefore) return "used before";
  if (firstPurchase && hasPaid) return "not the first";
  return mostUses !== null && used >= mostUses ? "used up" : undefined;
}

/** "3 of 10", or "3" where there is no limit. */
export const usesText = (uses: number, mostUses: number | null | undefined): string =>
  mostUses === null || mostUses === undefined ? String(uses) : `${uses} of ${mostUses}`;

export type CouponRevenue = { currency: string; paid: string; given: string };

/** The revenue and the discounts of a coupon, by currency. See `takings` of the entity. */
export const parseCouponRevenue = (takings: string | null | undefined): CouponRevenue[] =>
  (takings ?? "")
    .split(",")
    .filter(Boolean)
    .map((line) => {
      const [currency = "", paid = "0", given = "0"] = line.split(" ");
      return { currency, paid, given };
    });

type Paid = { amount: string; discount: string; currency: string };

/** The list price before a coupon's discount. */
export const listPrice = ({ amount, discount }: Omit<Paid, "currency">): string =>
  formatCents(parseCents(amount) + parseCents(discount));

/** "$29.00 less $5.80 with WELCOME20". Undefined if no coupon was used. */
export const reductionText = (paid: Paid & { couponCode: string | null }): string | undefined =>
  paid.couponCode === null
    ? undefined
    : `${formatMoney(listPrice(paid), paid.currency)} less ${formatMoney(paid.discount, paid.currency)} with ${paid.couponCode}`;
