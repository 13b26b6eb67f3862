import { assert, bigInt, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { DECIMAL_LIMIT, parseDecimal, shiftPoint } from "~/admin-kit/number-text";

describe("parseDecimal", () => {
  it.each([
    ["46,218.40", "46218.40"],
    [" 1 024.5 ", "1024.5"],
    ["\u22120.24", "-0.24"],
    ["-0.24", "-0.24"],
    ["+5", "5"],
    [".5", "0.5"],
    ["5.", "5"],
    ["007", "7"],
    ["1e-7", "0.0000001"],
    ["1.5e3", "1500"],
    ["0", "0"],
    ["-0", "-0"],
    ["1E3", "1000"],
    ["1e+3", "1000"],
    ["1e03", "1000"],
    ["-.5e-1", "-0.05"],
    ["1e14", "100000000000000"],
    ["1e-8", "0.00000001"],
    ["1,2,3", "123"],
    ["0.12345678", "0.12345678"],
    ["000000000000000001", "1"],
    ["999999999999999.99999999", "999999999999999.99999999"],
  ])("reads %j as %j", (text, plain) => expect(parseDecimal(text)).toBe(plain));

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
    "1e99",
    "1e-9",
    "1e16",
    "1e15",
    "1e100",
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
    "0.123456789",
  ])("does not read %j", (text) => expect(parseDecimal(text)).toBeUndefined());

  it("refuses what the database could not keep exactly", () => {
    expect(parseDecimal("1000000000000000")).toBeUndefined();
    expect(parseDecimal("0.000000001")).toBeUndefined();
    expect(DECIMAL_LIMIT).toBe(10 ** 15);
  });
});

describe("shiftPoint", () => {
  it("is the multiplication by a power of ten, without rounding", () => {
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
