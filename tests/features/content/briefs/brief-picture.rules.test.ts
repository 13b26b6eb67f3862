import { expect, it } from "vitest";
import { yearTo, zoneFinding, zoneNotice } from "~/features/content/briefs/brief-picture.rules";

const at = (close: number, zone: { low: number; high: number } | undefined = { low: 158, high: 168 }) => ({
  points: [{ day: "2026-07-16", close }],
  zone,
});

it.each([
  [172.4, "The price stands 2.6% above where we would buy"],
  [150, "The price stands 5.1% below where we would buy"],
  [160, "The price stands where we would buy"],
  [168, "The price stands where we would buy"],
  // What rounding leaves nothing of is no distance.
  [168.01, "The price stands where we would buy"],
])("at %f says where the price stands, seen from the buy zone", (close, said) => {
  expect(zoneFinding(at(close))).toBe(said);
});

it("says nothing of a zone that is not there", () => {
  expect(zoneFinding({ points: [], zone: { low: 1, high: 2 } })).toBe("One year of its price");
  expect(zoneFinding({ points: [{ day: "2026-07-16", close: 5 }] })).toBe("One year of its price");
  expect(zoneNotice({ points: [{ day: "2026-07-16", close: 5 }] })).toBe("");
});

it("tells the zone to those who do not see it", () => {
  expect(zoneNotice(at(172.4))).toBe("The price stands 2.6% above where we would buy: 158.00 to 168.00.");
});

it("shows the year up to today", () => {
  const now = new Date("2026-07-16T14:32:00Z");
  expect(yearTo(now, "UTC")).toEqual({ from: "2025-07-16", to: "2026-07-16" });
  expect(yearTo(now, "Pacific/Kiritimati")).toEqual({ from: "2025-07-17", to: "2026-07-17" });
});
