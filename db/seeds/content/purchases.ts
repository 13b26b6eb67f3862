import type { PackageName } from "./packages";

/**
 * How a purchase went: `completed`, or completed and `refunded` later; `pending` at the provider; `failed` there;
 * `cancelled` on its page; or only `started`, with the redirect not yet answered.
 */
export type PurchaseOutcome = "completed" | "refunded" | "pending" | "failed" | "cancelled" | "started";

export type Purchase = {
  member: string;
  package: Exclude<PackageName, "basic">;
  daysAgo: number;
  outcome: PurchaseOutcome;
  refundedDaysAgo?: number;
};

/** Oldest first, as the ledger reads them. */
export const PURCHASES: readonly Purchase[] = [
  { member: "odile.kamara", package: "premium", daysAgo: 58.1, outcome: "completed" },
  { member: "imani.rourke", package: "premium", daysAgo: 55.2, outcome: "completed" },
  { member: "leopold.marsh", package: "premium", daysAgo: 50.4, outcome: "completed" },
  { member: "private", package: "premium", daysAgo: 45.3, outcome: "completed" },
  { member: "premium", package: "premium", daysAgo: 41.2, outcome: "completed" },
  { member: "lapsed", package: "premium", daysAgo: 35.1, outcome: "completed" },
  { member: "kaya.trevelyan", package: "premium", daysAgo: 29.2, outcome: "completed" },
  { member: "anneke.dries", package: "premium", daysAgo: 26.4, outcome: "completed" },
  { member: "imani.rourke", package: "premium", daysAgo: 24.6, outcome: "completed" },
  { member: "celia.montrose", package: "premium", daysAgo: 20.3, outcome: "completed" },
  { member: "quentin.abara", package: "private", daysAgo: 17.5, outcome: "completed" },
  { member: "dario.whitlock", package: "premium", daysAgo: 15.2, outcome: "refunded", refundedDaysAgo: 10.6 },
  { member: "premium", package: "premium", daysAgo: 13.1, outcome: "completed" },
  { member: "rosa.whitfield", package: "premium", daysAgo: 11.4, outcome: "failed" },
  { member: "rosa.whitfield", package: "premium", daysAgo: 11.3, outcome: "completed" },
  { member: "elif.haugen", package: "private", daysAgo: 9.3, outcome: "completed" },
  { member: "basic", package: "premium", daysAgo: 8.5, outcome: "cancelled" },
  { member: "yara.hollis", package: "premium", daysAgo: 8.1, outcome: "completed" },
  { member: "private", package: "private", daysAgo: 6.2, outcome: "completed" },
  { member: "greta.solano", package: "private", daysAgo: 4.4, outcome: "failed" },
  { member: "leopold.marsh", package: "private", daysAgo: 3.2, outcome: "completed" },
  { member: "talia.brook", package: "premium", daysAgo: 2.3, outcome: "completed" },
  { member: "farid.beaumont", package: "premium", daysAgo: 0.2, outcome: "pending" },
  { member: "zeno.albrecht", package: "premium", daysAgo: 0.02, outcome: "started" },
];

export type GiftContent = {
  purchase: Purchase;
  to: string;
  senderName: string;
  message: string;
  /** Who holds its days, from when. Of somebody who never had any: the ledger of terms does not know gifts. */
  claimed?: { member: string; daysAgo: number };
};

/** What members paid for others. */
export const GIFTS: readonly GiftContent[] = [
  {
    purchase: { member: "celia.montrose", package: "premium", daysAgo: 5.6, outcome: "completed" },
    to: "greta.solano",
    senderName: "Celia Montrose",
    message: "You keep asking me what I read in the morning. This.",
    claimed: { member: "greta.solano", daysAgo: 5.2 },
  },
  {
    purchase: { member: "premium", package: "private", daysAgo: 2.6, outcome: "completed" },
    to: "cousin",
    senderName: "Paul Merriweather",
    message: "Happy birthday, Nora!\nRead the shipping brief first.",
  },
];

export type ReferralContent = {
  referrer: string;
  friend: string;
  state: "joined" | "rewarded" | "reversed";
};

/** Who came through whose link. A rewarded one gave both thirty days when the friend first paid. */
export const REFERRALS: readonly ReferralContent[] = [
  { referrer: "premium", friend: "bram.osei", state: "joined" },
  { referrer: "premium", friend: "celia.montrose", state: "rewarded" },
  { referrer: "premium", friend: "dario.whitlock", state: "reversed" },
  { referrer: "celia.montrose", friend: "yara.hollis", state: "rewarded" },
  { referrer: "elif.haugen", friend: "pascal.duarte", state: "joined" },
  { referrer: "hugo.brandvold", friend: "stellan.moreau", state: "joined" },
];

/** Days that a rewarded referral gives to each of the two. */
export const REFERRAL_DAYS = 30;
