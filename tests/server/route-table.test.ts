import type { ServerBuild } from "@remix-run/node";
import { expect, it } from "vitest";
import { routeTable } from "~/server/route-table";

const route = (id: string, path: string | undefined, parentId?: string) => ({
  id,
  path,
  parentId,
  module: {},
});
const ROUTES = [route("root", ""), route("news", "news", "root"), route("article", "news/:id", "root")];
const BUILD = { routes: Object.fromEntries(ROUTES.map((each) => [each.id, each])), assets: { routes: {} } };

it("the route table finds the route of each address, after many others and at any length", () => {
  const routeOf = routeTable(BUILD as unknown as ServerBuild);
  for (let n = 0; n < 2_500; n += 1) {
    expect(routeOf(`/news/${n}`)?.pattern).toBe("/news/:id");
    expect(routeOf("/news")?.pattern).toBe("/news");
    expect(routeOf("/newt")).toBeUndefined();
  }
  expect(routeOf(`/news/${"x".repeat(1_000)}`)?.pattern).toBe("/news/:id");
  expect(routeOf("/news.data")?.pattern).toBe("/news");
});
