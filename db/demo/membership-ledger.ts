import type { Tier } from "../entities/member";
import { PACKAGES, type Purchase, REFERRAL_DAYS, type ReferralContent } from "./membership";

/** Access in days before now: `from` 13 and `until` -17 is "since thirteen days, for another seventeen". */
export type Access = { tier: Tier; from: number; until: number };

export type Ledger = {
  /** each member's current or last access */
  memberships: ReadonlyMap<string, Access>;
  /** the access that each purchase bought; incomplete purchases are missing */
  bought: ReadonlyMap<Purchase, Access>;
};

type Entry = { member: string; daysAgo: number; tier: Tier; days: number; purchase?: Purchase };

/**
 * Computes each member's access from purchases and referrals, by the rules of the shop. The same tier adds
 * days to the rest, Private replaces Premium at once, and referral days extend the current tier. Refunded and
 * reversed purchases give nothing.
 */
export function membershipLedger(
  purchases: readonly Purchase[],
  referrals: readonly ReferralContent[],
): Ledger {
  const memberships = new Map<string, Access>();
  const bought = new Map<Purchase, Access>();
  for (const entry of entries(purchases, referrals)) {
    const held = memberships.get(entry.member);
    const running = held !== undefined && held.until < entry.daysAgo ? held : undefined;
    const keeps = running !== undefined && (running.tier === entry.tier || entry.purchase === undefined);
    const tier = keeps ? running.tier : entry.tier;
    const from = keeps ? running.until : entry.daysAgo;
    const access = { tier, from, until: from - entry.days };
    memberships.set(entry.member, { ...access, from: keeps ? running.from : from });
    if (entry.purchase) bought.set(entry.purchase, access);
  }
  for (const purchase of purchases) {
    if (purchase.outcome !== "refunded") continue;
    const { tier, expiresIn } = PACKAGES[purchase.package];
    bought.set(purchase, { tier, from: purchase.daysAgo, until: purchase.daysAgo - expiresIn });
  }
  return { memberships, bought };
}

/** The first completed payment of a friend: a reward depends on it. */
export function firstPayment(friend: string, purchases: readonly Purchase[]): Purchase | undefined {
  return purchases.find(
    ({ member, outcome }) => member === friend && (outcome === "completed" || outcome === "refunded"),
  );
}

function entries(purchases: readonly Purchase[], referrals: readonly ReferralContent[]): Entry[] {
  const paid = purchases
    .filter(({ outcome }) => outcome === "completed")
    .map((purchase): Entry => {
      const { tier, expiresIn } = PACKAGES[purchase.package];
      return { member: purchase.member, daysAgo: purchase.daysAgo, tier, days: expiresIn, purchase };
    });
  const rewards = referrals
    .filter(({ state }) => state === "rewarded")
    .flatMap(({ referrer, friend }) => {
      const payment = firstPayment(friend, purchases);
      if (!payment) throw new Error(`${friend} was rewarded without a payment`);
      return [referrer, friend].map(
        (member): Entry => ({ member, daysAgo: payment.daysAgo, tier: "Premium", days: REFERRAL_DAYS }),
      );
    });
  // A reward comes after the payment that earned it. Sorting is stable.
  return [...paid, ...rewards].sort((a, b) => b.daysAgo - a.daysAgo);
}
