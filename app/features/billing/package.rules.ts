import type { Tier } from "~/features/auth/viewer.server";

/** The tier of a package that does not say it; decisions.md, "Money". @param price exact decimal */
export function impliedTier(name: string, price: string): Tier {
  if (/private/i.test(name)) return "Private";
  return Number(price) > 0 ? "Premium" : "Basic";
}

type PackageValues = { tier?: unknown; price?: unknown; expiresIn?: unknown };

/** What makes a package one that nobody could buy; errors by field. */
export function packageErrors({ tier, price, expiresIn }: PackageValues): Record<string, string> {
  const isPaid = Number(price) > 0;
  if (isPaid && (expiresIn === null || expiresIn === undefined)) {
    return { expiresIn: "A package with a price needs its days" };
  }
  if (tier === "Basic") return isPaid ? { price: "Basic is free: choose another tier, or no price" } : {};
  return isPaid ? {} : { price: `${tier} needs a price above 0` };
}
