import { expect, it } from "vitest";
import { byTitle, exactMatch, matchScreens } from "~/features/staff/go-to.rules";

const screen = (title: string, words = "") => ({ title, type: "Screen", link: `/admin/${title}`, words });
const SCREENS = [
  screen("News", "articles posts"),
  screen("Newsletters", "editions"),
  screen("Market Movers", "gainers losers"),
  screen("Market", "quotes"),
  { ...screen("Add News"), type: "New" },
  screen("Payments", "refund news"),
];
const found = (typed: string) => matchScreens(SCREENS, typed).map(({ title }) => title);

it("finds a screen by the beginnings of its words, in any order and case", () => {
  expect(found("MO")).toEqual(["Market Movers"]);
  expect(found("mov mar")).toEqual(["Market Movers"]);
  expect(found("ews")).toEqual([]);
});

it("finds a screen by what people call it, after those that have the word in their titles", () => {
  expect(found("refu")).toEqual(["Payments"]);
  expect(found("market quo")).toEqual(["Market"]);
  expect(found("new")).toEqual(["News", "Newsletters", "Add News", "Payments"]);
});

it("puts the exact title before those that begin so, and those before titles that contain it", () => {
  expect(found("news")).toEqual(["News", "Newsletters", "Add News", "Payments"]);
  const titles = ["Not R-000021", "XR-000021", "R-000021, ann", "R-000021"].map((title) => ({ title }));
  expect(byTitle(titles, "r-000021").map(({ title }) => title)).toEqual([
    "R-000021",
    "R-000021, ann",
    "Not R-000021",
    "XR-000021",
  ]);
});

it("opens the screen with exactly this title", () => {
  expect(exactMatch(SCREENS, " market ")?.title).toBe("Market");
  expect(exactMatch(SCREENS, "mark")).toBeUndefined();
});
