import { spec } from "tests/support/spec";
import { describe, expect, it, test } from "vitest";
import {
  busiestDay,
  countsCsvPath,
  countsPath,
  fillDays,
  rateText,
  readSpan,
  sumCounts,
} from "~/features/ads/ad-counts.rules";

describe("the days of an ad", () => {
  const counted = [
    { day: "2026-03-01", views: 40, clicks: 1 },
    { day: "2026-02-27", views: 60, clicks: 2 },
  ];

  it(
    "are complete, newest first, with zeros where nothing was counted",
    spec("beyond views clicks ads day"),
    () => {
      expect(fillDays(counted, { today: "2026-03-01", since: "2025-01-01", span: 4 })).toEqual([
        { day: "2026-03-01", views: 40, clicks: 1 },
        { day: "2026-02-28", views: 0, clicks: 0 },
        { day: "2026-02-27", views: 60, clicks: 2 },
        { day: "2026-02-26", views: 0, clicks: 0 },
      ]);
    },
  );

  it("begin with the day on which it was created", () => {
    const days = fillDays(counted, { today: "2026-03-01", since: "2026-02-28", span: 30 });
    expect(days.map(({ day }) => day)).toEqual(["2026-03-01", "2026-02-28"]);
  });

  it("exclude days before the span and days in the future", () => {
    const odd = [
      ...counted,
      { day: "2026-03-02", views: 9, clicks: 9 },
      { day: "2026-02-01", views: 9, clicks: 9 },
    ];
    const days = fillDays(odd, { today: "2026-03-01", since: "2020-01-01", span: 7 });
    expect(days).toHaveLength(7);
    expect(sumCounts(days)).toEqual({ views: 100, clicks: 3 });
  });

  it("have a busiest one, the latest of several, or none without views", () => {
    const days = [
      { day: "2026-03-03", views: 5, clicks: 0 },
      { day: "2026-03-02", views: 7, clicks: 0 },
      { day: "2026-03-01", views: 7, clicks: 3 },
    ];
    expect(busiestDay(days)?.day).toBe("2026-03-02");
    expect(busiestDay([{ day: "2026-03-01", views: 0, clicks: 1 }])).toBeUndefined();
  });
});

test.each([
  [{ views: 1000, clicks: 7 }, "0.70%"],
  [{ views: 3, clicks: 1 }, "33.33%"],
  [{ views: 10, clicks: 0 }, "0.00%"],
  [{ views: 1, clicks: 2 }, "200.00%"],
  [{ views: 0, clicks: 0 }, "–"],
  [{ views: 0, clicks: 3 }, "–"],
])("the click rate of %j is %s", (counts, text) => expect(rateText(counts)).toBe(text));

test.each([
  ["", 30],
  ["days=7", 7],
  ["days=30", 30],
  ["days=90", 90],
  ["days=31", 30],
  ["days=7.5", 30],
  ["days=", 30],
  ["days=90&days=7", 90],
])("?%s selects %i days", (search, span) => expect(readSpan(new URLSearchParams(search))).toBe(span));

test("the default span has no query in its address", () => {
  expect(countsPath("x")).toBe("/admin/ads/x/counts");
  expect(countsPath("x", 30)).toBe("/admin/ads/x/counts");
  expect(countsPath("x", 7)).toBe("/admin/ads/x/counts?days=7");
  expect(countsCsvPath("x", 90)).toBe("/admin/ads/x/counts/export.csv?days=90");
});
