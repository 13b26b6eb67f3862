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
  // Cents of which nobody knows whether they are a hundredth or a thousandth: never the whole.
  ["USd", undefined],
  ["EUr", undefined],
  ["KWf", undefined],
  ["pence", undefined],
  ["\u00a3", undefined],
  ["", undefined],
])("%j is %s", (typed, code) => expect(readCurrency(typed)).toBe(code));
