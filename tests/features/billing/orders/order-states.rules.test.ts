import { CANCEL_REASONS, END_REASONS, ORDER_STATUSES } from "db/entities/order";
import { describe, expect, it } from "vitest";
import {
  captureRefusal,
  classifyRefusal,
  type LeasedMove,
  MOVES,
  moveWithoutAnswer,
  restingState,
  stateAfter,
} from "~/features/billing/orders/order-states.rules.server";

const taken = (
  before: (typeof ORDER_STATUSES)[number],
  more: Partial<Parameters<typeof moveWithoutAnswer>[0]> = {},
) => ({
  before,
  endReason: null,
  captureSentAt: null,
  ...more,
});

const OF_TAKEN = Object.entries(MOVES).flatMap(([name, { from }]) =>
  (from as readonly string[]).includes("capturing") ? [name as LeasedMove] : [],
);

describe("order states", () => {
  it("have moves out of all but captured, and into all but approved", () => {
    const left = new Set(Object.values(MOVES).flatMap(({ from }) => [...from] as string[]));
    expect(ORDER_STATUSES.filter((status) => !left.has(status))).toEqual(["captured"]);
    const reached = new Set(Object.values(MOVES).map(({ to }) => to as string));
    expect(ORDER_STATUSES.filter((status) => !reached.has(status))).toEqual(["approved"]);
  });

  it.each(OF_TAKEN)("%s never leaves an order capturing", (move) => {
    for (const before of ORDER_STATUSES)
      for (const endReason of [null, ...END_REASONS])
        for (const captureSentAt of [null, new Date()])
          expect(stateAfter(move, { before, endReason, captureSentAt })).not.toBe("capturing");
  });

  it.each(END_REASONS)("an order ended by '%s' stays over if the query brings nothing new", (endReason) => {
    const over = (CANCEL_REASONS as readonly string[]).includes(endReason) ? "cancelled" : "failed";
    for (const before of ["capturing", "failed", "cancelled"] as const)
      expect(restingState(taken(before, { endReason }))).toBe(over);
  });

  it("an order whose process vanished is unknown after a capture was sent, else approved", () => {
    expect(restingState(taken("capturing"))).toBe("approved");
    expect(restingState(taken("capturing", { captureSentAt: new Date() }))).toBe("unknown");
  });

  it("a provider's silence matters only after a capture was sent, or while an answer is due", () => {
    expect(moveWithoutAnswer(taken("created"))).toBe("silent");
    expect(moveWithoutAnswer(taken("approved"))).toBe("silent");
    expect(moveWithoutAnswer(taken("created", { captureSentAt: new Date() }))).toBe("silent about money");
    expect(moveWithoutAnswer(taken("unknown", { endReason: "buyer cancelled" }))).toBe("silent about money");
    expect(moveWithoutAnswer(taken("pending", { captureSentAt: new Date() }))).toBe("silent");
  });
});

describe("capturing an approved order", () => {
  const facts = { endReason: null, boughtSince: false, approvedLater: false };

  it.each([
    "buyer",
    "others",
  ] as const)("is refused if the buyer bought something else since: for %s", (requestedBy) => {
    expect(captureRefusal(facts, requestedBy)).toBeUndefined();
    expect(captureRefusal({ ...facts, approvedLater: true }, requestedBy)).toBeUndefined();
    expect(captureRefusal({ ...facts, boughtSince: true }, requestedBy)).toBe("bought since");
  });

  it.each(END_REASONS)("ended by '%s' depends on who triggers it", (endReason) => {
    const byBuyer = ["buyer cancelled", "replaced", "expired"].includes(endReason) ? undefined : endReason;
    const byOthers = ["replaced", "expired"].includes(endReason) ? undefined : endReason;
    expect(captureRefusal({ ...facts, endReason }, "buyer")).toBe(byBuyer);
    expect(captureRefusal({ ...facts, endReason }, "others")).toBe(byOthers);
    for (const more of [{ boughtSince: true }, { approvedLater: true }])
      for (const requestedBy of ["buyer", "others"] as const)
        expect(captureRefusal({ ...facts, endReason, ...more }, requestedBy)).toBe(endReason);
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
])("a capture error '%s' is classified as '%s'", (issue, refusal) =>
  expect(classifyRefusal(issue)).toBe(refusal));
