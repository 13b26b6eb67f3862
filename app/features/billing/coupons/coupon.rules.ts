import { formatMoney } from "~/ui/format";
import { amountOf, centsOf, hasDecimals } from "../money.rules";

/** What a coupon takes off: so many per cent, or an amount of its currency. */
export type CouponDiscount = { percent: number | null; amount: string | null; currency: string };

/** Why a code changes nothing. `unknown` is also one that has ended, has not begun, or was switched off: nobody is told which. */
export type CouponRefusal =
  | "unknown"
  | "another plan"
  | "another currency"
  | "too much"
  | "too little"
  | "used up"
  | "used before"
  | "not the first";

/** `amount` is what is paid; both are exact decimals. */
export type Reduced = { amount: string; discount: string };

const CODE = /^[A-Z0-9-]{3,40}$/;

/** A code as it is kept and compared: trimmed, in capitals. */
export const couponCode = (typed: string): string => typed.trim().toUpperCase();

/** Whether it could be anybody's: three to forty letters, digits and hyphens. */
export const isCouponCode = (code: string): boolean => CODE.test(code);

/**
 * A price with the coupon. Per cents are rounded half up: to the cent, or to the whole unit where PayPal takes no decimals. What
 * would leave nothing to pay is refused, and what takes nothing off.
 * @param price exact decimal with two places
 */
export function reducedPrice(
  coupon: CouponDiscount,
  { price, currency }: { price: string; currency: string },
): Reduced | CouponRefusal {
  if (coupon.amount !== null && coupon.currency !== currency) return "another currency";
  const cents = centsOf(price);
  const unit = hasDecimals(currency) ? 1n : 100n;
  const discount = coupon.amount === null ? partOf(cents, coupon.percent ?? 0, unit) : centsOf(coupon.amount);
  if (discount <= 0n || discount % unit !== 0n) return "too little";
  if (discount >= cents) return "too much";
  return { amount: amountOf(cents - discount), discount: amountOf(discount) };
}

/** So many per cent in whole units, half up. */
const partOf = (cents: bigint, percent: number, unit: bigint): bigint =>
  ((2n * cents * BigInt(percent) + 100n * unit) / (200n * unit)) * unit;

/** Said of a code that changes nothing; of one that nobody has its words are not repeated. */
const REFUSAL_TEXTS: Record<CouponRefusal, (code: string) => string> = {
  unknown: () => "This code is not valid, or not valid now.",
  "another plan": (code) => `${code} is not for this plan.`,
  "another currency": (code) => `${code} is for prices in another currency.`,
  "too much": (code) => `${code} takes off as much as this plan costs, so it can’t be used for it.`,
  "too little": (code) => `${code} takes nothing off this price.`,
  "used up": (code) => `${code} has been used as often as it may be.`,
  "used before": (code) => `You have used ${code} already. It is for one purchase.`,
  "not the first": (code) => `${code} is for a first purchase.`,
};

/** What is said of a code as it was typed. */
export const refusalText = (refusal: CouponRefusal, typed: string): string =>
  REFUSAL_TEXTS[refusal](couponCode(typed));

export type CouponUse = { mostUses: number | null; oncePerMember: boolean; firstPurchase: boolean };

/** How far a coupon is used, as the moment knows it. `used` counts up to `mostUses`. */
export type UseSoFar = { used: number; usedBefore: boolean; hasPaid: boolean };

/** Whether one more may use it. */
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

export type Takings = { currency: string; paid: string; given: string };

/** What came in with a coupon and what it gave, by currency; see `takings` of the entity. */
export const takingsOf = (takings: string | null | undefined): Takings[] =>
  (takings ?? "")
    .split(",")
    .filter(Boolean)
    .map((line) => {
      const [currency = "", paid = "0", given = "0"] = line.split(" ");
      return { currency, paid, given };
    });

type Paid = { amount: string; discount: string; currency: string };

/** The price of the list, which a coupon took something off. */
export const listPrice = ({ amount, discount }: Omit<Paid, "currency">): string =>
  amountOf(centsOf(amount) + centsOf(discount));

/** "$29.00 less $5.80 with WELCOME20"; undefined where no coupon was used. */
export const reductionText = (paid: Paid & { couponCode: string | null }): string | undefined =>
  paid.couponCode === null
    ? undefined
    : `${formatMoney(listPrice(paid), paid.currency)} less ${formatMoney(paid.discount, paid.currency)} with ${paid.couponCode}`;
