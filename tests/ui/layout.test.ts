import { readdirSync, readFileSync } from "node:fs";
import { spec } from "tests/support/spec";
import { expect, it } from "vitest";

const ui = new URL("../../app/ui/", import.meta.url);
const tokens = readFileSync(new URL("tokens.css", ui), "utf8");

it.each([
  ["--width-sidebar", "200px"],
  ["--width-rail", "327px"],
  ["--width-admin-menu", "280px"],
])(
  "%s is what the specification says, section 9",
  spec("2.1 sidebar 200 px right", "9 brand colour sidebar right"),
  (token, value) => {
    expect(tokens).toContain(`${token}: ${value};`);
  },
);

it("the brand colour is #1B1464", spec("9 brand colour sidebar right"), () => {
  expect(tokens).toMatch(/--color-brand: light-dark\(#1b1464,/);
});

it("media queries use rem, so that large text gets the layout of a small screen", () => {
  const sheets = readdirSync(ui, { recursive: true, encoding: "utf8" }).filter((file) => /\.css$/.test(file));
  const queries = sheets.flatMap((file) =>
    [...readFileSync(new URL(file, ui), "utf8").matchAll(/@(?:media|container)[^{]*/g)].map(
      ([query]) => `${file}: ${query.trim()}`,
    ),
  );
  expect(queries.length).toBeGreaterThan(40);
  expect(queries.filter((query) => /\dpx/.test(query))).toEqual([]);
});
