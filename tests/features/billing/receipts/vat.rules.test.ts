import fc from "fast-check";
import { spec } from "tests/support/spec";
import { expect, it } from "vitest";
import { formatCents, parseCents } from "~/features/billing/money.rules";
import { creditNoteName, parseNumbers, receiptName } from "~/features/billing/receipts/receipt.rules";
import { splitVat, vatLabel } from "~/features/billing/receipts/vat.rules";

it.each([
  ["29.00", "20.00", { net: "24.17", vat: "4.83" }],
  ["119.00", "19", { net: "100.00", vat: "19.00" }],
  ["49.00", "7.70", { net: "45.50", vat: "3.50" }],
  // Half a cent of net rounds up: 0.03 with 20% is 0.025 net.
  ["0.03", "20.00", { net: "0.03", vat: "0.00" }],
  ["0.09", "20.00", { net: "0.08", vat: "0.01" }],
  ["29.00", "0.00", { net: "29.00", vat: "0.00" }],
  ["0.00", "20.00", { net: "0.00", vat: "0.00" }],
])("the tax of %s at %s%% is split off", (gross, rate, split) => {
  expect(splitVat({ amount: gross, currency: "USD" }, rate)).toEqual(split);
});

it("net and tax are whole in currencies without decimals", () => {
  expect(splitVat({ amount: "1000.00", currency: "JPY" }, "10.00")).toEqual({ net: "909.00", vat: "91.00" });
});

it(
  "net and tax add up to the price, and the net is at most half a cent off",
  spec("beyond optional line vat day"),
  () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.bigInt({ min: 0n, max: 9_999n }),
        (gross, rate) => {
          const { net, vat } = splitVat({ amount: formatCents(gross), currency: "EUR" }, formatCents(rate));
          expect(parseCents(net) + parseCents(vat)).toBe(gross);
          expect(parseCents(vat)).toBeGreaterThanOrEqual(0n);
          const off = 2n * (parseCents(net) * (10_000n + rate) - gross * 10_000n);
          expect(off > -(10_000n + rate) && off <= 10_000n + rate).toBe(true);
        },
      ),
    );
  },
);

it("the tax label has no trailing zeros", () => {
  expect(["20.00", "7.70", "5.25", "0.00"].map((rate) => vatLabel({ name: "MwSt", rate }))).toEqual([
    "MwSt 20%",
    "MwSt 7.7%",
    "MwSt 5.25%",
    "MwSt 0%",
  ]);
});

it("numbers are recognised in their written form, with or without zeros", () => {
  expect([receiptName(123), receiptName(12_345_678), receiptName(null), creditNoteName(4)]).toEqual([
    "R-000123",
    "R-12345678",
    "",
    "C-000004",
  ]);
  expect([parseNumbers("R-000123"), parseNumbers(" r-123 "), parseNumbers("c-4")]).toEqual([
    { receipt: 123, creditNote: null },
    { receipt: 123, creditNote: null },
    { receipt: null, creditNote: 4 },
  ]);
  for (const words of ["123", "R-0", "R-1234567890", "X-1", "R-1x", "", "r"])
    expect(parseNumbers(words)).toEqual({ receipt: null, creditNote: null });
});
