import { amountOf, centsOf, hasDecimals } from "../money.rules";

/** What makes packages one plan; `days` is its length. */
export type PlanPart = { tier: string; name: string; currency: string; days: number | null };

/**
 * Packages of one key are one plan: the same tier, name and currency. Casing and space around the name tell nothing apart;
 * another currency does, because its prices cannot be compared.
 */
export const planKey = ({ tier, name, currency }: Omit<PlanPart, "days">): string =>
  [tier, currency, name.trim().toLowerCase()].join("\n");

/** Whether one is the other in all that a buyer chooses by, but the price. */
export const isSameLength = (one: PlanPart, other: PlanPart): boolean =>
  one.days === other.days && planKey(one) === planKey(other);

/**
 * Packages by plan, each with its lengths, the shortest first; plans stand where their first package stood. One without an end is
 * a plan alone, and so is a second one of the same length, which older data may hold.
 */
export function plansOf<Part extends PlanPart>(packages: readonly Part[]): Part[][] {
  const plans: Part[][] = [];
  const byKey = new Map<string, Part[]>();
  for (const part of packages) {
    const key = planKey(part);
    const plan = byKey.get(key);
    if (part.days === null || plan?.some(({ days }) => days === part.days)) plans.push([part]);
    else if (plan) plan.push(part);
    else {
      const begun = [part];
      byKey.set(key, begun);
      plans.push(begun);
    }
  }
  for (const plan of plans) plan.sort((one, other) => (one.days ?? 0) - (other.days ?? 0));
  return plans;
}

/** What a length costs; the amount is an exact decimal with two places. */
export type LengthPrice = { amount: string; currency: string; days: number };

const MONTH_DAYS = 30n;

/** What 30 days of it cost, rounded half up as discounts are: to the cent, or to the whole unit where there are no cents. */
export function monthPrice({ amount, currency, days }: LengthPrice): string {
  const unit = hasDecimals(currency) ? 1n : 100n;
  const size = BigInt(days) * unit;
  return amountOf(((2n * centsOf(amount) * MONTH_DAYS + size) / (2n * size)) * unit);
}

/** Per cents, in whole ones rounded down, that a day of it costs less than a day of another; undefined below one, and where nothing can be compared. */
export function savedPercent(length: LengthPrice, other: LengthPrice): number | undefined {
  if (length.currency !== other.currency) return undefined;
  const usual = centsOf(other.amount) * BigInt(length.days);
  const paid = centsOf(length.amount) * BigInt(other.days);
  if (usual <= paid) return undefined;
  return Number(((usual - paid) * 100n) / usual) || undefined;
}

/** A length as a page's form sends it: the package, and the code of the coupon that is in the price beside it, if one is. */
export const lengthValue = (packageId: string, coupon?: string): string =>
  coupon === undefined ? packageId : `${packageId} ${coupon}`;

/** The same the other way round. */
export function chosenLength(value: string): { packageId: string; coupon?: string } {
  const [packageId = "", coupon] = value.trim().split(/\s+/);
  return { packageId, coupon };
}
