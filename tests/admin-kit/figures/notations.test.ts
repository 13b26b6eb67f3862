import { describe, expect, it } from "vitest";
import { NUMBER_NOTATIONS } from "~/admin-kit/figures/notations";
import { fieldNumberMessage } from "~/admin-kit/figures/read-number";

describe("the market form's percent", () => {
  it.each([
    ["1.25%", "1.25"],
    ["+1.25 %", "1.25"],
    ["\u22120.5%", "-0.5"],
    ["1,200%", "1200"],
    ["", "0"],
    ["unknown", "0"],
    ["%", "0"],
    ["%5%", "5"],
    ["1e2", "100"],
    ["\u20116.41 %", "-6.41"],
    ["\u00AD6.41", "-6.41"],
    ["\u2014", "0"],
  ])("%j is %j", (text, plain) => expect(NUMBER_NOTATIONS.percentOrZero(text)).toEqual({ plain }));

  it.each([
    ["(6.41)", "parentheses"],
    ["(6.41%)", "parentheses"],
    ["(6.41) %", "parentheses"],
    ["(1,234.5)", "parentheses"],
    ["-(6.41)", "none"],
    ["6.41-", "none"],
    ["6.41\u2212 %", "none"],
    ["\u25bc 6.41%", "none"],
    ["\u25b26.41", "none"],
    ["+-6.41", "none"],
    ["6\u00b741", "none"],
    ["6.41 \u2212%", "none"],
    ["\uFF16.\uFF14\uFF11", "none"],
    ["\u0661\u0662", "none"],
    ["0.5 pp", "none"],
    ["1234567890123456", "large"],
    [`0.${"1".repeat(25)}`, "fine"],
  ])("rejects %j instead of reading zero", (text, kind) =>
    expect(NUMBER_NOTATIONS.percentOrZero(text)).toEqual({ problem: { kind } }));

  it.each(["(n/a)", "\u2013", "()"])("reads %j as zero, because it is no figure", (text) =>
    expect(NUMBER_NOTATIONS.percentOrZero(text)).toEqual({ plain: "0" }));

  it("does not read an ambiguous figure as zero", () => {
    expect(NUMBER_NOTATIONS.percentOrZero("4,75 %")).toMatchObject({
      problem: { readings: ["4.75", "475"] },
    });
  });
});

it.each(["4%75", "%4%75", "$", "1$2"])("rejects %j, which mixes two figures", (text) =>
  expect(NUMBER_NOTATIONS.percent(text).problem).toBeDefined());

describe("the market form's volume", () => {
  it.each([
    ["1.5M", "1500000"],
    ["142.7k", "142700"],
    ["2.31 B", "2310000000"],
    ["2,310,000", "2310000"],
    ["950", "950"],
    ["0.0005K", "0.5"],
    ["3B", "3000000000"],
    ["1m", "1000000"],
    ["+5", "5"],
    ["999999B", "999999000000000"],
    ["", "0"],
    ["  ", "0"],
  ])("%j is %j", (text, plain) => expect(NUMBER_NOTATIONS.volume(text)).toEqual({ plain }));

  it("rejects figures below zero with that message", () => {
    const { problem } = NUMBER_NOTATIONS.volume("-1");
    expect(problem && fieldNumberMessage("Volume", problem)).toBe("Volume must not be below 0");
  });

  it.each([
    "M",
    "x",
    "1.5T",
    "-1",
    "\u22125M",
    "1MM",
    "M5",
    "9999999B",
    "-1K",
    "1000000B",
    "%",
    "1.5 T",
  ])("rejects %j", (text) => expect(NUMBER_NOTATIONS.volume(text).problem).toBeDefined());
});

describe("the stock pick form's market cap", () => {
  it.each([
    ["287.4B", "287400000000"],
    ["4.21t", "4210000000000"],
    [" 950 M ", "950000000"],
    ["1,200.5K", "1200500"],
    ["0.5K", "500"],
    ["1.23456789K", "1234.56789"],
    ["12", "12"],
    ["1,024.80", "1024.80"],
    ["B", undefined],
    ["12X", undefined],
    ["12MB", undefined],
    ["", undefined],
    ["9999T", undefined],
    ["2,87T", undefined],
  ])("reads %j as %j", (typed, figure) => expect(NUMBER_NOTATIONS.marketCap(typed).plain).toBe(figure));
});

describe("a price in a text about a call", () => {
  it.each([
    ["150.50", "150.50"],
    ["1,234.50", "1234.50"],
    ["12,345,678", "12345678"],
    [" 1 024.5 ", "1024.5"],
    ["\u22125", "-5"],
    ["150,50", undefined],
    ["1,5", undefined],
    ["1,2345", undefined],
    ["1.234,50", undefined],
    ["1.234,500", undefined],
    ["12,", undefined],
    ["2,87", undefined],
    ["", undefined],
  ])("is %j read as %j", (typed, figure) => expect(NUMBER_NOTATIONS.plain(typed).plain).toBe(figure));
});
