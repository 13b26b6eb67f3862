import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asText, asTyped } from "~/admin-kit/csv-text";
import { columnKey, matchColumns } from "~/admin-kit/paste/columns";
import { decimalSignOf, readFigure } from "~/admin-kit/paste/figures";

describe("a figure of a spreadsheet", () => {
  it.each([
    ["172.40", "point", "172.40"],
    ["1,842.50", "point", "1842.50"],
    ["118,420", "point", "118420"],
    ["118,420", "comma", "118.420"],
    ["1.234,5", "comma", "1234.5"],
    ["1 234,5", "comma", "1234.5"],
    ["1\u202f234.5", "point", "1234.5"],
    ["1’234.50", "point", "1234.50"],
    ["−4.48%", "point", "−4.48%"],
    ["+0,31 %", "comma", "+0.31%"],
    ["184.2M", "point", "184.2M"],
    ["42,1b", "comma", "42.1b"],
    [".5", "point", ".5"],
    ["1e-7", "point", "1e-7"],
    ["", "point", ""],
  ] as const)("%s with the decimal %s is %s", (typed, sign, text) => {
    expect(readFigure(typed, sign)).toEqual({ text });
  });

  it.each([
    ["284,60", "point", "Comma as decimal sign: is it 284.60 or 28460?"],
    ["284.60", "comma", "Point as decimal sign: is it 284.60 or 28460?"],
    ["(1.2)", "point", "Parentheses are not read as a minus: write −"],
    ["1,2,3.4.5", "point", "This is not a number"],
    ["n/a", "point", "This is not a number"],
    ["--1", "point", "This is not a number"],
  ] as const)("%s with the decimal %s is refused", (typed, sign, problem) => {
    expect(readFigure(typed, sign)).toEqual({ problem });
  });

  it("shows its decimal sign where it could be no other, and none where figures differ", () => {
    expect(decimalSignOf(["118,420", "172.40"])).toBe("point");
    expect(decimalSignOf(["118.420", "172,40", "−0,5%"])).toBe("comma");
    expect(decimalSignOf(["118,420", "5", "", "words"])).toBeUndefined();
    expect(decimalSignOf(["172.40", "284,60"])).toBeUndefined();
  });
});

describe("the columns of a spreadsheet", () => {
  const TARGETS = [
    { name: "name", label: "Name", spellings: ["name"] },
    { name: "changePercent", label: "Change %", spellings: ["change%", "chg%"] },
  ];

  it("are found by name, however it is written, the first of two", () => {
    expect(columnKey(" Chg. % ")).toBe("chg%");
    expect(matchColumns(["Chg. %", "NAME", "name", "Other"], TARGETS)).toEqual([
      "changePercent",
      "name",
      undefined,
      undefined,
    ]);
  });

  it("are what was chosen, before their names count", () => {
    const chosen = { other: "name", "chg%": "", gone: "nothing" };
    expect(matchColumns(["Chg %", "Name", "Other", "Gone"], TARGETS, chosen)).toEqual([
      undefined,
      undefined,
      "name",
      undefined,
    ]);
  });
});

it("a text that is kept a text in a spreadsheet is read back as it was", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^['=+\-@a1＝]{0,6}$/), (text) => {
      expect(asTyped(asText(text))).toBe(text);
    }),
  );
});
