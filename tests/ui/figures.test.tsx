import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { renderToStaticMarkup as html } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Change } from "~/ui/change";
import { Price } from "~/ui/price";
import { RangeBar, RangeEnds } from "~/ui/range-bar";
import { percentBetween } from "~/ui/range-place";

describe("Change", () => {
  it("has matching sign, class and label", () => {
    expect(html(<Change value={0.52} />)).toBe(
      '<span class="chg chg--up">+0.52%<span class="sr"> up</span></span>',
    );
    expect(html(<Change value="-1.36" />)).toBe(
      '<span class="chg chg--down">−1.36%<span class="sr"> down</span></span>',
    );
    expect(html(<Change value={0} />)).toBe(
      '<span class="chg chg--flat">0.00%<span class="sr"> unchanged</span></span>',
    );
  });

  it("shows a change that rounds to zero as unchanged", () => {
    expect(html(<Change value={-0.004} />)).toContain("chg--flat");
    expect(html(<Change value={-0.004} decimals={1} />)).toContain('chg--flat">0.0%');
  });

  it("has two decimals if one would round it to zero", () =>
    expect(html(<Change value={-0.04} decimals={1} />)).toContain('chg--down">−0.04%'));

  it("has no mark before a zero: a dash would read as a minus", async () => {
    const css = await readFile(new URL("../../app/ui/change.css", import.meta.url), "utf8");
    expect(css).toMatch(/\.chg:is\(\.chg--flat, \.chg--level\)::before \{\s*display: none;/);
  });

  it("shows the label if there is room", () => {
    expect(html(<Change value={1.12} spoken={{ after: "today" }} />)).toBe(
      '<span class="chg chg--up">Up +1.12% today</span>',
    );
  });

  it.each([null, undefined, "", "n/a"])("shows %s as unknown", (value) => {
    expect(html(<Change value={value} />)).toContain("not known");
    expect(html(<Change value={value} />)).not.toContain("chg--");
  });
});

describe("RangeBar", () => {
  it("has a description of its values", () => {
    const drawn = html(<RangeBar low="98.62" value="172.40" high="184.20" label="52-week range" />);
    expect(drawn).toContain('aria-label="52-week range: 172.40 between 98.62 and 184.20"');
    expect(drawn).toContain('x="86.2%"');
    expect(drawn).not.toContain("style=");
  });

  it.each([
    [null, 2, 3],
    [1, undefined, 3],
    [1, 2, ""],
    [3, 3, 3],
    [5, 4, 3],
    [1, "x", 3],
  ])("is empty for %s, %s, %s", (low, value, high) => {
    expect(html(<RangeBar low={low} value={value} high={high} label="Range" />)).toBe("");
  });

  it("keeps the marker on its line", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), (value) => {
        const place = percentBetween(10, value, 20);
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(100);
      }),
    );
  });

  it("labels its ends", () => {
    expect(html(<RangeEnds low="1" value="2" high="3" />)).toMatch(
      /^<span class="range-ends" aria-hidden="true">/,
    );
    // Without a bar no other element shows it.
    expect(html(<RangeEnds low="1" value="2" high={null} />)).not.toContain("aria-hidden");
    expect(html(<RangeEnds low="0.5" high="1250" />)).toBe(
      '<span class="range-ends"><span><span class="sr">Low </span>0.5000</span>' +
        '<span><span class="sr">High </span>1,250.00</span></span>',
    );
  });
});

describe("Price", () => {
  it("labels pence, with a symbol alone where there is no room", () => {
    const unit = { currency: "GBX" };
    expect(html(<Price value="1992" unit={unit} />)).toBe("1,992.00<small> GBX, pence</small>");
    expect(html(<Price value="1992" unit={unit} short />)).toBe("1,992.00p");
    expect(html(<Price value={null} unit={unit} />)).toBe("–");
  });
});
