import type { Tier } from "~/features/auth/viewer.server";

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

/**
 * What a member holds when one payment was refunded: the part of its access that is still to come goes. Where it
 * had replaced another tier, that one comes back for as long as its own payments reach.
 * @param refunded as far as it was held: `heldPart`
 * @param others the accesses of the member's other payments that were neither refunded nor lost: `isLost`
 * @param now the database's clock
 */
export function afterRefund(
  entitlement: Entitlement,
  refunded: AccessPeriod,
  others: readonly AccessPeriod[],
  now: Date,
): Entitlement {
  if (!isActive(entitlement, now) || entitlement.tier !== refunded.tier || entitlement.until === null)
    return entitlement;
  const until = new Date(entitlement.until.getTime() - remainingMs(refunded, now));
  if (until > now) return { tier: entitlement.tier, until };
  const [longest] = others
    .filter((access) => access.tier !== refunded.tier && access.until > now)
    .sort((a, b) => Number(b.until) - Number(a.until));
  return longest ? { tier: longest.tier, until: longest.until } : { tier: entitlement.tier, until: now };
}

/** An access with when it was got. */
export type HeldAccess = AccessPeriod & { since: Date };

/**
 * An access as far as it was held. Days of one tier follow each other, so where others that were got later begin before its end it had
 * ended by then: replaced by a dearer tier, which ran out, or by staff. What was bought afterwards is not a part of it.
 * @param others the other accesses of its member
 */
export function heldPart(period: HeldAccess, others: readonly HeldAccess[]): AccessPeriod {
  const next = others
    .filter(({ tier, from, since }) => tier === period.tier && since > period.since && from < period.until)
    .sort((one, other) => Number(one.from) - Number(other.from));
  const [first] = next;
  if (!first) return period;
  return { ...period, until: first.from > period.from ? first.from : period.from };
}

/** An access with when it was got, and when it was taken back by a refund. */
export type GotAccess = HeldAccess & { takenBackAt: Date | null };

/**
 * Whether an access is lost: a dearer tier that was got after it took its place and ran out. Where that was ended by a refund, it
 * comes back.
 * @param all the accesses of its member, those that are over or taken back included
 */
export function isLost({ tier, since }: GotAccess, all: readonly GotAccess[], now: Date): boolean {
  if (tier === "Private") return false;
  let stretch: { until: Date; ranOut: boolean } | undefined;
  for (const dearer of inOrder(all.filter((other) => other.tier === "Private" && other.from >= since))) {
    const { until, takenBackAt } = dearer;
    const isTakenBack = takenBackAt !== null && takenBackAt < until;
    const end = isTakenBack ? takenBackAt : until;
    if (end <= dearer.from) continue;
    if (stretch?.ranOut && stretch.until < dearer.from) return true;
    stretch = { until: end, ranOut: !isTakenBack };
  }
  return stretch?.ranOut === true && stretch.until <= now;
}

const inOrder = (accesses: readonly GotAccess[]) =>
  accesses.toSorted((one, other) => Number(one.from) - Number(other.from));

/** Milliseconds of an access that are still to come. */
export const remainingMs = ({ from, until }: AccessPeriod, now: Date): number =>
  Math.max(0, until.getTime() - Math.max(from.getTime(), now.getTime()));
