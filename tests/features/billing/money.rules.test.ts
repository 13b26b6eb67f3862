import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSameAmount, providerAmount } from "~/features/billing/money.rules";

const cents = fc.bigInt({ min: 0n, max: 10n ** 14n - 1n });
const asDecimal = (sum: bigint) => `${sum / 100n}.${String(sum % 100n).padStart(2, "0")}`;

it("the provider's amount drops decimals only in currencies that have none", () => {
  for (const currency of ["HUF", "JPY", "TWD"]) {
    expect(providerAmount("2900.00", currency)).toBe("2900");
    // Decimals stay, because the shop does not round a wrong amount: the provider rejects it.
    expect(providerAmount("29.50", currency)).toBe("29.50");
    expect(providerAmount("0.001", currency)).toBe("0.001");
  }
  for (const currency of ["USD", "EUR", "jpy", ""]) expect(providerAmount("29.00", currency)).toBe("29.00");
});

describe("two amounts", () => {
  it("are equal regardless of trailing and leading zeros", () => {
    expect(isSameAmount("29", "29.00")).toBe(true);
    expect(isSameAmount("29.0", "29.00")).toBe(true);
    expect(isSameAmount("29.5", "29.50")).toBe(true);
    expect(isSameAmount("9", "9.00")).toBe(true);
    expect(isSameAmount("029.00", "29.00")).toBe(true);
    expect(isSameAmount("999999999999.99", "999999999999.99")).toBe(true);
  });

  it("are compared to the cent, without floating point", () => {
    expect(isSameAmount("9007199254.01", "9007199254.02")).toBe(false);
    expect(isSameAmount("29.5", "29.05")).toBe(false);
    expect(isSameAmount("1.00", "2.00")).toBe(false);
    expect(isSameAmount("29.50", "34.00")).toBe(false);
    expect(isSameAmount("2.00", "1.99")).toBe(false);
    expect(isSameAmount("1.01", "2")).toBe(false);
    fc.assert(
      fc.property(cents, cents, (one, other) => {
        expect(isSameAmount(asDecimal(one), asDecimal(other))).toBe(one === other);
        expect(isSameAmount(asDecimal(one), asDecimal(one))).toBe(true);
        expect(isSameAmount(asDecimal(one), asDecimal(one + 1n))).toBe(false);
      }),
    );
  });

  it("are never equal if one is no decimal, not even to itself", () => {
    for (const text of [
      "",
      " ",
      "1e2",
      "29,00",
      "29.",
      ".5",
      "29.001",
      "-29.00",
      "+29.00",
      " 29.00",
      "29.00\n",
      "$29.00",
      "29.00 USD",
      "0x1d",
      "NaN",
      "Infinity",
      "1000000000000",
      "1000000000000.00",
      "٢٩",
    ]) {
      expect(isSameAmount(text, text), text).toBe(false);
      expect(isSameAmount(text, "29.00"), text).toBe(false);
      expect(isSameAmount("29.00", text), text).toBe(false);
    }
    const noDecimal = fc.string().filter((text) => !/^\d+(\.\d{1,2})?$/.test(text));
    fc.assert(
      fc.property(noDecimal, fc.oneof(fc.string(), cents.map(asDecimal)), (text, other) => {
        expect(isSameAmount(text, text)).toBe(false);
        expect(isSameAmount(text, other)).toBe(false);
        expect(isSameAmount(other, text)).toBe(false);
      }),
    );
  });

  it("compare the same in either order", () => {
    const texts = fc.oneof(fc.constantFrom("29", "29.0", "29.00", "2.9", "x"), cents.map(asDecimal));
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        expect(isSameAmount(one, other)).toBe(isSameAmount(other, one));
      }),
    );
  });
});
