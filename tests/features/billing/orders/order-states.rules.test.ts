import { CANCEL_REASONS, END_REASONS, ORDER_STATUSES } from "db/entities/order";
import { describe, expect, it } from "vitest";
import {
  captureRefusal,
  MOVES,
  type MoveOfTaken,
  refusalOf,
  restingState,
  silence,
  stateAfter,
} from "~/features/billing/orders/order-states.rules.server";

const taken = (
  before: (typeof ORDER_STATUSES)[number],
  more: Partial<Parameters<typeof silence>[0]> = {},
) => ({
  before,
  endReason: null,
  captureSentAt: null,
  ...more,
});

const OF_TAKEN = Object.entries(MOVES).flatMap(([name, { from }]) =>
  (from as readonly string[]).includes("capturing") ? [name as MoveOfTaken] : [],
);

describe("the states of an order", () => {
  it("leads out of every state but captured, and into every state but created", () => {
    const left = new Set(Object.values(MOVES).flatMap(({ from }) => [...from] as string[]));
    expect(ORDER_STATUSES.filter((status) => !left.has(status))).toEqual(["captured"]);
    const reached = new Set(Object.values(MOVES).map(({ to }) => to as string));
    expect(ORDER_STATUSES.filter((status) => !reached.has(status))).toEqual(["approved"]);
  });

  it.each(OF_TAKEN)("%s leaves no order that is being asked about", (move) => {
    for (const before of ORDER_STATUSES)
      for (const endReason of [null, ...END_REASONS])
        for (const captureSentAt of [null, new Date()])
          expect(stateAfter(move, { before, endReason, captureSentAt })).not.toBe("capturing");
  });

  it.each(
    END_REASONS,
  )("an order that is over because of '%s' stays over when nothing is learned", (endReason) => {
    const over = (CANCEL_REASONS as readonly string[]).includes(endReason) ? "cancelled" : "failed";
    for (const before of ["capturing", "failed", "cancelled"] as const)
      expect(restingState(taken(before, { endReason }))).toBe(over);
  });

  it("an order whose process vanished is unknown once a capture was sent, and approved before", () => {
    expect(restingState(taken("capturing"))).toBe("approved");
    expect(restingState(taken("capturing", { captureSentAt: new Date() }))).toBe("unknown");
  });

  it("silence of the provider means something only after a capture was sent, or while its word is waited for", () => {
    expect(silence(taken("created"))).toBe("silent");
    expect(silence(taken("approved"))).toBe("silent");
    expect(silence(taken("created", { captureSentAt: new Date() }))).toBe("silent about money");
    expect(silence(taken("unknown", { endReason: "buyer cancelled" }))).toBe("silent about money");
    expect(silence(taken("pending", { captureSentAt: new Date() }))).toBe("silent");
  });
});

describe("whether the money of an approved order may be taken", () => {
  const facts = { endReason: null, boughtSince: false, approvedLater: false };

  it.each([
    "buyer",
    "others",
  ] as const)("of one that is not over, unless something was bought since: for %s", (askedBy) => {
    expect(captureRefusal(facts, askedBy)).toBeUndefined();
    expect(captureRefusal({ ...facts, approvedLater: true }, askedBy)).toBeUndefined();
    expect(captureRefusal({ ...facts, boughtSince: true }, askedBy)).toBe("bought since");
  });

  it.each(END_REASONS)("of one that is over because of '%s'", (endReason) => {
    const byBuyer = ["buyer cancelled", "replaced", "expired"].includes(endReason) ? undefined : endReason;
    const byOthers = ["replaced", "expired"].includes(endReason) ? undefined : endReason;
    expect(captureRefusal({ ...facts, endReason }, "buyer")).toBe(byBuyer);
    expect(captureRefusal({ ...facts, endReason }, "others")).toBe(byOthers);
    for (const more of [{ boughtSince: true }, { approvedLater: true }])
      for (const askedBy of ["buyer", "others"] as const)
        expect(captureRefusal({ ...facts, endReason, ...more }, askedBy)).toBe(endReason);
  });
});

it.each([
  ["INSTRUMENT_DECLINED", "declined"],
  ["PAYER_CANNOT_PAY", "declined"],
  ["TRANSACTION_REFUSED", "declined"],
  ["PAYEE_ACCOUNT_RESTRICTED", "our account"],
  ["DUPLICATE_INVOICE_ID", "our account"],
  ["PERMISSION_DENIED", "our account"],
  ["PAYER_ACTION_REQUIRED", "sent back"],
  ["REDIRECT_PAYER_FOR_ALTERNATE_FUNDING", "sent back"],
  ["PAYER_ACCOUNT_RESTRICTED", "refused"],
  ["MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED", "refused"],
  ["COMPLIANCE_VIOLATION", "refused"],
  ["A_WORD_OF_NEXT_YEAR", "refused"],
  ["", "refused"],
])("a capture that is refused with '%s' is %s", (issue, refusal) => expect(refusalOf(issue)).toBe(refusal));
