import { expect, it } from "vitest";
import { inUnit } from "~/features/markets/instruments/price-units.rules";

it.each([
  ["1992", "GBX", "GBP", "19.92"],
  ["19.92", "GBP", "GBX", "1992"],
  ["541.25", "USX", "USD", "5.4125"],
  ["5123.45", "ZAC", "ZAR", "51.2345"],
  ["7", "ILA", "ILS", "0.07"],
  ["7", null, "USD", "7"],
  ["7", "USD", "EUR", undefined],
])("inUnit converts %s from %s to %s: %s", (price, from, to, moved) => {
  expect(inUnit(price, from, to)).toBe(moved);
});
