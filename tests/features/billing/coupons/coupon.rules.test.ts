import fc from "fast-check";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import {
  couponCode,
  discountedPrice,
  isCouponCode,
  listPrice,
  parseCouponRevenue,
  reductionText,
  refusalOfUse,
  refusalText,
  usesText,
} from "~/features/billing/coupons/coupon.rules";

const percent = (percent: number) => ({ percent, amount: null, currency: "USD" });
const off = (amount: string, currency = "USD") => ({ percent: null, amount, currency });
const usd = (price: string) => ({ price, currency: "USD" });

describe("a coupon code", () => {
  it("ignores case and surrounding spaces", () => {
    expect(couponCode("  welcome-20 ")).toBe("WELCOME-20");
  });

  it.each([
    ["ABC", true],
    ["A".repeat(40), true],
    ["AB", false],
    ["A".repeat(41), false],
    ["ABC D", false],
    ["ÄBC", false],
    ["ABC_D", false],
  ])("%s is valid: %s", (code, may) => expect(isCouponCode(code)).toBe(may));
});

describe("a price with a coupon", () => {
  it.each([
    [percent(20), usd("29.00"), "23.20", "5.80"],
    // A discount of 1.495 rounds half up to 1.50.
    [percent(5), usd("29.90"), "28.40", "1.50"],
    [percent(33), usd("0.05"), "0.03", "0.02"],
    [percent(99), usd("79.50"), "0.79", "78.71"],
    [off("5.00"), usd("29.00"), "24.00", "5.00"],
    [off("28.99"), usd("29.00"), "0.01", "28.99"],
    [percent(15), { price: "2990.00", currency: "JPY" }, "2541.00", "449.00"],
    [percent(50), { price: "1.00", currency: "JPY" }, "too much", undefined],
    [off("500", "JPY"), { price: "2990.00", currency: "JPY" }, "2490.00", "500.00"],
  ])("%j of %j is %s", spec("beyond coupons per cent amount"), (coupon, price, amount, discount) => {
    const reduced = discountedPrice(coupon, price);
    expect(discount === undefined ? reduced : [amount, discount]).toEqual(
      discount === undefined ? amount : Object.values(reduced),
    );
  });

  it.each([
    [off("29.00"), usd("29.00"), "too much"],
    [off("30.00"), usd("29.00"), "too much"],
    [percent(1), usd("0.10"), "too little"],
    [percent(1), { price: "40.00", currency: "JPY" }, "too little"],
    [off("0.50", "JPY"), { price: "40.00", currency: "JPY" }, "too little"],
    [off("5.00", "EUR"), usd("29.00"), "another currency"],
  ])("%j is refused for %j: %s", (coupon, price, refusal) => {
    expect(discountedPrice(coupon, price)).toBe(refusal);
  });

  it("plus the discount is the list price, and is above zero", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.integer({ min: 1, max: 99 }),
        (cents, share) => {
          const price = (cents / 100).toFixed(2);
          const reduced = discountedPrice(percent(share), usd(price));
          if (typeof reduced === "string") return;
          expect(Number(reduced.amount)).toBeGreaterThan(0);
          expect(listPrice(reduced)).toBe(price);
          expect(Math.abs(Number(reduced.discount) * 100 - (cents * share) / 100)).toBeLessThanOrEqual(
            0.5001,
          );
        },
      ),
    );
  });
});

describe("using a coupon", () => {
  const use = { mostUses: 2, oncePerMember: true, firstPurchase: true };
  const free = { used: 1, usedBefore: false, hasPaid: false };

  it.each([
    [use, free, undefined],
    [use, { ...free, used: 2 }, "used up"],
    [use, { ...free, usedBefore: true }, "used before"],
    [use, { ...free, hasPaid: true }, "not the first"],
    [
      { mostUses: null, oncePerMember: false, firstPurchase: false },
      { used: 9, usedBefore: true, hasPaid: true },
      undefined,
    ],
  ] as const)("with %j after %j: %s", (coupon, soFar, refusal) =>
    expect(refusalOfUse(coupon, soFar)).toBe(refusal));

  it("is refused without revealing whether a code has ever existed", () => {
    expect(refusalText("unknown", "anything")).not.toContain("ANYTHING");
    expect(refusalText("used up", "last ")).toBe("LAST has reached its usage limit.");
  });
});

it("a reduction names list price, discount and code", () => {
  const paid = { amount: "23.20", discount: "5.80", currency: "USD" };
  expect(reductionText({ ...paid, couponCode: "WELCOME20" })).toBe("$29.00 less $5.80 with WELCOME20");
  expect(
    reductionText({ amount: "29.00", discount: "0.00", currency: "USD", couponCode: null }),
  ).toBeUndefined();
});

it("takings are listed by currency", () => {
  expect([usesText(3, 10), usesText(3, null)]).toEqual(["3 of 10", "3"]);
  expect(parseCouponRevenue("EUR 10.00 2.00,USD 46.40 11.60")).toEqual([
    { currency: "EUR", paid: "10.00", given: "2.00" },
    { currency: "USD", paid: "46.40", given: "11.60" },
  ]);
  expect(parseCouponRevenue(null)).toEqual([]);
});
