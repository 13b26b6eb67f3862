import { expect, it } from "vitest";
import { readCurrency } from "~/admin-kit/figures/read-currency";

it.each([
  ["USD", "USD"],
  [" usd ", "USD"],
  ["Usd", "USD"],
  ["gbp", "GBP"],
  ["GBX", "GBX"],
  ["GBp", "GBX"],
  ["GBx", "GBX"],
  ["ZAc", "ZAC"],
  ["ZAr", "ZAC"],
  ["ILa", "ILA"],
  ["ILs", "ILA"],
  // Ambiguous cents, a hundredth or a thousandth: never read as the whole currency.
  ["USd", undefined],
  ["EUr", undefined],
  ["KWf", undefined],
  ["pence", undefined],
  ["\u00a3", undefined],
  ["", undefined],
])("the currency %j is read as %s", (typed, code) => expect(readCurrency(typed)).toBe(code));
