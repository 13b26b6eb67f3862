import { expect, it } from "vitest";
import { usesText } from "~/features/pictures/pictures.rules";

it.each([
  ["", "Not used yet"],
  ["news 1", "1 article"],
  ["news 2,daily-brief 1,settings/texts 1,bin 3", "2 articles, 1 brief, 1 page, 3 deleted records"],
])("the uses %j of a picture are %j", (uses, text) => {
  expect(usesText(uses)).toBe(text);
});
