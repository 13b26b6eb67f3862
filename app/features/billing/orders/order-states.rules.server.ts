import { CANCEL_REASONS, type EndReason, type OrderStatus } from "db/entities/order";

/*
 * The states of an order, and all ways from one to another. docs/money.md shows them as a table, drawn from here.
 *
 *   created    made here; nobody knows that its buyer has approved it
 *   approved   the provider said that its buyer has; no capture was sent
 *   capturing  one process is at it, and may be taking the money
 *   unknown    the provider may have taken the money, and has not told; or it has not told of one that is over here
 *   pending    the provider has the money on its way
 *   captured   paid, recorded and granted
 *   failed     over, and nothing was paid for it that we kept
 *   cancelled  over before its money was asked for
 *
 * What the provider says counts whatever we had concluded: every order but a captured one can be asked about again. Whether its money
 * may still be taken is another matter: `captureRefusal`.
 */

/** Who may move an order by an event. */
type Mover = "shop" | "query of the provider" | "buyer" | "clock";

type Move = {
  from: readonly OrderStatus[];
  /** `as it was`: the state before it was taken, which for an order that is over follows from its reason. */
  to: OrderStatus | "as it was";
  by: Mover;
  /** When it happens, as docs/money.md says it. */
  when: string;
};

const UNPAID = ["created", "approved", "unknown", "pending", "failed", "cancelled"] as const;

/** What happens to an order, by name. */
export const MOVES = {
  "not begun": { from: ["created"], to: "failed", by: "shop", when: "the provider created no order" },
  replaced: {
    from: ["created", "approved"],
    to: "cancelled",
    by: "buyer",
    when: "the buyer chooses another plan or another coupon",
  },
  "buyer cancelled": {
    from: ["created", "approved"],
    to: "unknown",
    by: "buyer",
    when: "the buyer cancels at the provider; we query the provider immediately",
  },
  expired: { from: ["created"], to: "cancelled", by: "clock", when: "nobody approved it within four hours" },
  taken: {
    from: UNPAID,
    to: "capturing",
    by: "query of the provider",
    when: "a process starts to query the provider",
  },
  "left behind": {
    from: ["capturing"],
    to: "as it was",
    by: "clock",
    when: "the process that took it has been silent for a minute",
  },
  "not approved": {
    from: ["capturing"],
    to: "created",
    by: "query of the provider",
    when: "the provider knows the order, holds no money, and the buyer has not approved it",
  },
  "sent back": {
    from: ["capturing"],
    to: "created",
    by: "query of the provider",
    when: "the provider needs the buyer again",
  },
  voided: {
    from: ["capturing"],
    to: "cancelled",
    by: "query of the provider",
    when: "the provider ended the order",
  },
  silent: {
    from: ["capturing"],
    to: "as it was",
    by: "query of the provider",
    when: "no answer, an unclear one or a 404, and no capture was sent",
  },
  "silent about money": {
    from: ["capturing"],
    to: "unknown",
    by: "query of the provider",
    when: "no answer, an unclear one or a 404, after a capture was sent or while a cancellation waits for confirmation",
  },
  captured: {
    from: ["capturing"],
    to: "captured",
    by: "query of the provider",
    when: "the provider holds the whole amount",
  },
  "on its way": {
    from: ["capturing"],
    to: "pending",
    by: "query of the provider",
    when: "the provider reports a pending capture",
  },
  refused: {
    from: ["capturing"],
    to: "failed",
    by: "query of the provider",
    when: "the provider holds no money and refuses the capture, or we do not want it",
  },
  "stays over": {
    from: ["capturing"],
    to: "as it was",
    by: "query of the provider",
    when: "the order is over here, the provider holds no money, and the buyer no longer wants it",
  },
} as const satisfies Record<string, Move>;

export type OrderMove = keyof typeof MOVES;

/** The moves of an order that somebody is asking about. */
export type MoveOfTaken = {
  [Name in OrderMove]: "capturing" extends (typeof MOVES)[Name]["from"][number] ? Name : never;
}[OrderMove];

/** What is known of an order that is being asked about. */
export type TakenOrder = {
  /** Its state before. */
  before: OrderStatus;
  endReason: EndReason | null;
  captureSentAt: Date | null;
};

/** The state of an order that is over for a reason. */
export const stateOfEnd = (reason: EndReason): "cancelled" | "failed" =>
  (CANCEL_REASONS as readonly string[]).includes(reason) ? "cancelled" : "failed";

/** The state in which an order is when nothing new was learned of it. */
export function restingState({ before, endReason, captureSentAt }: TakenOrder): OrderStatus {
  if (endReason) return stateOfEnd(endReason);
  if (before !== "capturing") return before;
  return captureSentAt ? "unknown" : "approved";
}

/** Where a move takes an order that is being asked about. */
export function stateAfter(move: MoveOfTaken, order: TakenOrder): OrderStatus {
  const { to }: Move = MOVES[move];
  return to === "as it was" ? restingState(order) : to;
}

/** What silence of the provider's means: nothing, unless money may have been taken or its word is waited for. */
export const silence = ({ before, captureSentAt }: TakenOrder): "silent" | "silent about money" =>
  before !== "pending" && (captureSentAt || before === "unknown") ? "silent about money" : "silent";

/** Who has the order asked about: its buyer, who is there and wants it, or a notification, the clock or staff. */
export type AskedBy = "buyer" | "others";

/** What a capture has to look at. Of the orders and payments of its buyer’s, but those of gifts. */
export type CaptureFacts = {
  endReason: EndReason | null;
  /** Another payment came in, or is on its way, since the order was made. */
  boughtSince: boolean;
  /** An order that was made later is approved, asked for, or paid. */
  approvedLater: boolean;
};

/**
 * Why the money of an approved order may not be taken, though nobody has taken it yet; undefined where it may. One that is over is
 * captured only if its buyer approved it last and has bought nothing since; one that its buyer had cancelled, only while they are there;
 * decisions.md, "Decided later".
 */
export function captureRefusal(facts: CaptureFacts, askedBy: AskedBy): EndReason | undefined {
  const { endReason, boughtSince, approvedLater } = facts;
  if (boughtSince) return endReason ?? "bought since";
  if (!endReason) return undefined;
  if (approvedLater) return endReason;
  if (endReason === "replaced" || endReason === "expired") return undefined;
  return endReason === "buyer cancelled" && askedBy === "buyer" ? undefined : endReason;
}

/** What the provider’s refusal of a capture means for its order. */
export type Refusal = "refused" | "declined" | "sent back" | "our account";

const DECLINED = ["INSTRUMENT_DECLINED", "PAYER_CANNOT_PAY", "TRANSACTION_REFUSED"];
const SENT_BACK = ["PAYER_ACTION_REQUIRED", "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING", "ORDER_NOT_APPROVED"];
const OUR_ACCOUNT = [
  "PAYEE_ACCOUNT_RESTRICTED",
  "PAYEE_ACCOUNT_LOCKED_OR_CLOSED",
  "PAYEE_ACCOUNT_INVALID",
  "PAYEE_ACCOUNT_NOT_VERIFIED",
  "PAYEE_ACCOUNT_NOT_SUPPORTED",
  "PAYEE_NOT_CONSENTED",
  "PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING",
  "PAYEE_NOT_ENABLED_FOR_BANK_PROCESSING",
  "PAYEE_BLOCKED_TRANSACTION",
  "PAYEE_FX_RATE_ID_EXPIRED",
  "PERMISSION_DENIED",
  "NOT_AUTHORIZED",
  "CURRENCY_NOT_SUPPORTED_BY_RECEIVER",
  "CANNOT_BE_PAID_IN_THIS_CURRENCY",
  "DUPLICATE_INVOICE_ID",
  "TRANSACTION_LIMIT_EXCEEDED",
  "TRANSACTION_RECEIVING_LIMIT_EXCEEDED",
];

/**
 * Sorts the provider’s word for a refused capture; developer.paypal.com, "Orders v2, error messages". A word that nobody knows refuses
 * for good. Whether the order holds a capture all the same has been asked before.
 */
export function refusalOf(issue: string): Refusal {
  if (SENT_BACK.includes(issue)) return "sent back";
  if (OUR_ACCOUNT.includes(issue)) return "our account";
  return DECLINED.includes(issue) ? "declined" : "refused";
}
