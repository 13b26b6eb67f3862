import { describe, expect, it } from "vitest";
import { rangeLabel, setStaleAfter, staleAfter, staleLabel } from "~/features/markets/quotes.rules";

describe("a quote's age", () => {
  const now = new Date("2026-07-16T14:32:00Z");
  const ago = (minutes: number) => staleLabel(new Date(now.getTime() - minutes * 60_000), now);
  it("appears from one hour on", () => {
    expect(staleAfter()).toBe(60);
    expect(ago(0)).toBeUndefined();
    expect(ago(59.99)).toBeUndefined();
    expect(ago(60 - 1 / 60_000)).toBeUndefined();
    expect(ago(119)).toBe("1 h old");
    expect(ago(120)).toBe("2 h old");
    expect(ago(71 * 60 + 59)).toBe("2 days old");
    expect(ago(72 * 60)).toBe("3 days old");
    expect(ago(59)).toBeUndefined();
    expect(ago(60)).toBe("1 h old");
    expect(ago(47 * 60 + 59)).toBe("47 h old");
    expect(ago(48 * 60)).toBe("2 days old");
    expect(ago(-5)).toBeUndefined();
  });

  it("appears from the configured age on", () => {
    setStaleAfter(300);
    expect([ago(299), ago(300)]).toEqual([undefined, "5 h old"]);
    setStaleAfter(60);
  });
});

describe("a quote's range", () => {
  const now = new Date("2026-07-16T14:32:00Z");
  it("is labelled today only if the quote is from the site's today", () => {
    expect(rangeLabel(new Date("2026-07-16T00:00:00Z"), now, "UTC")).toBe("Range today");
    expect(rangeLabel(new Date("2026-07-15T23:59:59Z"), now, "UTC")).toBe("Range of 15 July");
    expect(rangeLabel(new Date("2026-07-15T23:59:59Z"), now, "Europe/Berlin")).toBe("Range today");
    expect(rangeLabel(new Date("2026-07-16T02:00:00Z"), now, "America/New_York")).toBe("Range of 15 July");
  });
});
