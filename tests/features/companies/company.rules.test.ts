import { describe, expect, it } from "vitest";
import {
  companyHref,
  monthsBefore,
  periodChange,
  periodHref,
  readPeriod,
  withCurrent,
  withFlags,
} from "~/features/markets/company.rules";

describe("a period", () => {
  const read = (query: string) => readPeriod(new URLSearchParams(query));

  it("defaults to a year if the query has no valid period", () => {
    expect(["period=3m", "period=2y", "", "period=9y", "period=toString"].map(read)).toEqual([
      "3m",
      "2y",
      "1y",
      "1y",
      "1y",
    ]);
  });

  it("is in the address unless it is the default", () => {
    expect(periodHref("NVDA", "1y")).toBe("/stock/NVDA");
    expect(periodHref("BRK/B", "6m")).toBe("/stock/BRK%2FB?period=6m");
    expect(companyHref("^GSPC")).toBe("/stock/%5EGSPC");
  });

  it.each([
    ["2026-07-16", 12, "2025-07-16"],
    ["2026-02-10", 3, "2025-11-10"],
    ["2026-05-31", 3, "2026-02-28"],
    ["2024-02-29", 12, "2023-02-28"],
    ["2026-07-31", 24, "2024-07-31"],
  ])("before %s of %i months begins on %s", (day, months, begin) => {
    expect(monthsBefore(day, months)).toBe(begin);
  });
});

describe("the current price", () => {
  const closes = [
    { day: "2026-07-14", close: 10 },
    { day: "2026-07-15", close: 11 },
  ];
  const on = (day: string, close = 12) => withCurrent(closes, { day, close }).at(-1);

  it("is the last point and replaces that day's close", () => {
    expect(on("2026-07-16")).toEqual({ day: "2026-07-16", close: 12 });
    expect(withCurrent(closes, { day: "2026-07-15", close: 12 })).toEqual([
      closes[0],
      { day: "2026-07-15", close: 12 },
    ]);
  });

  it("gives no point if it is older than the last close", () => {
    expect(on("2026-07-13")).toEqual(closes[1]);
    expect(withCurrent(closes, undefined)).toEqual(closes);
  });
});

describe("flags of a period", () => {
  const range = { from: "2026-01-01", to: "2026-07-16", zone: "UTC" };
  const item = (day: string, locked = false) => ({
    kind: "brief" as const,
    locked,
    createdAt: new Date(`${day}T09:00:00Z`),
  });

  it("are numbered from the oldest, and locked ones hide their kind", () => {
    const flags = withFlags([item("2026-07-16"), item("2026-03-01", true), item("2025-12-31")], range);
    expect(flags.map(({ flag }) => flag)).toEqual([
      { number: 2, kind: "brief", day: "2026-07-16" },
      { number: 1, kind: "locked", day: "2026-03-01" },
      undefined,
    ]);
  });

  it("are placed and filtered by the site's day", () => {
    const evening = { kind: "news" as const, locked: false, createdAt: new Date("2026-07-16T20:00:00Z") };
    const days = (zone: string, to: string) =>
      withFlags([evening], { ...range, to, zone }).map(({ flag }) => flag?.day);
    expect(days("Pacific/Kiritimati", "2026-07-16")).toEqual([undefined]);
    expect(days("Pacific/Kiritimati", "2026-07-17")).toEqual(["2026-07-17"]);
    expect(days("UTC", "2026-07-16")).toEqual(["2026-07-16"]);
  });

  it("are given to the newest twelve items only", () => {
    const days = Array.from({ length: 15 }, (_, index) => item(`2026-03-${String(28 - index)}`));
    const numbers = withFlags(days, range).map(({ flag }) => flag?.number);
    expect(numbers).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, undefined, undefined, undefined]);
  });
});

describe("the finding", () => {
  const period = { from: "2025-07-16", period: "1y" } as const;

  it("is the change over the period, or since the first price if that is later", () => {
    const closes = [
      { day: "2025-07-17", close: 100 },
      { day: "2026-07-16", close: 142 },
    ];
    expect(periodChange(closes, period)).toMatchObject({ since: "a year ago" });
    expect(periodChange(closes, period)?.percent).toBeCloseTo(42);
    expect(periodChange([{ day: "2026-03-03", close: 100 }, ...closes.slice(1)], period)).toMatchObject({
      since: undefined,
      first: "2026-03-03",
    });
  });

  it("is undefined with fewer than two prices", () => {
    expect(periodChange([{ day: "2026-07-16", close: 1 }], period)).toBeUndefined();
    expect(periodChange([], period)).toBeUndefined();
  });
});
