import { describe, expect, it } from "vitest";
import { daySentence, editPathOf, minuteOf, minutesOut } from "~/features/staff/day-plan.rules";

describe("the plan of a day", () => {
  it("counts the minutes of the zone's day", () => {
    expect(minuteOf("2026-07-16T13:40:12Z", "UTC")).toBe(820);
    expect(minuteOf("2026-07-16T13:40:12Z", "Europe/Berlin")).toBe(940);
    expect(minuteOf("2026-07-16T00:00:00Z", "UTC")).toBe(0);
  });

  it("draws what went out in the same minute once", () => {
    const out = ["2026-07-16T06:30:00Z", "2026-07-16T06:30:40Z", "2026-07-16T13:05:00Z"].map((at) => ({
      at,
    }));
    expect(minutesOut(out, "UTC")).toEqual([390, 785]);
  });

  it("says what is drawn", () => {
    const now = "2026-07-16T14:32:00Z";
    expect(daySentence([], now, "UTC")).toBe("Today from 6 to 24; now is 14:32 UTC, nothing is out yet.");
    expect(daySentence([1, 2], now, "UTC")).toBe(
      "Today from 6 to 24; now is 14:32 UTC, out so far: 2 pieces.",
    );
  });

  it("leads to where each kind is edited", () =>
    expect(
      (["news", "video", "brief", "alert"] as const).map((kind) => editPathOf({ kind, id: "1" })),
    ).toEqual([
      "/admin/news/1/edit",
      "/admin/videos/1/edit",
      "/admin/daily-brief/1/edit",
      "/admin/trade-alert/1/edit",
    ]));
});
