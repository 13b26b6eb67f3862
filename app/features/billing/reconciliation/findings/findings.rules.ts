import type { Tier } from "~/auth/viewer.server";

/** The kinds of differences between payments and access, in display order. */
export const FINDING_KINDS = [
  "paid without access",
  "captured, not recorded",
  "stuck",
  "paid twice",
  "refused to our account",
  "access without payment",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** A line of the page. `subject` is the id of the payment, the order or the access, depending on the kind. */
export type Finding = {
  kind: FindingKind;
  subject: string;
  memberId: string;
  name: string;
  email: string;
  /** The tier that was bought, or is held. */
  tier: Tier;
  /** The tier that the member reads now. */
  holds: Tier;
  /** The moment of the payment or order. For an access, the member's registration. */
  at: Date | string;
  /** The end of the access in question. Null if it has none. */
  until: Date | string | null;
  /** An exact decimal. */
  amount: string | null;
  currency: string | null;
  /** PayPal's id for it, or PayPal's message about it. */
  note: string | null;
};

/** The actions for a finding, one button each. */
export const FINDING_ACTIONS = ["give", "ask", "refund", "accept"] as const;
export type FindingAction = (typeof FINDING_ACTIONS)[number];

type KindFacts = {
  title: string;
  /** When a line appears, and when it does not. */
  rule: string;
  actions: readonly { fix: FindingAction; label: string; busy: string }[];
};

const ACCEPT = { fix: "accept", busy: "Saving..." } as const;
const ASK = { fix: "ask", busy: "Asking..." } as const;

export const KIND_FACTS: Record<FindingKind, KindFacts> = {
  "paid without access": {
    title: "Paid, without the access",
    rule: "A completed payment whose days still run, of a member who reads less than it bought. Not where a dearer payment took its place.",
    actions: [
      { fix: "give", label: "Give the access back", busy: "Giving..." },
      { ...ACCEPT, label: "Leave it so" },
    ],
  },
  "captured, not recorded": {
    title: "Money taken, and nothing given",
    rule: "PayPal holds money for an order for which there is no payment here: it does not fit what was agreed, or its account is deleted. Refund it, or open the membership by hand.",
    actions: [
      { fix: "refund", label: "Refund", busy: "Refunding..." },
      { ...ASK, label: "Check with PayPal again" },
      { ...ACCEPT, label: "It is settled" },
    ],
  },
  stuck: {
    title: "Orders that are stuck",
    rule: "Approved by their buyer more than 15 minutes ago and not captured, or on their way for more than two weeks. PayPal is queried automatically for 72 hours, at growing intervals.",
    actions: [{ ...ASK, label: "Ask PayPal now" }],
  },
  "paid twice": {
    title: "Paid twice",
    rule: "Two completed payments of a member for the same tier within a day, in the last 30 days, or money that came after its buyer had paid for something else. Refund one, here or at PayPal: this entry then disappears.",
    actions: [{ ...ACCEPT, label: "Both were intended" }],
  },
  "refused to our account": {
    title: "Refused because of our account",
    rule: "PayPal would not take a payment because of something in this site’s own account, in the last 30 days. Fix it there; nothing was paid, and the buyer knows.",
    actions: [{ ...ACCEPT, label: "It is fixed" }],
  },
  "access without payment": {
    title: "Access that nobody paid for",
    rule: "A paid tier that no payment, no gift, no referral and nobody on the staff accounts for.",
    actions: [{ ...ACCEPT, label: "This is intended" }],
  },
};
