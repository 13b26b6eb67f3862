import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { CallFigures } from "~/ui/charts/call-terms";
import { Day } from "~/ui/charts/day";
import { Ladder } from "~/ui/charts/ladder";
import { Progress } from "~/ui/charts/progress";
import { Spark, sparkScale } from "~/ui/charts/spark";
import { StripChart } from "~/ui/charts/strip-chart";
import { Versus } from "~/ui/charts/versus";
import { Weights } from "~/ui/charts/weights";
import { walk } from "./prices";

const draw = (chart: ReactElement) => renderToStaticMarkup(chart);
const quarter = walk("2026-04-16", "2026-07-16", 120);

describe("a sparkline", () => {
  it("has its minimum at 88 % of the height and its maximum at 12 %", () => {
    const y = sparkScale([3, 7, 5]);
    expect([y(3), y(7), y(5)]).toEqual([88, 12, 50]);
    expect(sparkScale([4, 4])(4)).toBe(50);
  });

  it("is decorative next to price and change, and otherwise an image", () => {
    expect(draw(<Spark points={quarter} />)).toContain('aria-hidden="true"');
    const picture = draw(<Spark points={quarter} label="Dow Jones today" size="tape" />);
    expect(picture).toMatch(/^<svg class="spark spark--tape" role="img" aria-label="Dow Jones today">/);
  });

  it("has a dotted baseline within its scale", () => {
    const markup = draw(<Spark points={quarter} base={1} />);
    expect(markup).toContain('<line class="base" x2="100%" y1="88%" y2="88%">');
    expect(draw(<Spark points={quarter} />)).not.toContain("base");
  });

  it("is marked when stale, and empty below two points", () => {
    expect(draw(<Spark points={quarter} stale />)).toContain('class="spark stale"');
    expect(draw(<Spark points={quarter.slice(-1)} />)).toBe("");
    expect(draw(<Spark points={[]} />)).toBe("");
  });

  it("is empty for an invalid figure, and the reason is logged", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(draw(<Spark points={[...quarter, { day: "2026-07-17", close: Number.NaN }]} />)).toBe("");
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  it("is at most 640 bytes for a quarter", () => {
    expect(Buffer.byteLength(draw(<Spark points={quarter} base={120} />))).toBeLessThanOrEqual(640);
  });
});

describe("a comparison with an index", () => {
  const index = walk("2026-04-16", "2026-07-16", 120, 11);

  it("draws list and index, the index dotted below, within 1 kB", () => {
    const markup = draw(<Versus list={quarter} index={index} label="List +18.4%, S&P 500 +9.1%" />);
    expect(markup.indexOf('class="bench"')).toBeLessThan(markup.lastIndexOf("<path d="));
    expect(Buffer.byteLength(markup)).toBeLessThanOrEqual(1024);
  });

  it("draws the list alone without index prices for these dates", () => {
    expect(draw(<Versus list={quarter} index={[]} label="x" />)).not.toContain("bench");
    expect(draw(<Versus list={[]} index={index} label="x" />)).toBe("");
  });
});

describe("a strip of results", () => {
  const markup = draw(<StripChart results={[-80, -10, 0, 10, 60, 300]} median={5} label="Buy alerts" />);

  it("has a scale from −40% to +60%, with outliers on the edge", () => {
    expect(markup).toContain('<path class="loss" d="M0 3v16M300 3v16M400 3v16">');
    expect(markup).toContain('<path class="win" d="M500 3v16M1000 3v16M1000 3v16">');
  });

  it("has a tick at zero and a triangle at the median", () => {
    expect(markup).toContain('<line x1="40%" x2="40%" y2="100%">');
    expect(markup).toMatch(/<svg x="45%" y="50%"[^>]*><path class="median"/);
  });

  it("is 0.4 kB plus 9 bytes per call", () => {
    const many = draw(
      <StripChart results={Array.from({ length: 80 }, (_, i) => i - 40)} median={5} label="x" />,
    );
    expect(Buffer.byteLength(many)).toBeLessThanOrEqual(640 + 9 * 80);
  });
});

describe("a stop–target ladder", () => {
  const mark = (markup: string) => Number(markup.match(/<svg x="([\d.]+)%"/)?.[1]);

  it("has its stop at the left and its target at the right, buying and selling", () => {
    const buy = draw(<Ladder name="Siemens" stop={188.8} made={198.1} now={210.4} target={213.5} />);
    expect(mark(buy)).toBe(87.4);
    expect(buy).toContain('class="band-risk" y="9" width="37.7%"');
    expect(buy).toContain("Siemens: stop 188.80, made at 198.10, last 210.40, target 213.50");
    const sell = draw(<Ladder name="Rivian" stop={14.5} made={13.8} now={14.42} target={11.9} />);
    expect(mark(sell)).toBe(3.1);
    expect(sell).toContain('class="band-risk" y="9" width="26.9%"');
  });

  it("puts the half-disc on the end that the price has passed", () => {
    expect(mark(draw(<Ladder name="A" stop={10} made={12} now={9} target={20} />))).toBe(0);
    expect(mark(draw(<Ladder name="A" stop={10} made={12} now={29} target={20} />))).toBe(100);
  });

  it("is empty if both ends are equal, and within 0.5 kB", () => {
    expect(draw(<Ladder name="A" stop={10} made={10} now={10} target={10} />)).toBe("");
    const markup = draw(<Ladder name="Siemens" stop={188.8} made={198.1} now={210.4} target={213.5} />);
    expect(Buffer.byteLength(markup)).toBeLessThanOrEqual(512);
  });
});

describe("a progress bar", () => {
  it("runs from the price at publication to the target", () => {
    const markup = draw(<Progress named={80} now={90} target={100} />);
    expect(markup).toContain('<rect x="0%" y="11" width="50%" height="3">');
    expect(markup).toContain('aria-label="Named at 80.00, now 90.00, target 100.00"');
  });

  it("draws the way back below the price at publication", () => {
    const markup = draw(<Progress named={78.9} now={64.82} target={88} />);
    expect(markup).toContain('<rect class="back" x="0%" y="11" width="60.7%" height="3">');
    expect(markup).toContain('<svg x="0%"');
  });

  it("ends at the target, and is empty if the target is not above", () => {
    expect(draw(<Progress named={80} now={120} target={100} />)).toContain('<svg x="100%"');
    expect(draw(<Progress named={80} now={90} target={80} />)).toBe("");
  });
});

describe("a bar of weights", () => {
  const shares = [22, 18, 14, 11, 9, 14, 12].map((share, index) => ({
    name: "ABCDEFG".charAt(index),
    share,
  }));

  it("has the five largest and the rest, labelled where there is room", () => {
    const markup = draw(<Weights shares={shares} />);
    expect(markup).toContain('aria-label="Weights: A 22%, B 18%, C 14%, D 11%, E 9%, others 26%"');
    expect(markup.match(/<rect/g)).toHaveLength(6);
    expect(markup.match(/<text/g)).toHaveLength(5);
    expect(markup).not.toContain("weights-names");
    expect(markup).toContain('class="rest" x="74%" width="26%"');
    expect(Buffer.byteLength(markup)).toBeLessThanOrEqual(640);
  });

  it("has all labels below the bar if one has no room in it, in order, without hidden names", () => {
    const named = shares.map(({ name, share }) => ({ name: name.repeat(4), share }));
    const markup = draw(<Weights shares={named} />);
    expect([...markup.matchAll(/<text[^>]*>(\w+)/g)].map(([, name]) => name)).toEqual([
      "AAAA",
      "BBBB",
      "CCCC",
    ]);
    expect(markup).toContain(
      '<p class="weights-names" aria-hidden="true">AAAA 22%, BBBB 18%, CCCC 14%, DDDD 11%, EEEE 9%</p>',
    );
    const locked = draw(<Weights shares={shares.map(({ share }) => ({ share }))} />);
    expect(locked).not.toMatch(/<text|weights-names/);
  });

  it.each([
    ["COIN", 13, true],
    ["HOOD", 13, false],
    ["HOOD", 14.6, true],
    ["MSTR", 14.7, true],
    ["MMWW", 16, false],
  ])("%s of %d %% has room in the bar: %s", (name, share, room) => {
    const markup = draw(<Weights shares={[{ name, share }]} />);
    expect([markup.includes("<text"), markup.includes("weights-names")]).toEqual([room, !room]);
  });

  it("is empty for an empty list", () => expect(draw(<Weights shares={[]} />)).toBe(""));
});

describe("the chart of a day", () => {
  it("shows published, scheduled and missing entries, and the current minute", () => {
    const events = [
      { minute: 390, state: "out" },
      { minute: 960, state: "to-come" },
      { minute: 1080, state: "missing" },
    ] as const;
    const markup = draw(<Day events={events} now={872} sentence="One is out." />);
    expect(markup).toContain('aria-label="One is out."');
    for (const { state } of events) expect(markup).toContain(`<path class="${state}"`);
    expect(markup).toMatch(/class="now"[^>]*>14:32</);
    expect(markup).toMatch(/<text x="2%" y="48">6:00</);
    expect(markup).toMatch(/<text x="98%" y="48">24:00</);
    expect(Buffer.byteLength(markup)).toBeLessThanOrEqual(1100);
  });

  it("keeps the label of the current time within its edge", () => {
    const at = (now: number) => draw(<Day events={[]} now={now} sentence="x" />);
    expect(at(365)).toContain('<text class="now" x="6" y="5">6:05<');
    expect(at(3)).toContain('<text class="now" x="6" y="5">0:03<');
    expect(at(600)).toContain('<text class="now" y="5">10:00<');
  });

  it("starts at midnight if the current time or an entry is before six", () => {
    const night = draw(<Day events={[{ minute: 420, state: "to-come" }]} now={204} sentence="x" />);
    expect(night).toMatch(/<text x="2%" y="48">0:00</);
    expect(night).toMatch(/class="now"[^>]*>3:24</);
    expect(night).toContain('<svg x="30%" y="30"');
    const early = draw(<Day events={[{ minute: 60, state: "out" }]} now={600} sentence="x" />);
    expect(early).toMatch(/<text x="2%" y="48">0:00</);
    expect(early).toContain('<svg x="6%" y="30"');
    expect(Buffer.byteLength(early)).toBeLessThanOrEqual(1100);
  });

  it("starts at six otherwise", () => {
    expect(draw(<Day events={[]} now={359} sentence="x" />)).toContain(">0:00<");
    const day = draw(<Day events={[{ minute: 360, state: "out" }]} now={360} sentence="x" />);
    expect(day).toMatch(/<text x="2%" y="48">6:00</);
    expect(day).not.toContain(">0:00<");
  });
});

describe("the terms of a call", () => {
  it("have figures with their distance in words", () => {
    const markup = draw(
      <CallFigures
        terms={[{ label: "Stop", figure: "262.50", note: "7.8% below today’s price", side: "risk" }]}
      />,
    );
    expect(markup).toBe(
      '<dl class="terms"><div class="term-risk"><dt>Stop</dt><dd class="num">262.50<small>7.8% below today’s price</small></dd></div></dl>',
    );
  });
});
