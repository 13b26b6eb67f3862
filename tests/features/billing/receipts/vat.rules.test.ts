import fc from "fast-check";
import { spec } from "tests/support/spec";
import { expect, it } from "vitest";
import { amountOf, centsOf } from "~/features/billing/money.rules";
import { creditNoteName, numbersIn, receiptName } from "~/features/billing/receipts/receipt.rules";
import { splitVat, vatLabel } from "~/features/billing/receipts/vat.rules";

it.each([
  ["29.00", "20.00", { net: "24.17", vat: "4.83" }],
  ["119.00", "19", { net: "100.00", vat: "19.00" }],
  ["49.00", "7.70", { net: "45.50", vat: "3.50" }],
  // Half a cent of net counts up: 0.03 with 20% is 0.025 net.
  ["0.03", "20.00", { net: "0.03", vat: "0.00" }],
  ["0.09", "20.00", { net: "0.08", vat: "0.01" }],
  ["29.00", "0.00", { net: "29.00", vat: "0.00" }],
  ["0.00", "20.00", { net: "0.00", vat: "0.00" }],
])("%s with %s%% in it", (gross, rate, split) => {
  expect(splitVat({ amount: gross, currency: "USD" }, rate)).toEqual(split);
});

it("net and tax are whole where the currency has no decimals", () => {
  expect(splitVat({ amount: "1000.00", currency: "JPY" }, "10.00")).toEqual({ net: "909.00", vat: "91.00" });
});

it(
  "net and tax are the price to the cent, and the net is never half a cent from the exact one",
  spec("beyond optional line vat day"),
  () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.bigInt({ min: 0n, max: 9_999n }),
        (gross, rate) => {
          const { net, vat } = splitVat({ amount: amountOf(gross), currency: "EUR" }, amountOf(rate));
          expect(centsOf(net) + centsOf(vat)).toBe(gross);
          expect(centsOf(vat)).toBeGreaterThanOrEqual(0n);
          const off = 2n * (centsOf(net) * (10_000n + rate) - gross * 10_000n);
          expect(off > -(10_000n + rate) && off <= 10_000n + rate).toBe(true);
        },
      ),
    );
  },
);

it("names the tax without zeros that say nothing", () => {
  expect(["20.00", "7.70", "5.25", "0.00"].map((rate) => vatLabel({ name: "MwSt", rate }))).toEqual([
    "MwSt 20%",
    "MwSt 7.7%",
    "MwSt 5.25%",
    "MwSt 0%",
  ]);
});

it("numbers are read as they are written, with or without their zeros", () => {
  expect([receiptName(123), receiptName(12_345_678), receiptName(null), creditNoteName(4)]).toEqual([
    "R-000123",
    "R-12345678",
    "",
    "C-000004",
  ]);
  expect([numbersIn("R-000123"), numbersIn(" r-123 "), numbersIn("c-4")]).toEqual([
    { receipt: 123, creditNote: null },
    { receipt: 123, creditNote: null },
    { receipt: null, creditNote: 4 },
  ]);
  for (const words of ["123", "R-0", "R-1234567890", "X-1", "R-1x", "", "r"])
    expect(numbersIn(words)).toEqual({ receipt: null, creditNote: null });
});
