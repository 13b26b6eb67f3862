import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { barScale, middleScale, percent, timeScale, valueScale } from "~/ui/charts/scales";
import { percentLabel, tickLabel } from "~/ui/charts/tick-label";

describe("the value scale", () => {
  /** In hundredths of a cent, so that two values differ by something. */
  const price = fc.integer({ min: 1, max: 900_000_0000 }).map((units) => units / 10_000);
  const prices = fc.array(price, { minLength: 2, maxLength: 40 });

  it("covers every value plus 6 % of their span, and starts and ends on a tick", () => {
    fc.assert(
      fc.property(prices, (values) => {
        const { min, max, step } = valueScale(values);
        const span = Math.max(...values) - Math.min(...values);
        expect(min).toBeLessThanOrEqual(Math.max(0, Math.min(...values) - span * 0.06) + step * 1e-9);
        expect(max).toBeGreaterThanOrEqual(Math.max(...values) + span * 0.06 - step * 1e-9);
        for (const end of [min, max])
          expect(Math.abs(end / step - Math.round(end / step))).toBeLessThan(1e-6);
      }),
    );
  });

  it("has three to six ticks in steps of 1, 2, 2.5 or 5", () => {
    fc.assert(
      fc.property(prices, (values) => {
        const { ticks, step } = valueScale(values);
        expect(ticks.length).toBeGreaterThanOrEqual(3);
        expect(ticks.length).toBeLessThanOrEqual(6);
        const digits = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
        expect([1, 2, 2.5, 5].some((known) => Math.abs(known - digits) < 1e-6)).toBe(true);
      }),
    );
  });

  it("does not label its lowest tick, which is the axis", () => {
    expect(valueScale([98.62, 184.2])).toMatchObject({
      min: 80,
      max: 200,
      ticks: [100, 120, 140, 160, 180, 200],
    });
  });

  it("does not start at zero for prices, and does not go below it", () => {
    expect(valueScale([150, 160]).min).toBeGreaterThan(100);
    expect(valueScale([0.5, 90]).min).toBe(0);
  });

  it("has both sides of zero for returns", () => {
    const { min, max, ticks } = valueScale([-31.4, 48.7]);
    expect([min, max]).toEqual([-40, 60]);
    expect(ticks).toContain(0);
  });

  it("counts drawdowns from the top in per cent", () => {
    const { min, max, y } = valueScale([98.62, 184.2]);
    expect([y(max), y(min), y((min + max) / 2)]).toEqual([0, 100, 50]);
  });

  it("has a span if all values are equal", () => {
    const { min, max } = valueScale([100, 100]);
    expect(min).toBeLessThan(100);
    expect(max).toBeGreaterThan(100);
    expect(valueScale([0, 0]).max).toBeGreaterThan(0);
  });

  it("rejects invalid figures", () => {
    expect(() => valueScale([1, Number.NaN])).toThrow(RangeError);
    expect(() => valueScale([])).toThrow(RangeError);
  });

  it("puts a single price in the middle, without ticks", () => {
    const { y, ticks } = middleScale(172.4);
    expect([y(172.4), ticks]).toEqual([50, []]);
  });

  it("starts at zero for bars, and ends at the maximum if that is a tick", () => {
    expect(barScale([200, 500])).toMatchObject({ min: 0, max: 500 });
    expect(barScale([0, 0])).toMatchObject({ min: 0 });
    expect(barScale([0, 2, 1]).ticks).toEqual([1, 2]);
    expect(barScale([0, 0.6, 1.8]).ticks).toEqual([0.5, 1, 1.5, 2]);
  });

  it("has integer ticks for counts, and fractions for fractions", () => {
    expect(barScale([0, 1, 2]).ticks).toEqual([1, 2]);
    expect(barScale([0, 15]).ticks).toEqual([5, 10, 15]);
    expect(barScale([0.4, 2]).ticks).toContain(0.5);
  });
});

describe("the time scale", () => {
  it("follows calendar days, not rows", () => {
    const { x } = timeScale("2026-01-01", "2026-01-11");
    expect(["2026-01-01", "2026-01-02", "2026-01-06", "2026-01-11"].map(x)).toEqual([0, 10, 50, 100]);
  });

  it("leaves room at its end", () => {
    expect(percent(timeScale("2025-07-16", "2026-07-16", 0.01).x("2026-07-16"))).toBe("99%");
  });

  it("has a width for a single day", () => {
    expect(timeScale("2026-01-01", "2026-01-01").x("2026-01-01")).toBe(0);
  });

  it("rejects invalid days", () => {
    expect(() => timeScale("2026-02-30x", "2026-03-01")).toThrow(RangeError);
    expect(() => timeScale("2026-01-01", "2026-03-01").x("today")).toThrow(RangeError);
  });
});

describe("tick labels", () => {
  it.each([
    [[98, 185], 120, "120"],
    [[9.1, 9.9], 9.4, "9.40"],
    [[0.0121, 0.0134], 0.0125, "0.01250"],
    [[41_000, 58_000], 45_000, "45,000"],
  ])("for %j show %d as %s", (values, tick, said) => {
    expect(tickLabel(valueScale(values))(tick)).toBe(said);
  });

  it("sign returns with a true minus, and leave zero without a sign", () => {
    expect([20, 0, -20, 2.5].map(percentLabel)).toEqual(["+20%", "0%", "−20%", "+2.5%"]);
  });
});
