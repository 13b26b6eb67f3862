import type { Tier } from "~/features/auth/viewer.server";

/** The tier of a package that does not say it; decisions.md, "Money". @param price exact decimal */
export function tierOf(name: string, price: string): Tier {
  if (/private/i.test(name)) return "Private";
  return Number(price) > 0 ? "Premium" : "Basic";
}

type Judged = { tier?: unknown; price?: unknown; expiresIn?: unknown };

/** What makes a package one that nobody could buy; errors by field. */
export function packageErrors({ tier, price, expiresIn }: Judged): Record<string, string> {
  const costs = Number(price) > 0;
  if (costs && (expiresIn === null || expiresIn === undefined)) {
    return { expiresIn: "A package with a price needs its days" };
  }
  if (tier === "Basic") return costs ? { price: "Basic is free: choose another tier, or no price" } : {};
  return costs ? {} : { price: `${tier} needs a price above 0` };
}
