import type { Tier } from "~/features/auth/viewer.server";

/** What a member holds: the tier as stored, and its end (null: none, as when staff switched it on). */
export type Held = { tier: Tier; until: Date | null };

/** What an order buys: so many days of a tier. */
export type Bought = { tier: Tier; days: number };

/** The access that one payment bought. */
export type Access = { tier: Tier; from: Date; until: Date };

const DAY_MS = 86_400_000;
const after = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS);

/** Stored and over is the same as Basic. */
const runs = ({ tier, until }: Held, now: Date) => tier !== "Basic" && (until === null || until > now);

export type Refusal = "not sold" | "private runs" | "no end";

/**
 * Why a package cannot be bought now; undefined when it can. Basic is not sold, Premium waits until Private ends,
 * and days cannot be added to what never ends; decisions.md, "Money".
 * @param now the database's clock
 */
export function purchaseRefusal(held: Held, tier: Tier, now: Date): Refusal | undefined {
  if (tier === "Basic") return "not sold";
  if (!runs(held, now)) return undefined;
  if (held.tier === "Private" && tier === "Premium") return "private runs";
  return held.tier === tier && held.until === null ? "no end" : undefined;
}

/**
 * What a member holds after a payment, and the access it bought. The same tier again: days are added to what is
 * left. Premium to Private: it starts now and replaces. Should Private have begun while a Premium order was being
 * paid, the days paid for are added to Private: the money is taken, so something is given for it.
 * @param now the database's clock
 */
export function afterPurchase(held: Held, { tier, days }: Bought, now: Date): { held: Held; access: Access } {
  const adds = runs(held, now) && (held.tier === tier || held.tier === "Private");
  const kept = adds ? held.tier : tier;
  const from = adds && held.until ? held.until : now;
  const until = after(from, days);
  const endless = adds && held.until === null;
  return {
    held: { tier: kept, until: endless ? null : until },
    access: { tier: kept, from, until },
  };
}

/**
 * What a member holds when one payment was refunded: the part of its access that is still to come goes. Where it
 * had replaced another tier, that one comes back for as long as its own payments reach.
 * @param others the accesses of the member's other payments that were not refunded
 * @param now the database's clock
 */
export function afterRefund(held: Held, gone: Access, others: readonly Access[], now: Date): Held {
  if (!runs(held, now) || held.tier !== gone.tier || held.until === null) return held;
  const until = new Date(held.until.getTime() - msLeft(gone, now));
  if (until > now) return { tier: held.tier, until };
  const [longest] = others
    .filter((access) => access.tier !== gone.tier && access.until > now)
    .sort((a, b) => Number(b.until) - Number(a.until));
  return longest ? { tier: longest.tier, until: longest.until } : { tier: held.tier, until: now };
}

/** Milliseconds of an access that are still to come. */
export const msLeft = ({ from, until }: Access, now: Date): number =>
  Math.max(0, until.getTime() - Math.max(from.getTime(), now.getTime()));
