import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const tokens = readFileSync(new URL("../../app/ui/tokens.css", import.meta.url), "utf8");

it.each([
  ["--width-sidebar", "200px"],
  ["--width-rail", "327px"],
  ["--width-admin-menu", "280px"],
])("%s is what the specification says, section 9", (token, value) => {
  expect(tokens).toContain(`${token}: ${value};`);
});

it("the brand is #1B1464", () => {
  expect(tokens).toMatch(/--color-brand: light-dark\(#1b1464,/);
});
