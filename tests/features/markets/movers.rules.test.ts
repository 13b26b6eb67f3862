import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { MOVER_ORDER, MOVER_TITLES, moverChange, newestTime } from "~/features/markets/movers.rules";

describe("a mover's change", () => {
  it.each([
    ["losers", "-6.05", "\u22126.05%", "down"],
    ["losers", "6.05", "\u22126.05%", "down"],
    ["losers", "\u22126.05", "\u22126.05%", "down"],
    ["losers", "1-2", "\u2212\u2013%", "down"],
    ["losers", "0", "\u22120.00%", "down"],
    ["gainers", "7.92", "+7.92%", "up"],
    ["gainers", "-1.5", "\u22121.50%", "down"],
    ["mostactive", "0", "0.00%", "level"],
    ["mostactive", "0.001", "0.00%", "level"],
    ["mostactive", "1234.5", "+1,234.50%", "up"],
  ] as const)(
    "of %s by %s is %s, %s",
    spec("4 movers losers negative red"),
    (type, percent, text, direction) => expect(moverChange(type, percent)).toEqual({ text, direction }),
  );
});

it("movers are listed as gainers, losers, most active", () => {
  expect(MOVER_ORDER.map((type) => MOVER_TITLES[type])).toEqual(["Gainers", "Losers", "Most active"]);
  expect(MOVER_ORDER).toEqual(["gainers", "losers", "mostactive"]);
});

it("newestTime returns the time of the newest mover", () => {
  const [early, late] = [new Date("2026-07-16T09:00:00Z"), new Date("2026-07-16T14:00:00Z")];
  expect(newestTime([])).toBeUndefined();
  expect(newestTime([{ asOf: early }])).toEqual(early);
  expect(newestTime([{ asOf: early }, { asOf: late }, { asOf: early }])).toEqual(late);
});
