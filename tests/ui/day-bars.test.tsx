import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { setUpYear } from "tests/support/in-year";
import { describe, expect, it } from "vitest";
import { DayBars, scaleEnd } from "~/ui/day-bars";

setUpYear(2026);

describe("the scale of day bars", () => {
  it.each([
    [0, 2],
    [1, 2],
    [3, 4],
    [7, 8],
    [10, 10],
    [11, 12],
    [99, 100],
    [100, 100],
    [101, 120],
    [544, 600],
    [1538, 1600],
    [1000, 1000],
    [1001, 1200],
    [8_000_001, 10_000_000],
  ])("for %i ends at %i", (most, end) => expect(scaleEnd(most)).toBe(end));

  it("covers its values, is more than half used, and has an integer middle", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), (most) => {
        const end = scaleEnd(most);
        expect(end).toBeGreaterThanOrEqual(most);
        expect(most).toBeGreaterThanOrEqual(end / 2);
        expect(Number.isInteger(end / 2)).toBe(true);
      }),
    );
  });
});

describe("day bars", () => {
  const draw = (values: number[], unfinished = false) =>
    renderToStaticMarkup(
      <DayBars
        label="Views per day"
        bars={values.map((value, index) => ({ day: `2026-07-0${index + 1}`, value }))}
        unfinished={unfinished}
      />,
    );
  const bars = (markup: string) =>
    [
      ...markup.matchAll(
        /<rect (?:class="open" )?x="([\d.]+)%" width="([\d.]+)%" y="([\d.]+)" height="([\d.]+)"/g,
      ),
    ].map(([, ...figures]) => figures.map(Number));

  it("have a description, and leave the days to a table", () => {
    const markup = draw([3, 1000, 20]);
    expect(markup).toContain('role="img"');
    expect(markup).toContain(
      'aria-label="Views per day, Wed 1 Jul 2026 to Fri 3 Jul 2026: at most 1,000, on Thu 2 Jul 2026"',
    );
    expect(markup).toContain("<title>Thu 2 Jul 2026: 1,000</title>");
    expect(markup).toMatch(/<span>1,000<\/span><span>500<\/span><span>0<\/span>/);
    expect(markup).toMatch(/<span>1 July<\/span><span>3 July<\/span>/);
  });

  it("are side by side within the width, proportional, and the smallest is visible", () => {
    const [first, second, third, fourth] = bars(draw([1000, 500, 1, 0]));
    expect(first).toEqual([3.5, 18, 0, 112]);
    expect(second).toEqual([28.5, 18, 56, 56]);
    expect(third).toEqual([53.5, 18, 111, 1]);
    expect(fourth).toEqual([78.5, 18, 112, 0]);
  });

  it("mark an incomplete last day, without a style attribute", () => {
    expect(draw([1, 2]).match(/class="open"/g)).toBeNull();
    expect(draw([1, 2], true).match(/class="open"/g)).toHaveLength(1);
    expect(draw([1, 2], true)).not.toContain("style=");
  });

  it("are empty without days", () => {
    expect(draw([])).toBe("");
    expect(draw([4])).toContain("<span>1 July</span></div>");
  });
});
