import { allRoutes, routeOf } from "tests/support/routes";
import { spec } from "tests/support/spec";
import { expect, it } from "vitest";
import { SCREENS, SIMILAR_SCREENS } from "./screens";

const listed = Object.values(SCREENS).flat();
/** A record's id is one segment of an address, wherever it comes from. */
const pageOf = (screen: string) => routeOf(screen.replace(/\{.+?\}/g, "id"));

it("every page of the product is in the list of screens", spec("beyond every page read axe"), () => {
  const known = new Set(listed.map((screen) => pageOf(screen)?.pattern));
  const pages = allRoutes().filter(({ opens }) => opens);
  expect(pages.map(({ pattern }) => pattern).filter((pattern) => !known.has(pattern))).toEqual([]);
});

it("every screen is a page, and nobody visits one twice", () => {
  const resources = listed.filter((screen) => !pageOf(screen)?.page);
  expect(resources).toEqual([]);
  for (const screens of Object.values(SCREENS)) expect(new Set(screens).size).toBe(screens.length);
});

it("only back-office screens are checked once", () => {
  expect(SIMILAR_SCREENS.filter((screen) => !screen.startsWith("/admin/"))).toEqual([]);
});
