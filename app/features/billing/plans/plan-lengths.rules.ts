import { formatCents, hasDecimals, parseCents } from "../money.rules";

/** The fields that group packages into a plan; `days` is the length. */
export type PlanPart = { tier: string; name: string; currency: string; days: number | null };

/**
 * Packages with the same key are one plan: the same tier, name and currency. Casing and spaces around the
 * name do not matter. Prices in different currencies cannot be compared, so those are different plans.
 */
export const planKey = ({ tier, name, currency }: Omit<PlanPart, "days">): string =>
  [tier, currency, name.trim().toLowerCase()].join("\n");

/** Whether both have the same plan and length. The price may differ. */
export const isSameLength = (one: PlanPart, other: PlanPart): boolean =>
  one.days === other.days && planKey(one) === planKey(other);

/**
 * Groups packages by plan, each with its lengths, the shortest first. Plans keep the position of their first
 * package. A package without an end is a plan of its own. So is a second one of the same length, which older
 * data may contain.
 */
export function groupByPlan<Part extends PlanPart>(packages: readonly Part[]): Part[][] {
  const plans: Part[][] = [];
  const byKey = new Map<string, Part[]>();
  for (const part of packages) {
    const key = planKey(part);
    const plan = byKey.get(key);
    if (part.days === null || plan?.some(({ days }) => days === part.days)) plans.push([part]);
    else if (plan) plan.push(part);
    else {
      const newPlan = [part];
      byKey.set(key, newPlan);
      plans.push(newPlan);
    }
  }
  for (const plan of plans) plan.sort((one, other) => (one.days ?? 0) - (other.days ?? 0));
  return plans;
}

/** The price of a length; the amount is an exact decimal with two places. */
export type LengthPrice = { amount: string; currency: string; days: number };

const MONTH_DAYS = 30n;

/**
 * The price of 30 days, rounded half up like discounts: to the cent, or to the whole unit in currencies
 * without cents.
 */
export function monthPrice({ amount, currency, days }: LengthPrice): string {
  const unit = hasDecimals(currency) ? 1n : 100n;
  const size = BigInt(days) * unit;
  return formatCents(((2n * parseCents(amount) * MONTH_DAYS + size) / (2n * size)) * unit);
}

/**
 * How much cheaper a day is than in another length, in whole per cent, rounded down. Undefined below one per
 * cent, or if the two cannot be compared.
 */
export function savedPercent(length: LengthPrice, other: LengthPrice): number | undefined {
  if (length.currency !== other.currency) return undefined;
  const usual = parseCents(other.amount) * BigInt(length.days);
  const paid = parseCents(length.amount) * BigInt(other.days);
  if (usual <= paid) return undefined;
  return Number(((usual - paid) * 100n) / usual) || undefined;
}

/**
 * A length as the form submits it: the package, and the code of the coupon in the displayed price, if any.
 */
export const lengthValue = (packageId: string, coupon?: string): string =>
  coupon === undefined ? packageId : `${packageId} ${coupon}`;

/** The reverse of `lengthValue`. */
export function chosenLength(value: string): { packageId: string; coupon?: string } {
  const [packageId = "", coupon] = value.trim().split(/\s+/);
  return { packageId, coupon };
}
