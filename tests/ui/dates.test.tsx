import { renderToStaticMarkup } from "react-dom/server";
import { setUpYear } from "tests/support/in-year";
import { describe, expect, it } from "vitest";
import { dayAfter, dayIn, daysLeft, formatTime, greetingAt, isSameYear, type TimeStyle } from "~/ui/dates";
import { Time } from "~/ui/time";

setUpYear(2026);

const MOMENT = "2026-07-16T13:40:12Z";

describe("a formatted date and time", () => {
  it.each([
    ["date", "16 July 2026"],
    ["short-date", "16 Jul 2026"],
    ["day", "16 July"],
    ["axis-day", "16 Jul"],
    ["time", "13:40 UTC"],
    ["clock", "13:40"],
    ["datetime", "16 July 2026, 13:40 UTC"],
    ["day-time", "16 July, 13:40 UTC"],
    ["short-weekday", "Thu 16 Jul 2026"],
    ["weekday", "Thu 16 July 2026"],
    ["long", "Thursday 16 July 2026, 13:40 UTC"],
    ["exact", "16 July 2026, 13:40:12 UTC"],
  ] satisfies [TimeStyle, string][])("%s: %s", (style, words) => {
    expect(formatTime(MOMENT, style)).toBe(words);
  });

  it("uses the day and hour of its zone, with summer time", () => {
    expect(formatTime("2026-03-29T00:30:00Z", "datetime", "Europe/London")).toBe("29 March 2026, 00:30 GMT");
    expect(formatTime("2026-03-29T01:30:00Z", "datetime", "Europe/London")).toBe("29 March 2026, 02:30 BST");
    expect(formatTime("2026-07-15T23:30:00Z", "date", "Asia/Tokyo")).toBe("16 July 2026");
    expect(formatTime("2026-07-16T00:00:00Z", "clock", "UTC")).toBe("00:00");
  });

  it.each([
    ["day", "16 July 2025"],
    ["short-day", "16 Jul 2025"],
    ["day-time", "16 July 2025, 13:40 UTC"],
    ["axis-day", "16 Jul"],
  ] satisfies [TimeStyle, string][])("%s of another year: %s", (style, words) => {
    expect(formatTime("2025-07-16T13:40:12Z", style)).toBe(words);
  });

  it("uses years in the zone", () => {
    const newYear = "2026-12-31T23:30:00Z";
    expect(formatTime(newYear, "day", "Asia/Tokyo", "2026-12-30T00:00:00Z")).toBe("1 January 2027");
    expect(formatTime(newYear, "day", "Asia/Tokyo", newYear)).toBe("1 January");
    expect(formatTime(newYear, "day", "UTC", newYear)).toBe("31 December");
  });

  it("has single digits for early days and three letters for September", () => {
    expect(formatTime("2026-09-08T07:30:00Z", "short-date")).toBe("8 Sep 2026");
  });

  it("accepts dates, strings and milliseconds, and rejects invalid ones", () => {
    expect(formatTime(new Date(MOMENT))).toBe(formatTime(Date.parse(MOMENT)));
    expect(() => formatTime("yesterday")).toThrow(RangeError);
    expect(() => formatTime(MOMENT, "date", "Europe/Nowhere")).toThrow(RangeError);
  });

  it("has a year only if it differs in the zone", () => {
    const lastNight = "2025-12-31T23:30:00Z";
    expect(isSameYear(lastNight, "2026-01-01T00:30:00Z")).toBe(false);
    expect(isSameYear(lastNight, "2026-01-01T00:30:00Z", "Asia/Tokyo")).toBe(true);
  });

  it("greets by the hour of the zone", () => {
    expect(greetingAt("2026-07-16T04:59:00Z")).toBe("Good evening");
    expect(greetingAt("2026-07-16T05:00:00Z")).toBe("Good morning");
    expect(greetingAt("2026-07-16T12:00:00Z")).toBe("Good afternoon");
    expect(greetingAt("2026-07-16T18:00:00Z")).toBe("Good evening");
    expect(greetingAt("2026-07-16T18:00:00Z", "America/New_York")).toBe("Good afternoon");
  });
});

it("has the exact time in attributes", () => {
  expect(renderToStaticMarkup(<Time at={MOMENT} style="day" zone="Europe/Berlin" />)).toBe(
    '<time dateTime="2026-07-16T13:40:12.000Z" title="16 July 2026, 15:40:12 CEST">16 July</time>',
  );
});

describe("the remaining days", () => {
  const until = new Date("2026-08-06T13:00:00Z");

  it.each([
    ["2026-07-16T14:00:00Z", 21],
    ["2026-08-06T12:59:59Z", 1],
    ["2026-08-06T13:00:00Z", 0],
    ["2026-09-01T00:00:00Z", 0],
  ])("are counted from %s including the current one: %i", (now, left) =>
    expect(daysLeft(new Date(now), until)).toBe(left));
});

it("the day of a moment is the zone's", () => {
  const moment = "2026-11-22T23:30:00Z";
  expect(["UTC", "Asia/Tokyo", "America/New_York"].map((zone) => dayIn(zone, moment))).toEqual([
    "2026-11-22",
    "2026-11-23",
    "2026-11-22",
  ]);
});

it("days are added by the calendar over leap days, years and summer time, in both directions", () => {
  expect(dayAfter("2028-03-01", -1)).toBe("2028-02-29");
  expect(dayAfter("2026-12-31", 1)).toBe("2027-01-01");
  expect(dayAfter("2026-03-28", 2)).toBe("2026-03-30");
});
