import { expect, it } from "vitest";
import { freshPath } from "./fresh-path.mjs";

it("a fresh path has a new number and id in each request", () => {
  expect(freshPath("/author/nobody-{n}", 7)).toBe("/author/nobody-7");
  const [first, second] = [freshPath("/news/{uuid}", 1), freshPath("/news/{uuid}", 2)];
  expect(first).toMatch(/^\/news\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(second).not.toBe(first);
});

it("a path without placeholders is unchanged", () => {
  expect(freshPath("/search?q=rates", 3)).toBe("/search?q=rates");
});
