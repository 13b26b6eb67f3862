import { expect, it } from "vitest";
import { yearTo, zoneFinding, zoneNotice } from "~/features/content/briefs/brief-picture.rules";

const at = (close: number, zone: { low: number; high: number } | undefined = { low: 158, high: 168 }) => ({
  points: [{ day: "2026-07-16", close }],
  zone,
});

it.each([
  [172.4, "The price is 2.6% above where we would buy"],
  [150, "The price is 5.1% below where we would buy"],
  [160, "The price is where we would buy"],
  [168, "The price is where we would buy"],
  // A distance that rounds to zero is none.
  [168.01, "The price is where we would buy"],
])("at %f the finding compares the price with the buy zone", (close, said) => {
  expect(zoneFinding(at(close))).toBe(said);
});

it("the finding is empty without a zone", () => {
  expect(zoneFinding({ points: [], zone: { low: 1, high: 2 } })).toBe("Its price over one year");
  expect(zoneFinding({ points: [{ day: "2026-07-16", close: 5 }] })).toBe("Its price over one year");
  expect(zoneNotice({ points: [{ day: "2026-07-16", close: 5 }] })).toBe("");
});

it("the notice states the zone to readers without the chart", () => {
  expect(zoneNotice(at(172.4))).toBe("The price is 2.6% above where we would buy: 158.00 to 168.00.");
});

it("the chart covers the year up to the current day", () => {
  const now = new Date("2026-07-16T14:32:00Z");
  expect(yearTo(now, "UTC")).toEqual({ from: "2025-07-16", to: "2026-07-16" });
  expect(yearTo(now, "Pacific/Kiritimati")).toEqual({ from: "2025-07-17", to: "2026-07-17" });
});
