import fc from "fast-check";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import {
  capitalise,
  changeDecimals,
  changeDirection,
  formatCount,
  formatDistance,
  formatMoney,
  formatNumber,
  formatSigned,
  formatVolume,
  initialsOf,
  MINUS,
  pluralize,
  truncate,
} from "~/ui/format";
import {
  currencyText,
  exactPrice,
  formatPrice,
  formatPriceStep,
  type PriceKind,
  priceFigure,
} from "~/ui/price-format";

describe("numbers", () => {
  it.each([
    [1024.8, 2, "1,024.80"],
    ["1024.805", 2, "1,024.81"],
    [-0.24, 2, "−0.24"],
    [-0.001, 2, "0.00"],
    [0, 0, "0"],
    [118420, 2, "118,420.00"],
    ["9007199254740993.25", 2, "9,007,199,254,740,993.25"],
    [null, 2, "–"],
    [undefined, 2, "–"],
    ["", 2, "–"],
    ["n/a", 2, "–"],
    [Number.NaN, 2, "–"],
  ])("shows %s with %i decimals as %s", (value, decimals, shown) => {
    expect(formatNumber(value, decimals)).toBe(shown);
  });

  it("has constant decimals for any figure, and never a hyphen for a minus", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e12, max: 1e12, noNaN: true }),
        fc.integer({ min: 0, max: 4 }),
        (value, decimals) => {
          const text = formatNumber(value, decimals);
          expect(text).not.toContain("-");
          expect(text.split(".")[1]?.length ?? 0).toBe(decimals);
          const back = Number(text.replaceAll(",", "").replace(MINUS, "-"));
          expect(Math.abs(back - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + Math.abs(value) * 1e-15);
        },
      ),
    );
  });

  it("returns an exact decimal digit by digit", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.integer({ min: 0, max: 99 }),
        (whole, cents) => {
          const text = `${whole}.${String(cents).padStart(2, "0")}`;
          expect(formatNumber(text).replaceAll(",", "")).toBe(text);
        },
      ),
    );
  });

  it("shows counts without decimals", () => {
    expect(formatCount(1204)).toBe("1,204");
    expect(pluralize(1, "brief")).toBe("1 brief");
    expect(pluralize(0, "brief")).toBe("0 briefs");
    expect(pluralize(1204, "story", "stories")).toBe("1,204 stories");
  });
});

describe("signs", () => {
  it.each([
    [0.52, "+0.52", "up"],
    ["-0.24", "−0.24", "down"],
    [0, "0.00", "flat"],
    [0.004, "0.00", "flat"],
    [-0.004, "0.00", "flat"],
    [-0.005, "−0.01", "down"],
  ] as const)("%s is %s and goes %s", (value, shown, direction) => {
    expect(formatSigned(value)).toBe(shown);
    expect(changeDirection(value)).toBe(direction);
  });

  it.each([
    [0.046, "+0.05", "up"],
    [-0.04, "−0.04", "down"],
    [0.004, "0.0", "flat"],
    [0, "0.0", "flat"],
    [-0.05, "−0.1", "down"],
  ] as const)("with one decimal %s is %s and goes %s: a change is not rounded to nought", (value, shown, direction) => {
    expect(formatSigned(value, 1)).toBe(shown);
    expect(changeDirection(value, 1)).toBe(direction);
  });

  it("have their own decimals", () => {
    expect([0.046, 1.2, 0].map((value) => changeDecimals(value, 1))).toEqual([2, 1, 1]);
    expect([-0.046, 6.58].map((value) => formatDistance(value))).toEqual(["0.05", "6.6"]);
  });

  it("always match the direction", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (value) => {
        const first = formatSigned(value)[0];
        const direction = changeDirection(value);
        expect(first === "+").toBe(direction === "up");
        expect(first === MINUS).toBe(direction === "down");
      }),
    );
  });
});

describe("prices", () => {
  it.each([
    [6842.17, "6,842.17"],
    [1, "1.00"],
    [0, "0.00"],
    [0.5, "0.5000"],
    [0.00001234567, "0.0000123457"],
    ["-0.0421", "−0.04210"],
    [null, "–"],
  ])("shows %s as %s", (value, shown) => {
    expect(formatPrice(value)).toBe(shown);
  });

  it("has four to six significant digits below one", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 0.99999, noNaN: true }), (value) => {
        const digits = formatPrice(value).replace("0.", "").replace(/^0+/, "");
        expect(digits.length).toBeGreaterThanOrEqual(4);
        expect(digits.length).toBeLessThanOrEqual(6);
      }),
    );
  });

  it.each<[PriceKind, string, string]>([
    ["stock", "172.4", "172.40"],
    ["stock", "1.17423", "1.17"],
    ["stock", "0.5", "0.5000"],
    ["etf", "26.75", "26.75"],
    ["index", "46218.4", "46,218.40"],
    ["currency", "1.1742", "1.1742"],
    ["currency", "1.17", "1.1700"],
    ["currency", "18.642", "18.642"],
    ["currency", "148.36", "148.36"],
    ["currency", "0.00674", "0.006740"],
    ["crypto", "1.0003", "1.0003"],
    ["crypto", "17.462", "17.46"],
    ["crypto", "118420", "118,420.00"],
    ["crypto", "0.9991", "0.9991"],
    ["crypto", "0.21384", "0.21384"],
    ["crypto", "0.00001342", "0.000013420"],
    ["commodity", "4.4125", "4.4125"],
    ["commodity", "38.465", "38.465"],
    ["commodity", "3384.2", "3,384.20"],
    ["fund", "7.214", "7.2140"],
    ["fund", "24.18", "24.18"],
    ["bond", "4.218", "4.218"],
    // A figure rounded up to the next magnitude has that magnitude's decimals.
    ["currency", "9.99996", "10.000"],
    ["currency", "99.9996", "100.00"],
  ])("shows a %s at %s as %s", (kind, value, shown) => {
    expect(formatPrice(value, { kind, currency: "USD" })).toBe(shown);
    expect(formatPrice(Number(value), { kind, currency: "USD" })).toBe(shown);
  });

  it("shows a yield in per cent, and a bond's price as a price", () => {
    expect(formatPrice("4.218", { kind: "bond", currency: null })).toBe("4.218%");
    expect(formatPrice("98.5", { kind: "bond", currency: "USD" })).toBe("98.500");
    expect(["0.85", "-0.05", "0"].map((rate) => formatPrice(rate, { kind: "bond" }))).toEqual([
      "0.850%",
      "\u22120.050%",
      "0.000%",
    ]);
  });

  it("labels hundredths of a currency, so that nobody reads them as the whole", () => {
    expect(formatPrice("1992", { kind: "stock", currency: "GBX" })).toBe("1,992.00p");
    expect(formatPrice("541.25", { kind: "commodity", currency: "USX" })).toBe("541.25¢");
    expect(priceFigure("1992", { currency: "GBX" })).toBe("1,992.00");
    expect([currencyText("GBX"), currencyText("GBP")]).toEqual(["GBX, pence", "GBP"]);
  });

  it("shows a difference with the decimals of its price", () => {
    const unit = { kind: "currency", currency: null } as const;
    expect(formatPriceStep(-0.0021, "1.1742", unit)).toBe("0.0021");
    expect(formatPriceStep(0.9, "148.36", unit)).toBe("0.90");
    expect(formatPriceStep(-152, "1992", { kind: "stock", currency: "GBX" })).toBe("152.00p");
  });

  it("shows staff every decimal that was entered", () => {
    const texts = ["1.17423456", "1.1", "5", "0.00006142", "1.50000000", -0.25, "abc", null].map(exactPrice);
    expect(texts).toEqual(["1.17423456", "1.10", "5.00", "0.00006142", "1.50", "−0.25", "–", "–"]);
  });

  it("shows money with cents, and without them in running text", () => {
    expect(formatMoney("29")).toBe("$29.00");
    expect(formatMoney("29.00", "USD", true)).toBe("$29");
    expect(formatMoney("29.50", "USD", true)).toBe("$29.50");
    expect(formatMoney(-1641.5)).toBe("−$1,641.50");
    expect(formatMoney("48227", "EUR")).toBe("48,227.00 EUR");
  });
});

describe("volume (specification, section 9)", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [999.999, "1000"],
    [1_000, "1K"],
    [1_005, "1.01K"],
    [142_700, "142.7K"],
    [999_999, "1000K"],
    [1_000_000, "1M"],
    [184_620_000, "184.62M"],
    [999_999_999, "1000M"],
    [1_000_000_000, "1B"],
    ["2310000000", "2.31B"],
    [12_345_000_000_000, "12345B"],
    [null, "–"],
  ])("shows %s as %s", spec("9 volume k m b"), (value, shown) => {
    expect(formatVolume(value)).toBe(shown);
  });

  it("picks the unit by the value and trims trailing zeros", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 13 }), (value) => {
        const text = formatVolume(value);
        const unit = value >= 1e9 ? "B" : value >= 1e6 ? "M" : value >= 1e3 ? "K" : "";
        expect(text).toMatch(new RegExp(`^\\d+(\\.\\d?[1-9])?${unit}$`));
      }),
    );
  });
});

describe("texts", () => {
  it("are truncated by whole characters", () => {
    expect(truncate("one two", 7)).toBe("one two");
    expect(truncate("one two three", 8)).toBe("one two…");
    expect(truncate("🔔🔔🔔", 2)).toBe("🔔🔔…");
    expect([...truncate("x".repeat(5_000))]).toHaveLength(61);
  });

  it.each([
    ["all 31 rows", "All 31 rows"],
    ["éva", "Éva"],
    ["3 briefs", "3 briefs"],
    ["", ""],
  ])("%s begins a sentence as %s", (text, sentence) => {
    expect(capitalise(text)).toBe(sentence);
  });

  it.each([
    ["Jonas Wetherby", "JW"],
    ["Ines de la Calloway", "IC"],
    ["Admin", "A"],
    [" ", ""],
    ["éva örs", "ÉÖ"],
    ["(Ada) ‘Lovelace’", "AL"],
    ["Ada 3", "A"],
    ["“—” 🔔", ""],
    ["נועה כהן", "נכ"],
    ["\u202eAda\u202c Byron", "AB"],
  ])("of the name %s have the initials %s", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
