import { describe, expect, it } from "vitest";
import { captureState, mismatch } from "~/features/billing/capture.rules";
import { isSameAmount, providerAmount } from "~/features/billing/money.rules";
import { afterPurchase, afterRefund, purchaseError } from "~/features/entitlements/entitlement.rules";

const now = new Date("2026-07-16T12:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const basic = { tier: "Basic", until: null } as const;
const premium = (days: number) => ({ tier: "Premium" as const, until: inDays(days) });
const privately = (days: number) => ({ tier: "Private" as const, until: inDays(days) });

describe("purchaseRefusal", () => {
  it("sells everything but Basic to who holds nothing, or what is over", () => {
    expect(purchaseError(basic, "Premium", now)).toBeUndefined();
    expect(purchaseError(privately(-1), "Premium", now)).toBeUndefined();
    expect(purchaseError(basic, "Basic", now)).toBe("not sold");
  });

  it("lets Premium wait for Private's end, not the other way round", () => {
    expect(purchaseError(privately(3), "Premium", now)).toBe("private runs");
    expect(purchaseError({ tier: "Private", until: null }, "Premium", now)).toBe("private runs");
    expect(purchaseError(premium(3), "Private", now)).toBeUndefined();
  });

  it("adds days to the same tier, unless it has no end", () => {
    expect(purchaseError(premium(3), "Premium", now)).toBeUndefined();
    expect(purchaseError({ tier: "Premium", until: null }, "Premium", now)).toBe("no end");
  });
});

describe("afterPurchase", () => {
  const buys = { tier: "Premium", days: 30 } as const;

  it("starts now for who holds nothing, or what is over", () => {
    for (const held of [basic, premium(-2), privately(-2)]) {
      expect(afterPurchase(held, buys, now)).toEqual({
        held: premium(30),
        access: { tier: "Premium", from: now, until: inDays(30) },
      });
    }
  });

  it("puts the days of the same tier behind what is left", () => {
    expect(afterPurchase(premium(4), buys, now)).toEqual({
      held: premium(34),
      access: { tier: "Premium", from: inDays(4), until: inDays(34) },
    });
  });

  it("lets Private replace Premium at once", () => {
    const bought = afterPurchase(premium(20), { tier: "Private", days: 30 }, now);
    expect(bought.entitlement).toEqual(privately(30));
    expect(bought.period.from).toEqual(now);
  });

  it("gives the days of Premium to a Private that began meanwhile", () => {
    expect(afterPurchase(privately(10), buys, now).entitlement).toEqual(privately(40));
  });

  it("leaves without an end what has none", () => {
    expect(afterPurchase({ tier: "Premium", until: null }, buys, now).entitlement.until).toBeNull();
  });
});

describe("afterRefund", () => {
  const access = (tier: "Premium" | "Private", from: number, until: number) => ({
    tier,
    from: inDays(from),
    until: inDays(until),
  });

  it("ends the access that was bought, at once", () => {
    expect(afterRefund(premium(20), access("Premium", -10, 20), [], now)).toEqual({
      tier: "Premium",
      until: now,
    });
  });

  it("takes only the days of the refunded payment", () => {
    const other = access("Premium", -10, 20);
    expect(afterRefund(premium(50), access("Premium", 20, 50), [other], now)).toEqual(premium(20));
    expect(afterRefund(premium(50), other, [access("Premium", 20, 50)], now)).toEqual(premium(30));
  });

  it("gives back the Premium that a refunded Private had replaced", () => {
    const others = [access("Premium", -5, 25)];
    expect(afterRefund(privately(30), access("Private", 0, 30), others, now)).toEqual(premium(25));
  });

  it("leaves alone what the payment did not buy", () => {
    expect(afterRefund(privately(9), access("Premium", -5, 25), [], now)).toEqual(privately(9));
    const endless = { tier: "Premium", until: null } as const;
    expect(afterRefund(endless, access("Premium", -5, 25), [], now)).toEqual(endless);
    expect(afterRefund(basic, access("Premium", -5, 25), [], now)).toEqual(basic);
  });
});

describe("mismatch", () => {
  const agreed = { id: "a1", amount: "29.00", currency: "USD" };
  const seen = { customId: "a1", amount: "29.00", currency: "USD", merchantId: "M" };

  it("finds nothing wrong with what was agreed", () => {
    expect(mismatch(agreed, seen, "M")).toBeUndefined();
    expect(mismatch(agreed, { ...seen, amount: "29" })).toBeUndefined();
  });

  it("sees every other amount, currency, order and payee", () => {
    for (const lie of [
      { amount: "2.90" },
      { amount: "29.01" },
      { amount: "" },
      { amount: "29,00" },
      { amount: "NaN" },
      { currency: "JPY" },
      { currency: undefined },
      { customId: "b2" },
      { customId: undefined },
      { merchantId: "N" },
    ]) {
      expect(mismatch(agreed, { ...seen, ...lie }, "M"), JSON.stringify(lie)).toBeTypeOf("string");
    }
  });
});

it("takes only what it knows for money", () => {
  expect(["COMPLETED", "PENDING", "DECLINED", "REFUNDED", "completed", ""].map(captureState)).toEqual([
    "paid",
    "pending",
    "declined",
    "refunded",
    "unknown",
    "unknown",
  ]);
});

it("writes yen without decimals and compares sums exactly", () => {
  expect(providerAmount("2900.00", "JPY")).toBe("2900");
  expect(providerAmount("29.00", "USD")).toBe("29.00");
  expect(isSameAmount("9007199254.01", "9007199254.02")).toBe(false);
  expect(isSameAmount("29.0", "29.00")).toBe(true);
  expect(isSameAmount("1e2", "100")).toBe(false);
});
