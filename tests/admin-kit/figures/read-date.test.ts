import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type DateOrder,
  dateOrder,
  findDateOrder,
  orderEvidence,
  readDate,
  readTradingDay,
  tradingDayProblem,
} from "~/admin-kit/figures/read-date";
import { daysAfter, endOfDay } from "~/features/accounts/imports/import-dates.rules";

const ZONE = "America/New_York";

describe("a date in a file", () => {
  it.each([
    ["2026-07-16", { day: "2026-07-16" }],
    ["2026-7-6", { day: "2026-07-06" }],
    ["16.7.2026", { day: "2026-07-16" }],
    ["07/07/2026", { day: "2026-07-07" }],
    ["2026/7/16", { day: "2026-07-16" }],
    ["20260716", { day: "2026-07-16" }],
    ["Jul 16, 2026", { day: "2026-07-16" }],
    ["Thursday, July 16th, 2026", { day: "2026-07-16" }],
    ["16-Jul-2026", { day: "2026-07-16" }],
    ["16 July 2026", { day: "2026-07-16" }],
    ["Thu, 16 Jul 2026 13:40:05 GMT", { moment: new Date("2026-07-16T13:40:05Z") }],
    ["2026-07-16 13:40:05+00", { moment: new Date("2026-07-16T13:40:05Z") }],
    ["2026-07-16 13:40:05 -0500", { moment: new Date("2026-07-16T18:40:05Z") }],
    ["2026-07-16T13:40:05.123Z", { moment: new Date("2026-07-16T13:40:05.123Z") }],
    ["2026-07-16 13:40:05 UTC", { moment: new Date("2026-07-16T13:40:05Z") }],
    ["2026-07-16T13:40:00+0200", { moment: new Date("2026-07-16T11:40:00Z") }],
    // Without a zone it is in the site's, four hours behind UTC in summer.
    ["2026-07-16 13:40", { moment: new Date("2026-07-16T17:40:00Z") }],
    ["1784209205", { moment: new Date(1_784_209_205_000) }],
    ["1784209205123", { moment: new Date(1_784_209_205_123) }],
    ["46219", { day: "2026-07-16" }],
    ["16.07.26", { day: "2026-07-16" }],
    ["16.07.2026 08:05", { moment: new Date("2026-07-16T12:05:00Z") }],
  ])("%s", (text, read) => {
    expect(readDate(text, ZONE)).toEqual(read);
  });

  it.each([
    ["3/4/2026", "month", "2026-03-04"],
    ["3/4/2026", "day", "2026-04-03"],
    ["3-4-2026", "day", "2026-04-03"],
    ["16/07/26", "day", "2026-07-16"],
    ["7/16/26", "month", "2026-07-16"],
  ] as const)("%s with the %s first", (text, order, day) => {
    expect(readDate(text, ZONE)).toEqual({ ambiguous: true });
    expect(readDate(text, ZONE, order)).toEqual({ day });
  });

  it("in the American format may have a 12-hour clock", () => {
    const read = (text: string) => readDate(text, "UTC", "month");
    expect(read("7/16/2026 12:05 AM")).toEqual({ moment: new Date("2026-07-16T00:05:00Z") });
    expect(read("7/16/2026, 3:05 pm")).toEqual({ moment: new Date("2026-07-16T15:05:00Z") });
  });

  it.each([
    "2026-02-30",
    "31.02.2026",
    "16/16/26",
    "20261316",
    "99219",
    "soon",
    "2026-07-16T25:00:00Z",
    "2026-02-30T10:00:00Z",
    "=1+1",
  ])("%s is rejected", (text) => {
    expect(readDate(text, ZONE, "day")).toMatchObject({ problem: expect.any(String) });
  });

  it("is rejected if it contradicts the chosen order", () => {
    expect(readDate("7/16/2026", ZONE, "day")).toMatchObject({
      problem: expect.stringContaining("is not a real date"),
    });
  });

  it("never makes the parser throw, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom<DateOrder | undefined>("day", "month", undefined),
        (text, order) => {
          const read = readDate(text, ZONE, order);
          expect(Object.keys(read)).toHaveLength(1);
        },
      ),
    );
  });
});

describe("the order of day and month", () => {
  it.each([
    ["16/7/2026", "dayFirst"],
    ["7/16/2026", "monthFirst"],
    ["3/4/2026", "eitherFirst"],
    ["3/3/2026", undefined],
    ["3.4.2026", undefined],
    ["2026-04-03", undefined],
  ] as const)("in %s is %s", (text, evidence) => {
    expect(orderEvidence(text)).toBe(evidence);
  });

  it("follows the file unless a date contradicts it", () => {
    expect(dateOrder({ dayFirst: 0, monthFirst: 3 })).toBe("month");
    expect(dateOrder({ dayFirst: 2, monthFirst: 0 })).toBe("day");
    expect(dateOrder({ dayFirst: 2, monthFirst: 3 })).toBeUndefined();
    expect(dateOrder({ dayFirst: 0, monthFirst: 0 })).toBeUndefined();
  });
});

describe("the day of a price", () => {
  it.each([
    ["2026-11-25 00:00:00-05:00", "2026-11-25"],
    ["2026-11-25 21:00:00+01:00", "2026-11-25"],
    ["2026-11-25T23:59:59.999Z", "2026-11-25"],
    ["2026-11-25T04:00:00Z", "2026-11-25"],
    ["2026-11-24T23:00:00Z", undefined],
    ["2026-11-24 15:00:00 UTC", undefined],
    ["2026-11-24 18:30:00+0000", undefined],
    ["1795564800", "2026-11-25"],
    ["1795561200", undefined],
    ["1795561200000", undefined],
    ["25 November 2026", "2026-11-25"],
    ["\u200e25.\u200e11.\u200e2026", "2026-11-25"],
    ["25 mars 2026", "2026-03-25"],
    ["25 marraskuu 2026", undefined],
  ])("is %s read as %s", (text, day) => expect(readTradingDay(text)).toBe(day));

  it.each([
    ["11/12/2026", ": it is unclear whether the day or the month comes first"],
    ["25/11/2026", ": it is unclear whether the day or the month comes first"],
    ["13/13/2026", ""],
    ["2026-02-30", ""],
    ["soon", ""],
    ["2026-11-24T23:00:00Z", ": this UTC time may already be the next day at the exchange"],
  ])("needs confirmation: %s%s", (text, warning) => expect(tradingDayProblem(text)).toBe(warning));

  it("uses the order that a table's days show", () => {
    expect(findDateOrder(["11/12/2026", "11/25/2026"])).toBe("month");
    expect(findDateOrder(["11/12/2026", "25/11/2026"])).toBe("day");
    expect(findDateOrder(["11/25/2026", "25/11/2026"])).toBeUndefined();
  });
});

describe("the end of a day", () => {
  it("is its last millisecond in the zone, also if clocks change at midnight", () => {
    expect(endOfDay("2026-07-16", ZONE)).toEqual(new Date("2026-07-17T03:59:59.999Z"));
    expect(endOfDay("2026-11-01", ZONE)).toEqual(new Date("2026-11-02T04:59:59.999Z"));
    expect(endOfDay("2026-04-23", "Africa/Cairo")).toEqual(new Date("2026-04-23T21:59:59.999Z"));
  });

  it("is counted in calendar days", () => {
    expect(daysAfter("2026-02-27", 3)).toBe("2026-03-02");
    expect(daysAfter("2026-01-01", -1)).toBe("2025-12-31");
  });
});
