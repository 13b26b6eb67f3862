import { describe, expect, it } from "vitest";
import { Bars } from "~/ui/charts/bars";
import { callGeometry, callTags, comparisonOf, drawnResult, splitAtMade } from "~/ui/charts/call-geometry";
import { DotsChart, edgeNote } from "~/ui/charts/dots-chart";
import { MiniChart } from "~/ui/charts/mini-chart";
import { lastOf, walk } from "./prices";
import {
  calls,
  closed,
  draw,
  drawCall,
  entry,
  HALF_DISC,
  open,
  paths,
  sessions,
  TODAY,
  table,
} from "./samples";

describe("the chart of a call", () => {
  const band = (markup: string, look: string) => {
    const [, x, y, width, height] =
      markup.match(
        new RegExp(`band-${look}" x="([\\d.]+)%" y="([\\d.]+)%" width="([\\d.]+)%" height="([\\d.]+)%"`),
      ) ?? [];
    return { x: Number(x), y: Number(y), end: Number(x) + Number(width), foot: Number(y) + Number(height) };
  };

  it("has its target above and its stop below when buying, and the reverse when selling", () => {
    const buy = drawCall(open);
    expect(band(buy, "reward").foot).toBeCloseTo(band(buy, "risk").y, 0);
    const sell = drawCall({ ...open, direction: "sell", target: entry * 0.9, stop: entry * 1.04 });
    expect(band(sell, "risk").foot).toBeCloseTo(band(sell, "reward").y, 0);
  });

  it("has bands from its first day to its last day or its end", () => {
    const made = Number(drawCall(open).match(/class="post" x1="([\d.]+)%/)?.[1]);
    expect(band(drawCall(open), "reward").x).toBe(made);
    expect(band(drawCall(open), "reward").end).toBeGreaterThan(90);
    const last = drawCall(closed).match(/<svg x="([\d.]+)%"[^>]*><circle class="(?:won|lost)"/)?.[1];
    expect(band(drawCall(closed), "reward").end).toBeCloseTo(Number(last), 0);
  });

  it("names its last day on phones only without a post in the text", () => {
    const noteOf = (ends: string) =>
      drawCall({ ...open, ends }).match(/<svg [^>]*><text class="remark"[^>]*>Ends [^<]*/)?.[0] ?? "";
    expect(noteOf("2026-07-20")).toContain('class="wide"');
    expect(noteOf("2027-03-01")).toContain("Ends");
    expect(noteOf("2027-03-01")).not.toContain("wide");
  });

  it("has one line, grey before and ink after the call, which meets at its start", () => {
    const { before, since } = splitAtMade(open);
    expect(lastOf(before)).toEqual({ day: "2026-07-02", close: entry });
    expect(since[0]).toEqual({ day: "2026-07-02", close: entry });
    expect(paths(drawCall(open), "price before")).toHaveLength(1);
    expect(paths(drawCall(open), "price")).toHaveLength(1);
  });

  it("ends where it was settled, whatever prices did later", () => {
    const { since } = splitAtMade({ ...open, closed: { day: "2026-07-10", price: 1 } });
    expect(lastOf(since)).toEqual({ day: "2026-07-10", close: 1 });
    expect(since.filter(({ day }) => day >= "2026-07-10")).toHaveLength(1);
  });

  it("has a half-disc while open, then a disc above zero or a ring at or below it", () => {
    const end = (price: number, direction: "buy" | "sell" = "buy") =>
      drawCall({ ...open, direction, closed: { day: TODAY, price } });
    expect(drawCall(open)).toContain(HALF_DISC);
    expect(end(entry * 1.1)).toContain('class="won"');
    expect(end(entry)).toContain('class="lost"');
    expect(end(entry * 0.9)).toContain('class="lost"');
    expect(end(entry * 0.9, "sell")).toContain('class="won"');
    expect(end(entry * 1.1)).not.toContain(HALF_DISC);
  });

  it("has its label next to the post if it ended soon", () => {
    const wordOf = (day: string) => {
      const markup = drawCall({ ...open, closed: { day, price: entry * 1.1 } });
      const post = markup.match(/class="post" x1="([\d.]+%)"/)?.[1];
      const [, x, attributes] =
        markup.match(/<svg x="([\d.]+%)"[^>]*><text class="remark" ([^>]*)>Settled</) ?? [];
      return { atPost: x === post, centred: attributes?.includes("middle") };
    };
    expect(wordOf("2026-07-03")).toEqual({ atPost: true, centred: false });
    expect(wordOf(TODAY)).toEqual({ atPost: false, centred: true });
  });

  it("on its first day spans from its start to the last price, with marks side by side", () => {
    const now = entry * 1.02;
    const today = {
      ...open,
      points: [...sessions.filter(({ day }) => day < "2026-07-02"), { day: "2026-07-02", close: now }],
    };
    const { made, last, scale } = callGeometry(today);
    expect(last.x - made.x).toBeCloseTo(4);
    expect(last.y).toBeCloseTo(scale.y(now));
    expect(callTags(today, scale)).toContainEqual({ y: last.y, text: now.toFixed(2), look: "box" });
    expect(paths(drawCall(today), "price")).toHaveLength(1);
  });

  it.each([
    [1, "chart--tags"],
    [1_000, "chart--long"],
    [100_000, "chart--longest"],
  ])("has a gutter as wide as its longest tag: prices times %d", (times, gutter) => {
    const points = open.points.map(({ day, close }) => ({ day, close: close * times }));
    const { made, target = 0, stop = 0 } = open;
    const call = {
      ...{ ...open, points, target: target * times, stop: stop * times },
      made: { ...made, price: made.price * times },
    };
    expect(drawCall(call)).toContain(`<div class="chart chart--call ${gutter}">`);
  });

  it("has its half-disc at the tag, and no price from before its start", () => {
    const old = { ...open, points: sessions.filter(({ day }) => day < "2026-07-02") };
    const { made, last, scale } = callGeometry(old);
    expect(last).toEqual(made);
    expect(callTags(old, scale)).toContainEqual({ y: made.y, text: entry.toFixed(2), look: "box" });
  });

  it("signs its result by the call's direction", () => {
    const result = (direction: "buy" | "sell", price: number) =>
      drawnResult({ ...open, direction, closed: { day: TODAY, price } });
    expect(result("buy", entry * 1.1)).toBeCloseTo(10);
    expect(result("sell", entry * 1.1)).toBeCloseTo(-10);
  });

  it("equals the comparison at its start, and has none without prices for its dates", () => {
    const benchmark = { name: "S&P 500", points: walk("2026-06-02", TODAY, 6800, 11) };
    const drawn = comparisonOf({ ...open, benchmark });
    expect(drawn[0]).toEqual({ day: "2026-07-02", close: entry });
    const last = lastOf(benchmark.points).close;
    const start = benchmark.points.find(({ day }) => day === "2026-07-02")?.close ?? 0;
    expect(lastOf(drawn).close).toBeCloseTo((last / start) * entry);
    expect(paths(drawCall({ ...open, benchmark }), "bench")).toHaveLength(1);
    expect(comparisonOf({ ...open, benchmark: { name: "S&P 500", points: [] } })).toEqual([]);
    expect(drawCall(open)).not.toContain("S&amp;P 500");
  });

  it("labels target, stop and current price in the gutter; once settled the entry price", () => {
    const gutter = (markup: string) => markup.slice(markup.indexOf("axis-y"), markup.indexOf("axis-x"));
    const price = (value: number) => value.toFixed(2);
    for (const label of [
      `Target ${price(entry * 1.12)}`,
      `Stop ${price(entry * 0.96)}`,
      price(lastOf(sessions).close),
    ])
      expect(gutter(drawCall(open))).toContain(`>${label}<`);
    expect(gutter(drawCall(closed))).toContain(`>Made ${price(entry)}<`);
  });

  it("works without a stop, a target and a last day", () => {
    const markup = drawCall({ direction: "buy", points: sessions, made: open.made });
    expect(markup).not.toMatch(/band-|rule-|Ends/);
    expect(markup).toContain(HALF_DISC);
  });

  it("in small shows eight sessions before and at most forty after its start", () => {
    const long = {
      ...closed,
      points: walk("2025-07-17", TODAY, 262, 3),
      made: { day: "2025-12-01", price: 262 },
    };
    const markup = draw(<MiniChart call={long} sentence="x" />);
    const steps = (look: string) => (paths(markup, look)[0]?.match(/-?\d+/g)?.length ?? 0) / 2;
    expect(steps("price before")).toBe(9);
    expect(steps("price")).toBeLessThanOrEqual(41);
    expect(steps("price")).toBeGreaterThan(35);
  });
});

describe("the chart of results", () => {
  const markup = draw(
    <DotsChart calls={calls} from="2024-01-22" to={TODAY} median={2.9} sentence="x" table={table} />,
  );
  const count = (look: string) => paths(markup, look)[0]?.match(/h0/g)?.length;

  it("has a dot for each settled call, filled above zero and hollow at or below it", () => {
    const won = calls.filter(({ result }) => result > 0).length;
    expect([count("dots edge"), count("dots win"), count("dots loss"), count("dots hole")]).toEqual([
      161,
      won,
      161 - won,
      161 - won,
    ]);
  });

  it("labels the best two and the worst one, and puts outliers on the edge", () => {
    expect(markup.match(/class="remark"/g)).toHaveLength(3);
    expect(markup).toMatch(/<svg x="[\d.]+%" y="0%"[^>]*><text[^>]*>Name 80 \+\d+%/);
  });

  it("reaches down to −60 %, and labels outliers at every width", () => {
    const drawn = (result: number, size?: "rail" | "plans") => {
      const deep = { name: "Deep", day: TODAY, result };
      const few = calls.slice(0, 20);
      return draw(
        <DotsChart
          size={size}
          calls={[...few, deep]}
          from="2024-01-22"
          to={TODAY}
          sentence="x"
          table={table}
        />,
      );
    };
    expect(drawn(-51)).toMatch(/y="88.8%" class="wide"[^>]*><text[^>]*>Deep −51%/);
    expect(drawn(-51, "plans")).not.toContain("Deep");
    for (const size of [undefined, "plans", "rail"] as const)
      expect(drawn(-80, size)).toMatch(/<svg x="[\d.]+%" y="100%" aria-hidden="true"><text[^>]*>Deep −80%/);
  });

  it("explains dots on its edge, if any", () => {
    expect(edgeNote([{ result: -51 }, { result: 60 }])).toBe("");
    expect(edgeNote([{ result: 61 }])).toBe(
      "A result beyond −60% or +60% is drawn at the edge, with its figure.",
    );
  });

  it("shows the zero line and the median", () => {
    expect(markup).toContain('<line class="zero"');
    expect(markup).toContain('class="rule-median"');
  });

  it("has no labels on the scale in the right column", () => {
    const onScale = calls.filter(({ result }) => result < 60);
    const small = draw(
      <DotsChart size="rail" calls={onScale} from="2024-01-22" to={TODAY} sentence="x" table={table} />,
    );
    expect(small).toContain("chart--rail");
    expect(small).not.toContain("remark");
  });
});

describe("a bar chart", () => {
  const days = [2, 5, 3].map((value, index) => ({ day: `2026-07-0${index + 1}`, value }));

  it("starts at zero, with the current day in the price colour", () => {
    const markup = draw(<Bars days={days} running sentence="x" table={table} />);
    expect(paths(markup, "bar-day")[0]?.match(/M\d+ 400v-\d+h240v\d+z/g)).toHaveLength(2);
    expect(paths(markup, "bar-now")[0]?.match(/M/g)).toHaveLength(1);
    expect(draw(<Bars days={days} sentence="x" table={table} />)).not.toContain("bar-now");
  });
});
