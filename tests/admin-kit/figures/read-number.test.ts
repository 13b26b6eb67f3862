import { assert, bigInt, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareDecimals,
  DECIMAL_LIMIT,
  type DecimalSign,
  fieldNumberMessage,
  findDecimalSign,
  numberProblemText,
  readNumber,
  shiftPoint,
  withoutTrailingZeros,
  withPoint,
} from "~/admin-kit/figures/read-number";

describe("a figure", () => {
  it.each([
    ["46,218.40", "46218.40"],
    ["118,420", "118420"],
    ["12,345,678", "12345678"],
    ["1,23,456.78", "123456.78"],
    [" 1 024.5 ", "1024.5"],
    ["1\u202f234.5", "1234.5"],
    ["1\u2019234\u2019567.50", "1234567.50"],
    ["\u22120.24", "-0.24"],
    ["\u20130.24", "-0.24"],
    ["-0.24", "-0.24"],
    ["+5", "5"],
    [".5", "0.5"],
    ["5.", "5"],
    ["007", "7"],
    ["1e-7", "0.0000001"],
    ["1.29E-05", "0.0000129"],
    ["1.5e3", "1500"],
    ["0", "0"],
    ["-0", "0"],
    ["-0.00", "0.00"],
    ["\u202d72.5\u202c", "72.5"],
    ["\u200e\u22121,234.5", "-1234.5"],
    ["1E3", "1000"],
    ["1e+3", "1000"],
    ["-.5e-1", "-0.05"],
    ["1e14", "100000000000000"],
    ["0.12345678", "0.12345678"],
    ["15.412372589111328", "15.412372589111328"],
    ["1.29456789e-6", "0.00000129456789"],
    ["1e-24", "0.000000000000000000000001"],
    ["000000000000000001", "1"],
    ["999999999999999.99999999", "999999999999999.99999999"],
  ])("reads %j as %j", (text, plain) => expect(readNumber(text)).toEqual({ plain }));

  it.each([
    "",
    " ",
    ".",
    "-",
    "abc",
    "12abc",
    "1.2.3",
    "--1",
    "NaN",
    "Infinity",
    "0x10",
    "0e100",
    "1e",
    "e5",
    "5-",
    "+",
    "+-5",
    "\u2212\u22125",
    "5e1.5",
    "x5",
    "1.5x",
    "1 2",
    "12 34.5",
    "1,2,3",
    "1,2,3.4.5",
    "1,234,56.7",
    "1.2,3.4",
  ])("is not read from %j", (text) => expect(readNumber(text)).toEqual({ problem: { kind: "none" } }));

  it.each([
    ["4,75", "4.75", "475"],
    ["\u22126,41", "-6.41", "-641"],
    ["0,123", "0.123", "123"],
    ["1.234,50", "1234.50", "123450"],
    ["1.234.567,5", "1234567.5", "12345675"],
    ["1 234,5", "1234.5", "12345"],
    ["12,3456", "12.3456", "123456"],
    [",5", ".5", "5"],
  ])("in %j is ambiguous: %s or %s", (text, decimal, whole) => {
    const problem = { kind: "ambiguous", sign: "comma", readings: [decimal, whole] };
    expect(readNumber(text)).toEqual({ problem });
    expect(readNumber(text, { commasRemoved: true })).toEqual({ problem });
  });

  it.each([
    ["1000000000000000", "large"],
    ["1e15", "large"],
    ["1e99", "large"],
    ["0.0000000000000000000000001", "fine"],
    ["1e-25", "fine"],
    ["(1.2)", "parentheses"],
  ])("is not %s, for the reason %s", (text, kind) => {
    expect(readNumber(text)).toEqual({ problem: { kind } });
    expect(DECIMAL_LIMIT).toBe(10 ** 15);
  });

  it.each([
    ["1,2,3", "123"],
    ["12,34,5.6", "12345.6"],
    ["12,", "12"],
  ])("without its commas: %j is %j", (text, plain) =>
    expect(readNumber(text, { commasRemoved: true })).toEqual({ plain }));

  it("may have a unit that its field knows", () => {
    const units = { K: 3, T: 12 };
    expect(readNumber("2.87t", { units })).toEqual({ plain: "2870000000000" });
    expect(readNumber("2,87T", { units })).toMatchObject({ problem: { readings: ["2.87T", "287T"] } });
    expect(readNumber("2.87B", { units })).toEqual({ problem: { kind: "none" } });
  });

  it("gets a message if it is invalid", () => {
    const message = (text: string) => {
      const { problem } = readNumber(text);
      return problem && [numberProblemText(problem), fieldNumberMessage("Last", problem)];
    };
    expect(message("4,75")).toEqual([
      "Comma may be a decimal sign: write 4.75 or 475",
      "Last must be a number: did you mean 4.75 or 475?",
    ]);
    expect(message("(1)")?.[1]).toBe("Last must be a number: use a minus sign instead of parentheses");
    expect(message("1e15")?.[1]).toBe("Last must be a number below 1,000,000,000,000,000");
    expect(message("1e-30")?.[1]).toBe("Last must be a number with at most 24 decimal places");
    expect(message("soon")).toEqual(["This is not a number", "Last must be a number"]);
  });
});

describe("a figure in a spreadsheet", () => {
  it.each([
    ["172.40", "point", "172.40"],
    ["1,842.50", "point", "1842.50"],
    ["118,420", "point", "118420"],
    ["118,420", "comma", "118.420"],
    ["1.234,5", "comma", "1234.5"],
    ["1 234,5", "comma", "1234.5"],
    ["1\u202f234.5", "point", "1234.5"],
    ["1\u2019234.50", "point", "1234.50"],
    ["\u22124.48%", "point", "-4.48%"],
    ["+0,31 %", "comma", "0.31%"],
    ["184.2M", "point", "184.2M"],
    ["42,1b", "comma", "42.1b"],
    [".5", "point", ".5"],
    ["1e-7", "point", "1e-7"],
    ["", "point", ""],
  ] as const)("%s with the decimal %s is %s", (typed, sign, text) => {
    expect(withPoint(typed, { sign })).toEqual({ text });
  });

  const problemOf = (typed: string, sign: DecimalSign) => {
    const { problem } = withPoint(typed, { sign });
    return problem && numberProblemText(problem);
  };

  it.each([
    ["284,60", "point", "Comma may be a decimal sign: write 284.60 or 28460"],
    ["284.60", "comma", "Point may be a decimal sign: write 284.60 or 28460"],
    ["(1.2)", "point", "Use a minus sign instead of parentheses"],
    ["1,2,3.4.5", "point", "This is not a number"],
    ["n/a", "point", "This is not a number"],
    ["--1", "point", "This is not a number"],
  ] as const)("%s with the decimal %s is refused", (typed, sign, problem) => {
    expect(problemOf(typed, sign)).toBe(problem);
  });

  it("uses the column's decimal sign if it is clear, and none if figures differ", () => {
    expect(findDecimalSign(["118,420", "172.40"])).toBe("point");
    expect(findDecimalSign(["118.420", "172,40", "\u22120,5%"])).toBe("comma");
    expect(findDecimalSign(["1.234", "5", "", "words"])).toBe("unknown");
    expect(findDecimalSign(["118,420", "5", "", "words"])).toBe("either");
    expect(findDecimalSign(["172.40", "284,60"])).toBe("either");
    expect(findDecimalSign(["172.40", "284,60", "3.05", "4.280"])).toBe("unknown");
    expect(findDecimalSign(["118,420", "1,29E-05"])).toBe("comma");
    expect(findDecimalSign(["118,420", "\u20134,75"])).toBe("comma");
    expect(findDecimalSign(["118,420", "1,00,305.10"])).toBe("point");
    expect(findDecimalSign(["118,420", "12,34,567"])).toBe("point");
  });
});

describe("comparing two figures", () => {
  it.each([
    ["123456789012345.6789", "123456789012345.6791", -1],
    ["0.000000000000000000000001", "0", 1],
    ["-0.5", "-0.25", -1],
    ["-0.5", "0.5", -1],
    ["100", "100.00", 0],
    ["007", "7", 0],
  ])("is exact to the last digit: %s and %s", (one, other, way) => {
    expect([compareDecimals(one, other), compareDecimals(other, one)]).toEqual([way, way === 0 ? 0 : -way]);
  });
});

it.each([
  ["digits behind which there are points", `${"1".repeat(300_000)}.1.1`],
  ["groups behind which there are points", `1${",111".repeat(75_000)}.1.1`],
  ["groups of two", `1${",11".repeat(100_000)}.1.1`],
  ["noughts within", `1.${"0".repeat(150_000)}1${"0".repeat(150_000)}1`],
  ["blanks", `1${" ".repeat(300_000)}1`],
])("%s, repeated hundreds of thousands of times, is read in time", (_, text) => {
  const begun = performance.now();
  for (const style of [
    {},
    { commasRemoved: true },
    { sign: "comma" },
    { sign: "unknown" },
    { sign: "either" },
  ] as const)
    readNumber(text, style);
  withoutTrailingZeros(text);
  findDecimalSign([text]);
  // More than a minute if each character is compared with each other one.
  expect(performance.now() - begun).toBeLessThan(10_000);
});

describe("shiftPoint", () => {
  it("multiplies by a power of ten without rounding", () => {
    assert(
      property(bigInt(0n, 10n ** 12n), integer({ min: 0, max: 9 }), (whole, places) => {
        expect(shiftPoint(`${whole}`, places)).toBe(`${whole * 10n ** BigInt(places)}`);
        expect(Number(shiftPoint(`${whole}`, -places))).toBeCloseTo(Number(whole) / 10 ** places, 6);
      }),
    );
    expect(shiftPoint("21.4", 6)).toBe("21400000");
    expect(shiftPoint("0.005", 3)).toBe("5");
    expect(shiftPoint("7", -3)).toBe("0.007");
    expect(shiftPoint("7", -1)).toBe("0.7");
    expect(shiftPoint("12.5", -2)).toBe("0.125");
    expect(shiftPoint("1.5", 1)).toBe("15");
    expect(shiftPoint("1.5", 0)).toBe("1.5");
    expect(shiftPoint("1.25", 1)).toBe("12.5");
    expect(shiftPoint("", 0)).toBe("0");
    expect(shiftPoint(".5", 0)).toBe("0.5");
    expect(shiftPoint("007", 0)).toBe("7");
  });
});
