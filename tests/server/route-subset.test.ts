import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { allRoutes, dataUrl, fillParams } from "tests/support/routes";
import { describe, expect, it } from "vitest";
import table from "~/routes";
import { perRouteSubset } from "~/server/route-subset";

type Route = { id: string; path?: string; index?: boolean; parentId?: string };
type RouteObject = Parameters<typeof matchRoutes>[0][number];

const routesBelow = (entries: RouteConfigEntry[], parentId: string): Route[] =>
  entries.flatMap(({ file, path, index, children = [] }) => [
    { id: file, path, index, parentId },
    ...routesBelow(children, file),
  ]);

const ROUTES: Route[] = [{ id: "root", path: "" }, ...routesBelow(table as RouteConfigEntry[], "root")];
const byId = Object.fromEntries(ROUTES.map((route) => [route.id, route]));
const build = { routes: byId, assets: { version: "1", routes: byId } } as unknown as ServerBuild;
const partFor = perRouteSubset(build, (part) => part);

function matchedIn({ routes }: ServerBuild, path: string): string[] {
  const below = (parentId?: string): RouteObject[] =>
    (Object.values(routes) as Route[])
      .filter((route) => route.parentId === parentId)
      .map(({ id, path: own, index }) =>
        index ? { id, path: own, index: true } : { id, path: own, children: below(id) },
      );
  return (matchRoutes(below(), path) ?? []).map(({ route }) => route.id ?? "");
}

const ADDRESSES = allRoutes().map(({ pattern }) =>
  fillParams(pattern, {
    id: "1f0e",
    noteId: "2a4b",
    list: "news",
    token: "t",
    category: "square",
    file: "news.xml",
    size: "s",
    symbol: "NVDA",
    slug: "ada-writer",
    newsletter: "briefs",
    section: "news",
    kind: "news",
    record: "new",
    page: "terms",
    number: "0",
    "*": "some/where",
  }),
);

const ODD = [
  "/",
  "/no-such-page",
  "/no/such/page",
  "/admin/nothing",
  "/api/nothing",
  "/NEWS",
  "/%6eews",
  "/n%2Fews",
  "/news/",
  "/news/1f0e/",
  "/.data",
  "/news.data/x",
];

describe("the route subset for an address", () => {
  it.each([...ADDRESSES, ...ODD])("matches %s like the whole build", (path) => {
    const expected = matchedIn(build, path);
    expect(expected.length).toBeGreaterThan(1);
    expect(matchedIn(partFor(path), path)).toEqual(expected);
  });

  it.each(ADDRESSES)("is the same for the data of %s", (path) => {
    expect(partFor(dataUrl(path))).toBe(partFor(path));
  });

  it("has no back-office or API routes for an article's address", () => {
    const { routes, assets } = partFor("/news/1f0e");
    expect(Object.keys(routes).length).toBeLessThan(ROUTES.length / 4);
    expect(Object.keys(assets.routes).toSorted()).toEqual(Object.keys(routes).toSorted());
    expect(Object.keys(routes).filter((id) => /^routes\/(admin|api)\//.test(id))).toEqual([]);
  });

  it("has only one screen's routes and their parents for a back-office address", () => {
    const { routes } = partFor("/admin/news/1f0e/edit");
    expect(Object.keys(routes).length).toBeLessThan(ROUTES.length / 20);
    expect(Object.keys(routes).filter((id) => /quotes|banners|settings/.test(id))).toEqual([]);
  });

  it("is built once per first two segments, and once for all unknown addresses", () => {
    expect(partFor("/news/1")).toBe(partFor("/News/2"));
    expect(partFor("/admin/news/1/edit")).toBe(partFor("/admin/NEWS"));
    expect(partFor("/wp-login.php")).toBe(partFor("/.env"));
    expect(partFor("/wp/setup")).toBe(partFor("/else/where/too"));
    expect(partFor("/admin/no")).toBe(partFor("/admin/nothing/such"));
  });

  it("includes routes with dynamic segments and their parents", () => {
    const made = (routes: Route[]) => {
      const own = Object.fromEntries(routes.map((route) => [route.id, route]));
      return perRouteSubset({ routes: own, assets: { routes: own } } as unknown as ServerBuild, (part) =>
        Object.keys(part.routes),
      );
    };
    const idsFor = made([
      { id: "root", path: "" },
      { id: "frame", parentId: "root" },
      { id: "home", index: true, parentId: "frame" },
      { id: "rooms", path: "rooms", parentId: "frame" },
      { id: "room", path: ":room", parentId: "rooms" },
      { id: "door", path: "door", parentId: "rooms" },
      { id: "language", path: ":language?", parentId: "root" },
      { id: "other", path: "other/:id", parentId: "root" },
      { id: "window", path: ":house/window", parentId: "root" },
      { id: "rest", path: "*", parentId: "root" },
    ]);
    expect(idsFor("/rooms/7")).toEqual(["root", "frame", "rooms", "room", "language", "rest"]);
    expect(idsFor("/rooms/Door")).toEqual(["root", "frame", "rooms", "room", "door", "language", "rest"]);
    expect(idsFor("/rooms/window")).toEqual([
      ...["root", "frame", "rooms", "room", "language", "window", "rest"],
    ]);
    expect(idsFor("/")).toEqual(["root", "frame", "home", "language", "rest"]);
    expect(idsFor("/unknown/other")).toEqual(["root", "language", "rest"]);
  });

  it("is the whole build for an undecodable address, so that Remix reports the error", () => {
    expect(partFor("/%ff/x")).toBe(build);
  });
});
