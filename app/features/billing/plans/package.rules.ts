import type { Constraint } from "~/admin-kit/constraints.server";
import type { Tier } from "~/auth/viewer.server";

/** The tier of a package that names none. @param price exact decimal */
export function impliedTier(name: string, price: string): Tier {
  if (/private/i.test(name)) return "Private";
  return Number(price) > 0 ? "Premium" : "Basic";
}

const isPaid = (price: unknown) => Number(price) > 0;

/** Rules without which nobody could buy a package. */
export const PACKAGE_CONSTRAINTS: readonly Constraint[] = [
  {
    check: "packages_priced_has_days",
    field: "expiresIn",
    isViolated: ({ price, expiresIn }) => isPaid(price) && (expiresIn === null || expiresIn === undefined),
    message: "A package with a price needs a number of days",
  },
  {
    check: "packages_trial_has_price",
    field: "trialDays",
    isViolated: ({ price, trialDays }) => typeof trialDays === "number" && !isPaid(price),
    message: "A free plan needs no trial: leave the trial days empty",
  },
  {
    check: "packages_tier_has_price",
    field: "price",
    isViolated: ({ price, tier }) => isPaid(price) === (tier === "Basic"),
    message: ({ tier }) =>
      tier === "Basic"
        ? "Basic is free: choose another tier, or set the price to 0"
        : `${tier} needs a price above 0`,
  },
];
