import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayNumber, dayOf, weekdaysBetween } from "~/ui/charts/calendar";
import { dateLabels } from "~/ui/charts/date-labels";
import { type Flag, flagWidth, placeFlags, stacked } from "~/ui/charts/flags";
import { dotsPath, pricePath, relative } from "~/ui/charts/path";
import { timeScale } from "~/ui/charts/scales";
import { closeOn, gapNotes, monthlyCloses, stretches, thin } from "~/ui/charts/series";
import { freeTicks, spreadTags } from "~/ui/charts/tags";
import { lastOf, walk } from "./prices";

describe("days", () => {
  it("can be counted in both directions", () => {
    fc.assert(fc.property(fc.integer({ min: -20_000, max: 40_000 }), (day) => dayNumber(dayOf(day)) === day));
  });

  it.each([
    ["2026-07-16", "2026-07-17", 0],
    ["2026-07-17", "2026-07-20", 0],
    ["2026-04-02", "2026-04-07", 2],
    ["2026-07-13", "2026-07-20", 4],
  ])("between %s and %s include %i weekdays", (one, other, count) => {
    expect(weekdaysBetween(one, other)).toBe(count);
  });
});

describe("a price series", () => {
  const year = walk("2025-07-17", "2026-07-16", 121);
  const withGap = year.filter(({ day }) => day < "2025-12-01" || day > "2025-12-12");

  it("is continuous over weekends and Easter", () => {
    const easter = year.filter(({ day }) => !["2026-04-03", "2026-04-06"].includes(day));
    expect(stretches(easter)).toHaveLength(1);
  });

  it("is split at a gap, which is labelled if longer than five sessions", () => {
    expect(stretches(withGap).map((part) => lastOf(part).day)).toEqual(["2025-11-28", "2026-07-16"]);
    expect(gapNotes(withGap)).toBe("No prices between 28 November 2025 and 15 December 2025.");
    const short = year.filter(({ day }) => day < "2025-12-01" || day > "2025-12-04");
    expect(stretches(short)).toHaveLength(2);
    expect(gapNotes(short)).toBe("");
  });

  it("has no gaps between weekly closes", () => {
    expect(stretches(year.filter((_, index) => index % 5 === 0))).toHaveLength(1);
  });

  it("is thinned evenly and keeps its ends", () => {
    const few = thin(year, 40);
    expect(few).toHaveLength(40);
    expect([few[0], lastOf(few)]).toEqual([year[0], lastOf(year)]);
    expect(thin(year.slice(0, 12), 40)).toHaveLength(12);
  });

  it("has the previous close on a day without one", () => {
    expect(closeOn(year, "2026-07-12")).toBe(year.find(({ day }) => day === "2026-07-10")?.close);
    expect(closeOn(year, "2025-07-01")).toBeUndefined();
  });

  it("lists the first close and the last of each month", () => {
    const closes = monthlyCloses(year);
    expect(closes).toHaveLength(14);
    expect(closes.slice(0, 3).map(({ day }) => day)).toEqual(["2025-07-17", "2025-07-31", "2025-08-29"]);
  });
});

/** Positions of a relative path, as a browser reads them. */
function follow(path: string): [number, number][] {
  const positions: [number, number][] = [];
  for (const [, command = "", figures = ""] of path.matchAll(/([Mlh])([^Mlh]*)/g)) {
    const numbers = (figures.match(/-?\d+/g) ?? []).map(Number);
    if (command === "h") continue;
    let [x, y] = command === "M" ? [0, 0] : (positions.at(-1) ?? [0, 0]);
    for (let index = 0; index < numbers.length; index += 2) {
      x += numbers[index] ?? 0;
      y += numbers[index + 1] ?? 0;
      positions.push([x, y]);
    }
  }
  return positions;
}

describe("a path", () => {
  const position = { x: timeScale("2025-07-17", "2026-07-16").x, y: (close: number) => 100 - close / 3 };

  it("has relative integers, with a minus instead of a space", () => {
    expect(relative("M0,275L4,273L7,278")).toBe("M0 275l4-2 3 5");
    expect(relative("M5,6L4,4")).toBe("M5 6l-1-2");
    expect(relative("M5,6Z")).toBe("M5 6h0");
    expect(relative("")).toBe("");
  });

  it("ends at the absolute path's end: rounding does not accumulate", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1000), fc.nat(400)), { minLength: 2, maxLength: 300 }),
        (places) => {
          const absolute = `M${places.map(([x, y]) => `${x},${y}`).join("L")}`;
          expect(follow(relative(absolute))).toEqual(places);
        },
      ),
    );
  });

  it("is within half a unit of each price", () => {
    const year = walk("2025-07-17", "2026-07-16", 121);
    const drawn = follow(pricePath(year, position));
    expect(drawn).toHaveLength(year.length);
    year.forEach(({ day, close }, index) => {
      const [x = 0, y = 0] = drawn[index] ?? [];
      expect(Math.abs(x - position.x(day) * 10)).toBeLessThanOrEqual(0.5 + 1e-9);
      expect(Math.abs(y - position.y(close) * 4)).toBeLessThanOrEqual(0.5 + 1e-9);
    });
  });

  it("has no line across a gap", () => {
    const year = walk("2025-07-17", "2026-07-16", 121);
    const path = pricePath(
      year.filter(({ day }) => day < "2025-12-01" || day > "2026-01-12"),
      position,
    );
    expect(path.match(/M/g)).toHaveLength(2);
  });

  it("draws dots from left to right, with a line of length zero each", () => {
    expect(
      dotsPath([
        { x: 50, y: 50 },
        { x: 10, y: 25 },
        { x: 60, y: 0 },
      ]),
    ).toBe("M100 100h0m400 100h0m100-200h0");
  });
});

describe("tags in the gutter", () => {
  const tops = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 4 });

  it("are pushed apart by half each", () => {
    expect(spreadTags([{ y: 52 }, { y: 48 }]).map(({ y }) => y)).toEqual([43.5, 56.5]);
    expect(spreadTags([{ y: 10 }, { y: 60 }]).map(({ y }) => y)).toEqual([10, 60]);
  });

  it("keep the minimum distance, their order and the plot's bounds", () => {
    fc.assert(
      fc.property(tops, (ys) => {
        const spread = spreadTags(ys.map((y) => ({ y, was: y })));
        spread.forEach(({ y, was }, index) => {
          const next = spread[index + 1];
          if (next) expect(next.y - y).toBeGreaterThanOrEqual(13 - 1e-9);
          if (next) expect(next.was).toBeGreaterThanOrEqual(was);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(100);
        });
      }),
    );
  });

  it("hide ticks closer than 8.5 %", () => {
    const ticks = [{ y: 10 }, { y: 41 }, { y: 58.5 }];
    expect(freeTicks(ticks, [{ y: 50 }])).toEqual([{ y: 10 }, { y: 41 }, { y: 58.5 }]);
    expect(freeTicks(ticks, [{ y: 49 }])).toEqual([{ y: 10 }, { y: 58.5 }]);
  });
});

describe("flags", () => {
  const flag = (number: number, day: string): Flag => ({ number, day, kind: "brief" });
  const place = (days: readonly [string, number, number][]) => {
    const places = new Map(days.map(([day, x, y]) => [day, { x, y }]));
    const flags = days.map(([day], index) => flag(index + 1, day));
    return placeFlags(flags, ({ day }) => places.get(day) ?? { x: 0, y: 0 });
  };

  it("are above the line; a flag too near to the last one hangs below", () => {
    const placed = place([
      ["2026-01-01", 10, 50],
      ["2026-01-09", 12, 50],
      ["2026-02-20", 40, 50],
    ]);
    expect(placed.map(({ reach }) => Math.sign(reach))).toEqual([-1, 1, -1]);
  });

  it("extend over each other if both sides are taken, without overlap", () => {
    const days = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"];
    const placed = place(days.map((day, index) => [day, 30 + index, 50]));
    expect(new Set(placed.map(({ reach }) => reach)).size).toBe(4);
  });

  it("stack in a column if they crowd at a high end of a line", () => {
    const placed = place([
      ["2026-01-01", 94, 12],
      ["2026-01-03", 97, 8],
      ["2026-01-04", 99, 8],
    ]);
    expect(placed.map(({ reach }) => reach)).toEqual([34, 54, 74]);
  });

  it("avoid the level of a flag that opens to the other side and overlaps", () => {
    const [first, second] = place([
      ["2026-01-01", 89, 50],
      ["2026-01-09", 96, 50],
    ]);
    expect([first?.left, second?.left]).toEqual([false, true]);
    expect(first?.reach).not.toBe(second?.reach);
  });

  it("have no ring at the line's end, where the last price has its mark", () => {
    const placed = placeFlags(
      [flag(1, "2026-01-01"), flag(2, "2026-01-09")],
      ({ number }) => ({ x: number * 45, y: 50 }),
      {
        x: 92,
        y: 48,
      },
    );
    expect(placed.map(({ atEnd }) => atEnd)).toEqual([false, true]);
  });

  it("are drawn from the farthest to the nearest, so that a box covers the stems behind it", () => {
    const placed = place([
      ["2026-01-01", 50, 50],
      ["2026-01-02", 51, 50],
      ["2026-01-03", 52, 50],
    ]);
    expect(stacked(placed).map(({ number }) => number)).toEqual([3, 1, 2]);
  });

  it("stay within the plot", () => {
    const placed = place([
      ["2026-01-01", 10, 4],
      ["2026-03-01", 60, 96],
      ["2026-03-02", 61, 96],
    ]);
    expect(placed[0]?.reach).toBeGreaterThan(0);
    for (const { y, reach } of placed) expect(y + reach * (100 / 216)).toBeGreaterThanOrEqual(0);
    for (const { y, reach } of placed) expect(y + reach * (100 / 216)).toBeLessThanOrEqual(100);
  });

  it("over 95 % of the width are left of their stem", () => {
    const placed = place([
      ["2026-01-01", 95, 50],
      ["2026-03-01", 95.1, 50],
    ]);
    expect(placed.map(({ left }) => left)).toEqual([false, true]);
  });

  it("are wider above nine", () => expect([1, 9, 10].map(flagWidth)).toEqual([18, 18, 22]));
});

describe("time labels", () => {
  const labels = (from: string, to: string) => dateLabels(timeScale(from, to, 0.01));

  it("are months, January with its year, every third in a narrow chart", () => {
    const year = labels("2025-07-16", "2026-07-16");
    expect(year.map(({ text }) => text).join(" ")).toBe(
      "Aug Sep Oct Nov Dec Jan 2026 Feb Mar Apr May Jun Jul",
    );
    expect(year.filter(({ wide }) => !wide).map(({ text }) => text)).toEqual([
      "Oct",
      "Jan 2026",
      "Apr",
      "Jul",
    ]);
  });

  it.each([
    ["2025-02-01", "2026-11-23", "Jul Jan 2026 Jul"],
    ["2024-12-01", "2026-11-27", "Jan 2025 Jul Jan 2026 Jul"],
    ["2022-10-16", "2026-07-16", "2023 2024 2025 2026"],
    ["2025-12-28", "2026-01-06", "29 Jan 2026 4"],
  ])("keep January in a narrow chart: from %s to %s are %s", (from, to, said) => {
    const kept = labels(from, to).filter(({ wide }) => !wide);
    expect(kept.map(({ text }) => text).join(" ")).toBe(said);
  });

  it("omit the year of a month at the edge", () =>
    expect(labels("2025-03-10", "2026-11-23")[0]?.text).toBe("Apr"));

  it("mark a January whose label would overflow a narrow chart", () => {
    expect(labels("2024-12-01", "2026-11-27").map(({ atEdge }) => atEdge ?? false)).toEqual([
      true,
      ...Array(7).fill(false),
    ]);
    expect(labels("2025-10-20", "2026-11-27").some(({ atEdge }) => atEdge)).toBe(false);
  });

  it.each([
    ["2026-04-16", "2026-07-16", "May 15 Jun 15 Jul"],
    ["2026-06-15", "2026-07-16", "22 Jul 8 15"],
    ["2024-07-16", "2026-07-16", "Oct 2024 Jan 2025 Apr Jul Oct Jan 2026 Apr Jul"],
    ["2024-01-10", "2026-07-16", "Jul 2025 Jul 2026"],
    ["2014-07-16", "2026-07-16", "2015 2016 2017 2018 2019 2020 2021 2022 2023 2024 2025 2026"],
  ])("from %s to %s are %s", (from, to, said) => {
    expect(
      labels(from, to)
        .map(({ text }) => text)
        .join(" "),
    ).toBe(said);
  });

  it("are left out too near to an edge", () => {
    for (const { x } of labels("2025-07-29", "2026-07-29")) {
      expect(x).toBeGreaterThanOrEqual(2);
      expect(x).toBeLessThanOrEqual(97);
    }
    expect(labels("2025-07-29", "2026-07-29")[0]?.text).toBe("Sep");
  });
});
