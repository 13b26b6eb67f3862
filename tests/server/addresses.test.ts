import type { ServerBuild } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { addressTable } from "~/server/addresses";
import type { RouteEntry } from "~/server/route-table";

const PLACES: Record<string, Partial<RouteEntry>> = {
  "/news": { shared: true, params: ["tab", "page"] },
  "/api/news": { shared: true, params: ["limit"] },
  "/login": { shared: false, params: [] },
  "/": { shared: true, params: [] },
  "/favicon.ico": { shared: true, params: [] },
  "/missing.ico": { shared: true, params: [] },
};

function table({ demo = true, build = {} as ServerBuild | (() => Promise<ServerBuild>) } = {}) {
  const looked: string[] = [];
  const placeOf = (path: string) => {
    looked.push(path);
    return PLACES[path] as RouteEntry | undefined;
  };
  return { addressOf: addressTable(build, placeOf, { demo }, (path) => path === "/favicon.ico"), looked };
}

const sharedAt = (url: string) => table().addressOf(url).shared;
const guardsAt = (url: string, demo = true) => {
  const { malformed, hidden, outside, moved } = table({ demo }).addressOf(url).guards;
  return [malformed?.status, hidden?.status ?? outside?.status, moved?.status];
};

describe("the shared page of an address", () => {
  it("is identified by the parameters it reads, in its own order", () => {
    expect(sharedAt("/news?page=2&tab=Tech")).toEqual({ url: "/news?tab=Tech&page=2", kind: "page" });
    expect(sharedAt("/news?utm=1&page=2&x")).toEqual({ url: "/news?page=2", kind: "page" });
    expect(sharedAt("/?anything")).toEqual({ url: "/", kind: "page" });
    expect(sharedAt("/news?")).toEqual({ url: "/news", kind: "page" });
  });

  it("is API data under /api", () => {
    expect(sharedAt("/api/news?limit=5")).toEqual({ url: "/api/news?limit=5", kind: "data" });
  });

  it("does not exist for a file", () => {
    expect(sharedAt("/favicon.ico")).toBeUndefined();
    expect(sharedAt("/missing.ico")).toBeDefined();
  });

  it("does not exist for personal, unknown or redirected addresses, nor for page data", () => {
    for (const url of ["/login", "/nowhere", "/news.data", "/News"])
      expect(sharedAt(url), url).toBeUndefined();
  });

  it("does not exist if its address is too long to cache", () => {
    expect(sharedAt(`/news?tab=${"x".repeat(300)}`)).toBeUndefined();
    expect(sharedAt(`/news?x=${"x".repeat(300)}`)).toEqual({ url: "/news", kind: "page" });
  });

  it("does not exist while the build may change", () => {
    expect(table({ build: async () => ({}) as ServerBuild }).addressOf("/news").shared).toBeUndefined();
  });
});

describe("the guards of an address", () => {
  it.each([
    ["/news?tab=x", [undefined, undefined, undefined]],
    ["//elsewhere", [400, undefined, undefined]],
    ["*", [400, undefined, undefined]],
    ["/news?_data=root", [undefined, 404, undefined]],
    ["/news?%5Fdata=root", [undefined, 404, undefined]],
    ["/__manifest", [undefined, 404, undefined]],
    ["/x/../news", [undefined, 404, undefined]],
    ["/News/1", [undefined, undefined, 308]],
    ["/markets", [undefined, undefined, 308]],
    ["/news/%E0%A4%A", [undefined, undefined, 404]],
    ["/assets/%E0%A4%A", [undefined, undefined, undefined]],
  ])("of %s give these statuses: %j", (url, statuses) => {
    expect(guardsAt(url)).toEqual(statuses);
  });

  it("redirect with the query", () => {
    expect(table().addressOf("/Markets/x?sort=last").guards.moved?.headers).toEqual({
      Location: "/market/x?sort=last",
    });
  });

  it("hide the demo's pages outside the demo", () => {
    expect(guardsAt("/demo/inbox", false)).toEqual([undefined, 404, undefined]);
    expect(guardsAt("/demo/inbox")).toEqual([undefined, undefined, undefined]);
  });
});

describe("a repeated address", () => {
  it("is parsed once, unless it is long", () => {
    const { addressOf, looked } = table();
    for (const _ of [1, 2, 3]) addressOf("/news?page=2");
    expect(looked).toEqual(["/news"]);
    for (const _ of [1, 2]) addressOf(`/news?x=${"x".repeat(300)}`);
    expect(looked).toEqual(["/news", "/news", "/news"]);
  });
});
