import { expect, it } from "vitest";
import { exactMatch, matchScreens } from "~/features/staff/go-to.rules";

const screen = (title: string) => ({ title, type: "Screen", link: `/admin/${title}` });
const SCREENS = [
  screen("News"),
  screen("Market Movers"),
  screen("Market"),
  { title: "Add News", type: "New", link: "/admin/news/new" },
];
const found = (typed: string) => matchScreens(SCREENS, typed).map(({ title }) => title);

it("finds a screen by the beginnings of its words, in any order and case", () => {
  expect(found("MO")).toEqual(["Market Movers"]);
  expect(found("mov mar")).toEqual(["Market Movers"]);
  expect(found("ews")).toEqual([]);
});

it("puts those first whose name begins so, and forms that begin a record behind them", () => {
  expect(found("ne")).toEqual(["News", "Add News"]);
});

it("opens the screen with exactly this title", () => {
  expect(exactMatch(SCREENS, " market ")?.title).toBe("Market");
  expect(exactMatch(SCREENS, "mark")).toBeUndefined();
});
