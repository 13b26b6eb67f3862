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
const ASK = { fix: "ask", busy: "Checking..." } as const;

export const KIND_FACTS: Record<FindingKind, KindFacts> = {
  "paid without access": {
    title: "Paid, but without access",
    rule: "A completed payment with days left whose buyer has less access than they paid for. Not listed if a higher tier replaced it.",
    actions: [
      { fix: "give", label: "Restore access", busy: "Restoring..." },
      { ...ACCEPT, label: "Leave as is" },
    ],
  },
  "captured, not recorded": {
    title: "Paid but not granted",
    rule: "PayPal holds money for an order that has no payment here: the money does not match the order, or the member’s account is deleted. Refund it, or give the access manually.",
    actions: [
      { fix: "refund", label: "Refund", busy: "Refunding..." },
      { ...ASK, label: "Check with PayPal again" },
      { ...ACCEPT, label: "Mark as settled" },
    ],
  },
  stuck: {
    title: "Stuck orders",
    rule: "Orders that the buyer approved more than 15 minutes ago and that are not captured, or whose money has been on its way for more than two weeks. We check with PayPal automatically for 72 hours, at increasing intervals.",
    actions: [{ ...ASK, label: "Check with PayPal now" }],
  },
  "paid twice": {
    title: "Paid twice",
    rule: "Two completed payments by one member for the same tier within a day, in the last 30 days, or money that arrived after its buyer had paid for something else. Refund one, here or in PayPal: this entry then disappears.",
    actions: [{ ...ACCEPT, label: "Keep both payments" }],
  },
  "refused to our account": {
    title: "Refused because of our account",
    rule: "In the last 30 days, PayPal refused a payment because of a problem with this site’s PayPal account. Fix the problem in PayPal. Nothing was paid, and the buyer has been informed.",
    actions: [{ ...ACCEPT, label: "Mark as fixed" }],
  },
  "access without payment": {
    title: "Access without payment",
    rule: "A paid tier that no payment, gift, referral or staff change explains.",
    actions: [{ ...ACCEPT, label: "Mark as intended" }],
  },
};
