import { renderToStaticMarkup as html } from "react-dom/server";
import { expect, it } from "vitest";
import { StatTiles } from "~/ui/stat-tiles";

const TILE = { label: "New", figure: "12" };

it("tiles are navigation only if one has a link", () => {
  expect(html(<StatTiles label="Totals" tiles={[TILE]} />)).toMatch(/^<section [^>]*aria-label="Totals"/);
  expect(
    html(<StatTiles label="Screens" tiles={[TILE, { ...TILE, label: "Users", to: "/users" }]} />),
  ).toMatch(/^<nav [^>]*aria-label="Screens"/);
});
