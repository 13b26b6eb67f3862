import type { Tier } from "~/auth/viewer.server";

/** Where money and access differ, or money waits: what was looked for, in the order in which it is shown. */
export const FINDING_KINDS = [
  "paid without access",
  "captured, not recorded",
  "stuck",
  "paid twice",
  "refused to our account",
  "access without payment",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/**
 * A line of the page. `subject` names the payment, the order or the access; it means nothing outside of its
 * kind.
 */
export type Finding = {
  kind: FindingKind;
  subject: string;
  memberId: string;
  name: string;
  email: string;
  /** What was bought, or is held. */
  tier: Tier;
  /** What the member reads now. */
  holds: Tier;
  /** When it was paid, ordered or, of an access, when the member registered. */
  at: Date | string;
  /** Where the access ends that is meant; null for one without an end. */
  until: Date | string | null;
  /** An exact decimal. */
  amount: string | null;
  currency: string | null;
  /** What PayPal calls it, or said of it. */
  note: string | null;
};

/** What can be done about a finding with one button. */
export const MENDS = ["give", "ask", "refund", "accept"] as const;
export type Mend = (typeof MENDS)[number];

type KindFacts = {
  title: string;
  /** When a line is there, and when it is not. */
  rule: string;
  mends: readonly { mend: Mend; label: string; busy: string }[];
};

const ACCEPT = { mend: "accept", busy: "Saving..." } as const;
const ASK = { mend: "ask", busy: "Asking..." } as const;

export const KIND_FACTS: Record<FindingKind, KindFacts> = {
  "paid without access": {
    title: "Paid, without the access",
    rule: "A completed payment whose days still run, of a member who reads less than it bought. Not where a dearer payment took its place.",
    mends: [
      { mend: "give", label: "Give the access back", busy: "Giving..." },
      { ...ACCEPT, label: "Leave it so" },
    ],
  },
  "captured, not recorded": {
    title: "Money taken, and nothing given",
    rule: "PayPal holds money for an order for which there is no payment here: it does not fit what was agreed, or its account is deleted. Refund it, or open the membership by hand.",
    mends: [
      { mend: "refund", label: "Refund", busy: "Refunding..." },
      { ...ASK, label: "Check with PayPal again" },
      { ...ACCEPT, label: "It is settled" },
    ],
  },
  stuck: {
    title: "Orders that are stuck",
    rule: "Approved by their buyer more than 15 minutes ago and not captured, or on their way for more than two weeks. PayPal is asked again by itself for 72 hours, ever less often.",
    mends: [{ ...ASK, label: "Ask PayPal now" }],
  },
  "paid twice": {
    title: "Paid twice",
    rule: "Two completed payments of a member for the same tier within a day, in the last 30 days, or money that came after its buyer had paid for something else. Refund one, here or at PayPal: it goes from here by itself.",
    mends: [{ ...ACCEPT, label: "Both were meant" }],
  },
  "refused to our account": {
    title: "Refused because of our account",
    rule: "PayPal would not take a payment because of something in this site’s own account, in the last 30 days. Put it right there; nothing was paid, and the buyer was told so.",
    mends: [{ ...ACCEPT, label: "It is put right" }],
  },
  "access without payment": {
    title: "Access that nobody paid for",
    rule: "A paid tier that no payment, no gift, no referral and nobody on the staff accounts for.",
    mends: [{ ...ACCEPT, label: "It is meant" }],
  },
};
