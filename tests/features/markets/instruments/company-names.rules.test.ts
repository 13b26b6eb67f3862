import { expect, it } from "vitest";
import { isNameOf } from "~/features/markets/instruments/company-names.rules";

it.each([
  ["Meta Platforms", "META PLATFORMS, INC."],
  ["Nestlé", "Nestle S.A."],
  ["L'Oréal", "L’Oreal SA"],
  ["AT&T", "AT and T Inc"],
  ["The Coca-Cola Company", "Coca Cola"],
  ["Berkshire Hathaway Class B", "Berkshire Hathaway B"],
  ["Holding AG", "holding ag"],
])("%s and %s are names of one company", (one, other) => {
  expect(isNameOf([one], other)).toBe(true);
});

it.each([
  ["Facebook", "Falcon Backhaul"],
  ["Meta Platforms", "Meta Materials"],
  ["Alpha Group", "Beta Group"],
  ["Holding AG", "Group Inc."],
  ["Berkshire Hathaway Class B", "Berkshire Hathaway Class A"],
  ["日本電信電話", "日本電気"],
  ["A company", ""],
])("%s and %s are names of different companies", (one, other) => {
  expect(isNameOf([one], other)).toBe(false);
});
