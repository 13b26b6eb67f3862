import type { Tier } from "~/auth/viewer.server";

/**
 * What a member holds: a tier and its end (null: none, as when staff switched it on). As stored it may be over; `isActive`
 * knows. Where it is read as it counts now, the query says so.
 */
export type Entitlement = { tier: Tier; until: Date | null };

/** What an order buys: so many days of a tier. */
export type Purchase = { tier: Tier; days: number };

/** The access that one payment bought. */
export type AccessPeriod = { tier: Tier; from: Date; until: Date };

const DAY_MS = 86_400_000;

/** So many days of 24 hours later, or earlier. */
export const addDays = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS);

/**
 * Stored and over is the same as Basic. What readers get is decided by the same rule, in db/effective-tier.
 * @param now the database's clock
 */
export const isActive = ({ tier, until }: Entitlement, now: Date) =>
  tier !== "Basic" && (until === null || until > now);

export type PurchaseError = "not sold" | "private runs" | "no end";

/**
 * Why a package cannot be bought now; undefined when it can. Basic is not sold, Premium waits until Private ends,
 * and days cannot be added to what never ends; decisions.md, "Money".
 * @param now the database's clock
 */
export function purchaseError(entitlement: Entitlement, tier: Tier, now: Date): PurchaseError | undefined {
  if (tier === "Basic") return "not sold";
  if (!isActive(entitlement, now)) return undefined;
  if (entitlement.tier === "Private" && tier === "Premium") return "private runs";
  return entitlement.tier === tier && entitlement.until === null ? "no end" : undefined;
}

/**
 * What a member holds after a payment, and the access it bought. The same tier again: days are added to what is
 * left. Premium to Private: it starts now and replaces. Should Private have begun while a Premium order was being
 * paid, the days paid for are added to Private: the money is taken, so something is given for it.
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

/** Access that somebody got at a moment: days that are added to what they hold, or what they were set to. */
export type GotAccess = { id: string; since: Date } & (
  | {
      /** Without a tier they are added to the one that runs, or are Premium: a reward. */
      adds: { tier?: Tier; days: number };
    }
  | { sets: Entitlement }
);

/**
 * What a member holds who got all this, one after the other, and the period that each of it became. So it is also what is left when one
 * of it is taken out: a refund leaves what the list without its payment gives, whatever came before it or after.
 * @param list oldest first
 */
export function layOut(list: readonly GotAccess[]): {
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
 * What is left of an access whose making is not known when a period that was a part of it is taken back: what is to come of the period
 * goes.
 * @param now the database's clock
 */
export function withoutPeriod(entitlement: Entitlement, period: AccessPeriod, now: Date): Entitlement {
  if (!isActive(entitlement, now) || entitlement.tier !== period.tier || entitlement.until === null)
    return entitlement;
  const left = Math.max(0, Number(period.until) - Math.max(Number(period.from), Number(now)));
  return { tier: entitlement.tier, until: new Date(Math.max(Number(now), Number(entitlement.until) - left)) };
}
