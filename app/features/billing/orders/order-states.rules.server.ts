import { CANCEL_REASONS, type EndReason, type OrderStatus } from "db/entities/order";

/*
 * The states of an order and all moves between them. docs/money.md shows them as a table generated from here.
 *
 *   created    made here; no approval by the buyer is known
 *   approved   the provider reported the buyer's approval; no capture was sent
 *   capturing  one process works on it and may be taking the money
 *   unknown    the provider may have taken the money and has not answered, or has not answered about an order
 *              that is over here
 *   pending    the money is on its way to the provider
 *   captured   paid, recorded and granted
 *   failed     over; we kept no money for it
 *   cancelled  over before its money was requested
 *
 * The provider's answer outranks our own state: every order but a captured one can be queried again. Whether
 * its money may still be taken is another question: `captureRefusal`.
 */

/** The causes that may move an order. */
type Mover = "shop" | "query of the provider" | "buyer" | "clock";

type Move = {
  from: readonly OrderStatus[];
  /** `as it was`: the state before the lease. For an order that is over, it follows from the end reason. */
  to: OrderStatus | "as it was";
  by: Mover;
  /** When the move happens, as shown in docs/money.md. */
  when: string;
};

const UNPAID = ["created", "approved", "unknown", "pending", "failed", "cancelled"] as const;

/** All moves of an order, by name. */
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
    when: "the buyer cancels with the provider; we query the provider immediately",
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
    when: "the order has ended, the provider holds no money, and the buyer gave it up",
  },
} as const satisfies Record<string, Move>;

export type OrderMove = keyof typeof MOVES;

/** The moves of a leased order. */
export type LeasedMove = {
  [Name in OrderMove]: "capturing" extends (typeof MOVES)[Name]["from"][number] ? Name : never;
}[OrderMove];

/** The known facts of a leased order. */
export type LeasedOrder = {
  /** Its state before the lease. */
  before: OrderStatus;
  endReason: EndReason | null;
  captureSentAt: Date | null;
};

/** The state of an order that ended for this reason. */
export const endState = (reason: EndReason): "cancelled" | "failed" =>
  (CANCEL_REASONS as readonly string[]).includes(reason) ? "cancelled" : "failed";

/** The state of a leased order if the query brought nothing new. */
export function restingState({ before, endReason, captureSentAt }: LeasedOrder): OrderStatus {
  if (endReason) return endState(endReason);
  if (before !== "capturing") return before;
  return captureSentAt ? "unknown" : "approved";
}

/** The state of a leased order after a move. */
export function stateAfter(move: LeasedMove, order: LeasedOrder): OrderStatus {
  const { to }: Move = MOVES[move];
  return to === "as it was" ? restingState(order) : to;
}

/**
 * The move when the provider does not answer: the order stays, unless money may have been taken or an answer
 * is due.
 */
export const moveWithoutAnswer = ({ before, captureSentAt }: LeasedOrder): "silent" | "silent about money" =>
  before !== "pending" && (captureSentAt || before === "unknown") ? "silent about money" : "silent";

/**
 * Who triggers the query: the buyer, who is present and wants the purchase; or a notification, the clock or
 * staff.
 */
export type RequestedBy = "buyer" | "others";

/** What a capture checks first, from the buyer's own orders and payments without gifts. */
export type CaptureFacts = {
  endReason: EndReason | null;
  /** Another payment came in, or is pending, since the order was made. */
  boughtSince: boolean;
  /** A later order is approved, being captured, or paid. */
  approvedLater: boolean;
};

/**
 * Why an approved order may not be captured. Undefined if it may. An order that is over is captured only if
 * its buyer approved it last and has bought nothing since. An order that its buyer cancelled is captured only
 * while they are present.
 */
export function captureRefusal(facts: CaptureFacts, requestedBy: RequestedBy): EndReason | undefined {
  const { endReason, boughtSince, approvedLater } = facts;
  if (boughtSince) return endReason ?? "bought since";
  if (!endReason) return undefined;
  if (approvedLater) return endReason;
  if (endReason === "replaced" || endReason === "expired") return undefined;
  return endReason === "buyer cancelled" && requestedBy === "buyer" ? undefined : endReason;
}

/** What the provider’s refusal of a capture means for the order. */
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
 * Classifies the provider’s error for a refused capture; developer.paypal.com, "Orders v2, error messages".
 * An unknown error is a permanent refusal. The caller has already checked that the order holds no capture.
 */
export function classifyRefusal(issue: string): Refusal {
  if (SENT_BACK.includes(issue)) return "sent back";
  if (OUR_ACCOUNT.includes(issue)) return "our account";
  return DECLINED.includes(issue) ? "declined" : "refused";
}
