import { expect, it } from "vitest";
import { exactMatch, matchScreens, titleRank } from "~/features/staff/go-to.rules";

const screen = (title: string, words = "") => ({ title, type: "Screen", link: `/admin/${title}`, words });
const SCREENS = [
  screen("News", "articles posts"),
  screen("Newsletters", "editions"),
  screen("Market Movers", "gainers losers"),
  screen("Market", "quotes"),
  { ...screen("Add News"), type: "New" },
  screen("Payments", "refund news"),
];
const found = (typed: string) => {
  const { byTitle, byWords } = matchScreens(SCREENS, typed);
  return [...byTitle, ...byWords].map(({ title }) => title);
};

it("finds a screen by the beginnings of its words, in any order and case", () => {
  expect(found("MO")).toEqual(["Market Movers"]);
  expect(found("mov mar")).toEqual(["Market Movers"]);
  for (const none of ["ews", "--", ", ,"]) expect(found(none)).toEqual([]);
});

it("finds a screen by what people call it, after those that have the word in their titles", () => {
  expect(found("refu")).toEqual(["Payments"]);
  expect(found("market quo")).toEqual(["Market"]);
  expect(found("new")).toEqual(["News", "Newsletters", "Add News", "Payments"]);
});

it("puts the exact title before those that begin so, and those before titles that contain it", () => {
  expect(found("news")).toEqual(["News", "Newsletters", "Add News", "Payments"]);
  const ranks = ["Zinc", "Zinc falls", "Why zinc falls", "Electrozinc", "Copper"].map((title) =>
    titleRank(title, "zinc"),
  );
  expect(ranks).toEqual([0, 1, 2, 3, 4]);
  expect(titleRank("Copper mines", "mines copper")).toBe(2);
});

it("takes straight apostrophes for curly ones", () => {
  expect(titleRank("Seller’s data", "seller's data")).toBe(0);
});

it("opens the screen with exactly this title", () => {
  expect(exactMatch(SCREENS, " market ")?.title).toBe("Market");
  expect(exactMatch(SCREENS, "mark")).toBeUndefined();
});
