import type { Tier } from "~/auth/viewer.server";

/**
 * A member's tier and its end (null: no end, as when staff set it). A stored entitlement may have expired;
 * check it with `isActive`.
 */
export type Entitlement = { tier: Tier; until: Date | null };

/** What an order buys: a number of days of a tier. */
export type Purchase = { tier: Tier; days: number };

/** The access that one payment bought. */
export type AccessPeriod = { tier: Tier; from: Date; until: Date };

const DAY_MS = 86_400_000;

/** Adds days of 24 hours; a negative number goes back. */
export const addDays = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS);

/**
 * An expired entitlement counts as Basic. db/effective-tier applies the same rule in SQL.
 * @param now the database's clock
 */
export const isActive = ({ tier, until }: Entitlement, now: Date) =>
  tier !== "Basic" && (until === null || until > now);

export type PurchaseError = "not sold" | "private runs" | "no end";

/**
 * Why a package cannot be bought now; undefined when it can. Basic is not sold, Premium waits until Private
 * ends, and days cannot be added to access without an end.
 * @param now the database's clock
 */
export function purchaseError(entitlement: Entitlement, tier: Tier, now: Date): PurchaseError | undefined {
  if (tier === "Basic") return "not sold";
  if (!isActive(entitlement, now)) return undefined;
  if (entitlement.tier === "Private" && tier === "Premium") return "private runs";
  return entitlement.tier === tier && entitlement.until === null ? "no end" : undefined;
}

/**
 * The entitlement after a payment, and the access that the payment bought. The same tier again adds days at
 * the end. Premium to Private starts now and replaces. If Private started while a Premium order was being
 * paid, the days are added to Private, because the money was taken.
 * @param now the database's clock
 */
export function afterPurchase(
  entitlement: Entitlement,
  { tier, days }: Purchase,
  now: Date,
): { entitlement: Entitlement; period: AccessPeriod } {
  const adds = isActive(entitlement, now) && (entitlement.tier === tier || entitlement.tier === "Private");
  const resultingTier = adds ? entitlement.tier : tier;
  const from = adds && entitlement.until ? entitlement.until : now;
  const until = addDays(from, days);
  const endless = adds && entitlement.until === null;
  return {
    entitlement: { tier: resultingTier, until: endless ? null : until },
    period: { tier: resultingTier, from, until },
  };
}

/** Access granted at a moment: days that are added, or an entitlement that is set. */
export type AccessGrant = { id: string; since: Date } & (
  | {
      /** Without a tier the days extend the active tier, or are Premium: a reward. */
      adds: { tier?: Tier; days: number };
    }
  | { sets: Entitlement }
);

/**
 * Replays grants in order. Returns the resulting entitlement, and the period that each grant became. A refund
 * is the same list without its payment, whatever came before or after it.
 * @param list oldest first
 */
export function replayGrants(list: readonly AccessGrant[]): {
  entitlement: Entitlement;
  periods: Map<string, AccessPeriod>;
} {
  const periods = new Map<string, AccessPeriod>();
  let entitlement: Entitlement = { tier: "Basic", until: null };
  for (const got of list) {
    if ("sets" in got) {
      entitlement = got.sets;
      continue;
    }
    const { tier = isActive(entitlement, got.since) ? entitlement.tier : "Premium", days } = got.adds;
    const granted = afterPurchase(entitlement, { tier, days }, got.since);
    entitlement = granted.entitlement;
    periods.set(got.id, granted.period);
  }
  return { entitlement, periods };
}

/**
 * Removes the remaining days of a period from an entitlement whose history is unknown.
 * @param now the database's clock
 */
export function withoutPeriod(entitlement: Entitlement, period: AccessPeriod, now: Date): Entitlement {
  if (!isActive(entitlement, now) || entitlement.tier !== period.tier || entitlement.until === null)
    return entitlement;
  const left = Math.max(0, Number(period.until) - Math.max(Number(period.from), Number(now)));
  return { tier: entitlement.tier, until: new Date(Math.max(Number(now), Number(entitlement.until) - left)) };
}
