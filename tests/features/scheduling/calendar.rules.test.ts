import { describe, expect, it } from "vitest";
import {
  mondayOf,
  mondaysOf,
  monthsAround,
  requestedMonday,
  requestedMonth,
  weekFrom,
  weeksAround,
} from "~/features/scheduling/calendar.rules";

describe("a week", () => {
  it.each([
    ["2026-11-23", "2026-11-23"],
    ["2026-11-25", "2026-11-23"],
    ["2026-11-29", "2026-11-23"],
    ["2027-01-01", "2026-12-28"],
  ])("of %s begins on %s", (day, monday) => expect(mondayOf(day)).toBe(monday));

  it("has seven days, and others before and after it", () => {
    const days = [
      "2026-12-28",
      "2026-12-29",
      "2026-12-30",
      "2026-12-31",
      "2027-01-01",
      "2027-01-02",
      "2027-01-03",
    ];
    expect(weekFrom("2026-12-28")).toEqual(days);
    expect(weeksAround("2026-12-28")).toEqual({ before: "2026-12-21", after: "2027-01-04" });
  });

  it("is any day's that is asked for", () =>
    expect(requestedMonday("2027-03-04", "2026-11-25")).toBe("2027-03-01"));

  it.each([
    null,
    "",
    "soon",
    "2026-13-01",
    "2026-1-1",
    "1999-05-05",
    "9999-12-31",
    "2026-11-30T00:00",
    "a\u0000",
  ])("is today's where %j is asked for", (asked) =>
    expect(requestedMonday(asked, "2026-11-25")).toBe("2026-11-23"));
});

describe("a month", () => {
  it.each([
    ["2026-02", "2026-01-26", 5],
    ["2027-02", "2027-02-01", 4],
    ["2026-08", "2026-07-27", 6],
  ])("%s has the weeks from %s on, %i of them", (month, first, count) => {
    const mondays = mondaysOf(month);
    expect([mondays[0], mondays.length]).toEqual([first, count]);
  });

  it("has others before and after it", () =>
    expect(monthsAround("2026-12")).toEqual({ before: "2026-11", after: "2027-01" }));

  it("is the one that is asked for, or today's", () => {
    expect(requestedMonth("2027-03", "2026-11-25")).toBe("2027-03");
    expect(requestedMonth("2027-3", "2026-11-25")).toBe("2026-11");
  });
});
