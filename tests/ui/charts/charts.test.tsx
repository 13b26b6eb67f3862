import { setUpYear } from "tests/support/in-year";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Bars } from "~/ui/charts/bars";
import { dayNumber, dayOf } from "~/ui/charts/calendar";
import { DotsChart } from "~/ui/charts/dots-chart";
import { Exhibit } from "~/ui/charts/exhibit";
import { LockedChart } from "~/ui/charts/locked-chart";
import { FlagKey } from "~/ui/charts/marks";
import { MiniChart } from "~/ui/charts/mini-chart";
import { Dates } from "~/ui/charts/plot";
import { yearSentence, yearTable } from "~/ui/charts/sentences";
import { YearChart, type YearChartProps } from "~/ui/charts/year-chart";
import { lastOf, walk } from "./prices";
import { calls, closed, draw, drawCall, HALF_DISC, open, paths, sessions, TODAY, table } from "./samples";

setUpYear(2026);

const year = walk("2025-07-17", TODAY, 121);
const drawYear = (props: Partial<YearChartProps> = {}) =>
  draw(
    <YearChart
      name="Nvidia"
      points={year}
      from="2025-07-16"
      to={TODAY}
      sentence="A year of Nvidia."
      table={table}
      {...props}
    />,
  );

afterEach(() => vi.restoreAllMocks());

describe("every chart", () => {
  const drawings = [
    drawYear(),
    drawCall(open),
    drawCall(closed),
    draw(<MiniChart call={closed} sentence="x" />),
    draw(<DotsChart calls={calls} from="2024-01-22" to={TODAY} median={2.9} sentence="x" table={table} />),
  ];

  it("has no script, no style attribute and no event handler", () => {
    for (const markup of drawings) expect(markup).not.toMatch(/<script|style=|\son\w+=/);
  });

  it("is one image with a description; its axes are hidden from screen readers", () => {
    for (const markup of drawings) {
      expect(markup.match(/role="img"/g)).toHaveLength(1);
      expect(markup).toMatch(/<svg class="plot" role="img" aria-label="[^"]+">/);
      expect(markup).toContain('<svg class="axis-y" aria-hidden="true">');
      expect(markup).toContain('<svg class="axis-x" aria-hidden="true">');
    }
  });

  it("prints a date twice if it would overflow a narrow plot: at its place, and at the edge", () => {
    const dates = draw(<Dates labels={[{ x: 4, text: "Jan 2025", wide: false, atEdge: true }]} />);
    expect(dates).toContain('<text class="wide" x="4%" y="13">Jan 2025</text>');
    expect(dates).toContain('<text class="narrow" y="13">Jan 2025</text>');
  });

  it("stretches only its paths", () => {
    for (const markup of drawings) {
      expect(markup.match(/viewBox/g)).toHaveLength(1);
      expect(markup).toContain('viewBox="0 0 1000 400" preserveAspectRatio="none"');
    }
  });

  it("has a description of at most 300 characters", () => {
    const description = drawYear({ sentence: "word ".repeat(100) }).match(/aria-label="([^"]*)"/)?.[1] ?? "";
    expect(description.length).toBeLessThanOrEqual(301);
    expect(description.endsWith("…")).toBe(true);
  });
});

describe("the size of a chart", () => {
  const kinds = ["brief", "pick", "alert", "news", "locked"] as const;
  const flags = Array.from({ length: 12 }, (_, index) => ({
    number: index + 1,
    kind: kinds[index % 5] ?? "brief",
    day: dayOf(dayNumber("2025-08-12") + index * 28),
  }));
  const thirty = Array.from({ length: 30 }, (_, index) => ({
    day: dayOf(dayNumber("2026-06-17") + index),
    value: 300 + index,
  }));
  const close = lastOf(year).close;

  it.each([
    [
      "a year with zone and twelve flags",
      drawYear({ flags, zone: { low: close * 0.9, high: close * 0.95 } }),
      6500,
    ],
    ["a year", drawYear(), 3600],
    ["a call", drawCall({ ...open, benchmark: { name: "S&P 500", points: sessions } }), 3300],
    ["a small one", draw(<MiniChart call={closed} sentence="Broadcom, settled." />), 1500],
    [
      "161 dots",
      draw(<DotsChart calls={calls} from="2024-01-22" to={TODAY} median={2.9} sentence="x" table={table} />),
      1400 + 18 * 161,
    ],
    ["thirty bars", draw(<Bars days={thirty} running sentence="x" table={table} />), 2300],
    ["a locked one", draw(<LockedChart from="2025-07-16" to={TODAY} sentence="x" />), 900],
  ])("%s stays within its budget", (_, markup, most) => {
    expect(Buffer.byteLength(markup)).toBeLessThanOrEqual(most);
  });
});

it("a call on the lower edge has its label above the dot, because days are below", () => {
  const [call] = calls;
  if (!call) throw new Error("no calls");
  const deep = { ...call, name: "Deep", result: -80 };
  const markup = draw(
    <DotsChart calls={[...calls, deep]} from="2024-01-22" to={TODAY} sentence="x" table={table} />,
  );
  expect(markup).toMatch(/<text class="remark"[^>]* y="-6"[^>]*>Deep −80%/);
  expect(markup.match(/ y="4"/g)?.length).toBeGreaterThan(0);
});

describe("labels of the best dots", () => {
  const drawNames = (...named: { name: string; day: string; result: number }[]) => {
    const low = { name: "Low", day: "2026-07-01", result: -40 };
    const markup = draw(
      <DotsChart calls={[...named, low]} from="2025-02-01" to={TODAY} sentence="x" table={table} />,
    );
    return [...markup.matchAll(/<text class="remark" x="(-?\d+)" y="(-?\d+)"[^>]*>(.*?) [+−]\d+%/g)].map(
      ([, x, y, name]) => `${name} ${x} ${y}`,
    );
  };
  const first = { name: "MARA Holdings", day: "2025-03-27", result: 20 };

  it("are to the right of them", () =>
    expect(drawNames(first, { name: "Coinbase", day: "2025-12-15", result: 19 })).toEqual([
      "MARA Holdings 9 4",
      "Coinbase 9 4",
      "Low -9 -6",
    ]));

  it("cover no other dot and no other label", () =>
    expect(drawNames(first, { name: "Coinbase", day: "2025-05-15", result: 19 })).toEqual([
      "MARA Holdings 9 -6",
      "Coinbase 9 4",
      "Low -9 -6",
    ]));

  it("are left out without room", () => {
    const same = ["One", "Two", "Three"].map((name) => ({ name, day: "2025-08-01", result: 80 }));
    const best = [1, 2].map((nth) => ({
      name: `Best ${nth} ${"x".repeat(60)}`,
      day: "2025-08-01",
      result: 50,
    }));
    // Outliers on the edge are labelled anyway.
    expect(drawNames(...same)).toHaveLength(4);
    expect(drawNames(...best).map((name) => name.split(" ")[0])).toEqual(["Low"]);
  });
});

describe("the chart of a year", () => {
  it("ends in a half-disc at the last price, with room at its right and the price in the gutter", () => {
    const markup = drawYear();
    expect(markup).toMatch(/<svg x="99%" y="[\d.]+%"[^>]*><path class="mark"/);
    expect(markup).toContain(`>${lastOf(year).close.toFixed(2)}</text>`);
    expect(paths(markup, "price")).toHaveLength(1);
  });

  it("ignores prices outside its period", () => {
    const markup = drawYear({ from: "2026-04-16" });
    const drawn = paths(markup, "price")[0] ?? "";
    expect(drawn.startsWith("M0 ")).toBe(true);
    expect(drawn.length).toBeLessThan(500);
  });

  it("draws a buy zone behind everything else, with its edges in the gutter", () => {
    const markup = drawYear({ zone: { low: 100, high: 110 } });
    expect(markup.indexOf("band-zone")).toBeLessThan(markup.indexOf("gridlines"));
    expect(markup.indexOf("gridlines")).toBeLessThan(markup.indexOf('class="price"'));
    expect(markup.match(/class="rule-zone"/g)).toHaveLength(2);
    expect(markup).toContain(">Buy zone</text>");
    expect(markup).toMatch(/tag-ink[^>]*>110\.00/);
    expect(markup).toMatch(/tag-ink[^>]*>100\.00/);
  });

  it("labels the zone only where the line leaves room", () => {
    const flat = (closeOf: (index: number) => number) =>
      year.map(({ day }, index) => ({ day, close: closeOf(index) }));
    const zone = { low: 100, high: 104 };
    const placeOf = (points: typeof year) =>
      drawYear({ points, zone }).match(/<svg x="([\d.]+)%"[^>]*><text class="band-label"/)?.[1];
    expect(placeOf(flat(() => 140))).toBe("2");
    const early = flat((index) => (index < year.length / 3 ? 102 : 140));
    expect(Number(placeOf(early))).toBeGreaterThan(33);
    expect(placeOf(flat((index) => (index % 2 ? 102 : 140)))).toBeUndefined();
  });

  it("puts each flag at its day's price, and none outside its period", () => {
    const markup = drawYear({
      flags: [
        { number: 1, kind: "brief", day: "2025-08-12" },
        { number: 2, kind: "locked", day: "2026-07-12" },
        { number: 3, kind: "news", day: "2024-07-12" },
      ],
    });
    expect(markup.match(/class="stem"/g)).toHaveLength(2);
    expect(markup).toContain("flag--brief");
    expect(markup).toContain("flag--locked");
    expect(markup).not.toContain("flag--news");
  });

  it("has a shape for each kind of flag, and a neutral one for locked flags", () => {
    const shapes = (["brief", "pick", "alert", "news"] as const).map((kind) =>
      draw(<FlagKey kind={kind} number={3} />),
    );
    expect(new Set(shapes.map((shape) => shape.match(/ d="[^"]+"/)?.[0])).size).toBe(4);
    expect(draw(<FlagKey kind="locked" number={3} />)).toContain("flag--locked");
  });
});

describe("a chart", () => {
  it("without a price is a sentence, without frame and axis", () => {
    expect(drawYear({ points: [] })).toBe('<p class="no-prices">No prices for Nvidia yet.</p>');
    expect(drawCall({ ...open, points: [] })).toBe('<p class="no-prices">No prices for Broadcom yet.</p>');
    expect(draw(<DotsChart calls={[]} from={TODAY} to={TODAY} sentence="x" table={table} />)).not.toContain(
      "svg",
    );
    expect(draw(<Bars days={[]} sentence="x" table={table} />)).not.toContain("svg");
  });

  it("shows one price as its date and the half-disc in the middle, without a line", () => {
    const markup = drawYear({ points: [lastOf(year)] });
    expect(markup).toMatch(/<svg x="99%" y="50%"[^>]*><path class="mark"/);
    expect(markup).toContain(">16 July 2026</text>");
    expect(markup).not.toContain('class="price"');
    expect(markup).not.toContain('<line x2="100%"');
  });

  it("has a dot at each price if there are fewer than five", () => {
    expect(drawYear({ points: year.slice(-4) }).match(/class="point"/g)).toHaveLength(4);
    expect(drawYear({ points: year.slice(-5) })).not.toContain('class="point"');
  });

  it("starts again after a gap", () => {
    const markup = drawYear({ points: year.filter(({ day }) => day < "2025-12-01" || day > "2026-01-12") });
    expect(paths(markup, "price")[0]?.match(/M/g)).toHaveLength(2);
  });

  it("has a grey line and half-disc for stale prices", () => {
    const markup = drawYear({ stale: true });
    expect(paths(markup, "price before")).toHaveLength(1);
    expect(markup).toMatch(/class="stale"[^>]*><path class="mark"/);
  });

  it("ends in an upright tick with the date of the last trade for a halted instrument", () => {
    const markup = drawYear({ halted: true });
    expect(markup).not.toContain(HALF_DISC);
    expect(markup).toContain('class="halted"');
    expect(markup).toMatch(/class="remark"[^>]*>16 Jul<\/text>/);
  });

  it("shows the real dates of locked prices, the pattern and the seal, and no line, band or figure", () => {
    const markup = draw(<LockedChart from="2025-07-16" to={TODAY} tall sentence="A chart for members." />);
    expect(markup).toContain('role="img" aria-label="A chart for members."');
    expect(markup).toContain(">Jan 2026</text>");
    expect(markup).toContain('class="veil"');
    expect(markup).not.toMatch(/plot|axis-y|<rect|class="price|gridlines/);
  });

  it("falls back to its table if it cannot be drawn, and logs the reason", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    for (const markup of [
      drawYear({ zone: { low: Number.NaN, high: 2 } }),
      drawCall({ ...open, target: Number.NaN }),
      draw(
        <DotsChart
          calls={[{ name: "A", day: "never", result: 2 }]}
          from="never"
          to={TODAY}
          sentence="x"
          table={table}
        />,
      ),
      draw(<Bars days={[{ day: TODAY, value: Number.NaN }]} sentence="x" table={table} />),
    ]) {
      expect(markup).toContain('<th scope="row">16 July 2026</th><td class="num">1.00</td>');
      expect(markup).not.toContain("<svg");
    }
    expect(log).toHaveBeenCalledTimes(4);
  });
});

describe("an exhibit", () => {
  it("is titled by its finding, with its source and a table of its figures", () => {
    const markup = draw(
      <Exhibit number={1} title="The price is 2.6% above" source="Daily close." table={yearTable(year)}>
        <i />
      </Exhibit>,
    );
    const id = markup.match(/aria-labelledby="([^"]+)"/)?.[1];
    expect(markup).toContain(`<h2 id="${id}">The price is 2.6% above</h2>`);
    expect(markup).toContain("<details");
    expect(markup).toContain("<summary>The figures as a table</summary>");
    expect(markup.match(/<th scope="row">/g)).toHaveLength(14);
  });

  it("describes a year in a sentence", () => {
    const points = [
      { day: "2025-07-17", close: 121.4 },
      { day: "2026-03-09", close: 98.62 },
      { day: "2026-06-24", close: 184.2 },
      { day: "2026-07-16", close: 172.4 },
    ];
    expect(yearSentence({ name: "Nvidia" }, points, "Nine flags.")).toBe(
      "Nvidia, daily close, 17 July 2025 to 16 July 2026: from 121.40 to 172.40, low 98.62 on 9 March 2026, high 184.20 on 24 June 2026. Nine flags.",
    );
    expect(yearSentence({ name: "Nvidia" }, [])).toBe("No prices for Nvidia yet.");
  });
});
