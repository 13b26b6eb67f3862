import { describe, expect, it } from "vitest";
import { dayEvents, daySentence, minuteOfDay } from "~/features/staff/day-plan.rules";

describe("the plan of a day", () => {
  it("counts the minutes of the zone's day", () => {
    expect(minuteOfDay("2026-07-16T13:40:12Z", "UTC")).toBe(820);
    expect(minuteOfDay("2026-07-16T13:40:12Z", "Europe/Berlin")).toBe(940);
    expect(minuteOfDay("2026-07-16T00:00:00Z", "UTC")).toBe(0);
  });

  it("draws what goes out in the same minute once, and otherwise what is to come", () => {
    const items = ["2026-07-16T06:30:00Z", "2026-07-16T06:30:40Z", "2026-07-16T13:05:00Z"].map(
      (at, index) => ({
        at,
        scheduled: index === 2,
      }),
    );
    expect(dayEvents(items, "UTC")).toEqual([
      { minute: 390, state: "out" },
      { minute: 785, state: "to-come" },
    ]);
  });

  it("the sentence describes the drawing", () => {
    const now = "2026-07-16T14:32:00Z";
    const [out, toCome] = [{ scheduled: false }, { scheduled: true }];
    const begins = "Today at 14:32 UTC";
    expect(daySentence([], now, "UTC")).toBe(`${begins}, nothing published yet.`);
    expect(daySentence([out, out], now, "UTC")).toBe(`${begins}, published so far: 2 items.`);
    expect(daySentence([out, toCome], now, "UTC")).toBe(
      `${begins}, published so far: 1 item, still to come: 1.`,
    );
    expect(daySentence([toCome], now, "UTC")).toBe(`${begins}, nothing published yet, still to come: 1.`);
  });
});
