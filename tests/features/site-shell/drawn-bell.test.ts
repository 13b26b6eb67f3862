import { describe, expect, it } from "vitest";
import { drawBell } from "~/features/site-shell/drawn-bell.server";
import type { NewsOfBell } from "~/features/site-shell/member-bell.rules";

const NOW = Date.parse("2026-11-29T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000);
const item = (minutes: number, more: Partial<NewsOfBell> = {}): NewsOfBell => ({
  kind: "news",
  id: `id-${minutes}`,
  title: `Item ${minutes}`,
  at: minutesAgo(minutes),
  author: null,
  symbol: null,
  detail: null,
  locked: false,
  ...more,
});
const NEWS = [item(1, { author: "Ines Calloway" }), item(5), item(60)];
const NONE = new Set<string>();

describe("a drawn bell", () => {
  it("is drawn once for members with the same new items and marks in the list", () => {
    const first = drawBell(NEWS, NONE, { zone: "UTC", now: NOW });
    expect(
      drawBell(NEWS, new Set(["company:NVDA"]), { readAt: minutesAgo(90), zone: "UTC", now: NOW + 1 }),
    ).toBe(first);
  });

  it("is drawn anew for other new items, for marks in it, and for another list", () => {
    const bells = [
      drawBell(NEWS, NONE, { zone: "UTC", now: NOW }),
      drawBell(NEWS, NONE, { readAt: minutesAgo(3), zone: "UTC", now: NOW }),
      drawBell(NEWS, NONE, { readAt: minutesAgo(0), zone: "UTC", now: NOW }),
      drawBell(NEWS, new Set(["author:ines-calloway"]), { zone: "UTC", now: NOW }),
      drawBell([item(2)], NONE, { zone: "UTC", now: NOW }),
    ].map(String);
    expect(new Set(bells).size).toBe(bells.length);
    expect(bells.map((html) => /Notifications, (\d) new/.exec(html)?.[1])).toEqual([
      "3",
      "1",
      undefined,
      "3",
      "1",
    ]);
  });
});
