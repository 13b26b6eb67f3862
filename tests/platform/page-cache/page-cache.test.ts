import { beforeEach, describe, expect, it } from "vitest";
import { CachedPage } from "~/platform/page-cache/cached-page.server";
import { type CacheLookup, PageCache } from "~/platform/page-cache/page-cache.server";
import type { PageRender } from "~/platform/page-cache/single-render.server";

let cache: PageCache;
beforeEach(() => {
  cache = new PageCache();
  cache.setEnabled(true);
});

const pageOf = (name: string, storedAt: number, size = 1_000): CachedPage =>
  new CachedPage({ name }, [Buffer.alloc(size / 3)], undefined, storedAt);

const ask = (key: string, now: number) => cache.lookUp(key, "data", now);

function renderOf(lookup: CacheLookup): PageRender {
  if (!("render" in lookup)) throw new Error(`Expected to draw the page, got ${JSON.stringify(lookup)}`);
  return lookup.render;
}

function pendingRender(lookup: CacheLookup): Promise<CachedPage | undefined> {
  if (!("coming" in lookup)) throw new Error(`Expected to wait for the page, got ${JSON.stringify(lookup)}`);
  return lookup.coming;
}

type DrawOptions = { name?: string; size?: number; kind?: "page" | "data" };

/** Renders a page as the server does. */
function draw(key: string, now: number, { name = key, size = 1_000, kind = "data" }: DrawOptions = {}): void {
  const render = renderOf(cache.lookUp(key, kind, now));
  const page = pageOf(name, now, size);
  cache.store(render, page, now);
  render.settle(page);
}

const nameOf = (lookup: CacheLookup) => ("page" in lookup ? lookup.page.lines[1] : undefined);

describe("a cached page during a database outage", () => {
  const MINUTE = 60_000;
  const nameAt = (now: number) => cache.lastKnown("a", now)?.lines[1];
  beforeEach(() => {
    draw("a", 0, { name: "as it was" });
    cache.setEnabled(false, 1_000);
    // Logged again with each failed attempt.
    cache.setEnabled(false, 2_000);
  });

  it("is served for a minute if rendering fails, and not without an attempt", () => {
    expect(nameOf(ask("a", 1_000))).toBeUndefined();
    expect([nameAt(1_000), nameAt(MINUTE + 999), nameAt(MINUTE + 1_000)]).toEqual([
      "as it was",
      "as it was",
      undefined,
    ]);
    expect(cache.lastKnown("b", 1_000)).toBeUndefined();
  });

  it("is served without an attempt for a second after a failure", () => {
    nameAt(5_000);
    const served = [5_001, 5_999, 6_000].map((now) => cache.lastKnownWithoutTry("a", now)?.lines[1]);
    expect(served).toEqual(["as it was", "as it was", undefined]);
    expect(cache.lastKnownWithoutTry("b", 5_500)).toBeUndefined();
  });

  it("is served to a request that is refused a render", () => {
    expect(cache.pageWithoutRender("a", MINUTE)?.lines[1]).toBe("as it was");
    expect(cache.pageWithoutRender("a", MINUTE + 1_000)).toBeUndefined();
    cache.setEnabled(true);
    draw("a", MINUTE, { name: "cached" });
    expect(cache.pageWithoutRender("a", MINUTE + 1)?.lines[1]).toBe("cached");
  });

  it("is not refreshed if it is old or its content has changed", () => {
    cache.setEnabled(true);
    draw("old", 0, { name: "of another hour" });
    draw("young", 25_000);
    cache.setEnabled(false, 31_000);
    expect([cache.lastKnown("old", 31_000), cache.lastKnown("young", 31_000)?.lines[1]]).toEqual([
      undefined,
      "young",
    ]);
  });

  it.each([
    ["changes are heard of again", () => cache.setEnabled(true)],
    ["something is saved here", () => cache.forget(["news"])],
  ])("is not served once %s", (_, happens) => {
    happens();
    expect(nameAt(3_000)).toBeUndefined();
  });
});

describe("a page that is not cached yet", () => {
  it("is rendered by the first request; the others wait for it", async () => {
    const render = renderOf(ask("/", 0));
    const waiting = Array.from({ length: 99 }, () => pendingRender(ask("/", 1)));
    const page = pageOf("drawn once", 2);
    cache.store(render, page, 2);
    render.settle(page);
    expect(await Promise.all(waiting)).toEqual(Array(99).fill(page));
    expect(nameOf(ask("/", 3))).toBe("drawn once");
  });

  it("releases waiting requests if rendering fails, and the next request tries again", async () => {
    const render = renderOf(ask("/", 0));
    const waiting = pendingRender(ask("/", 0));
    render.settle();
    expect(await waiting).toBeUndefined();
    renderOf(ask("/", 1));
  });

  it("does not block another audience of the same address", () => {
    renderOf(ask("visitor  /", 0));
    renderOf(ask("Premium  /", 0));
  });
});

describe("variants of a page", () => {
  it("are rendered at even intervals, and existing ones are served in between", () => {
    const names = new Set<string | undefined>();
    for (const [name, now] of [
      ["first", 0],
      ["second", 3_750],
      ["third", 7_500],
      ["fourth", 11_250],
      ["fifth", 15_000],
    ] as const) {
      draw("/", now, { name, kind: "page" });
      for (let visit = 0; visit < 200; visit += 1) names.add(nameOf(cache.lookUp("/", "page", now + 3_749)));
    }
    expect([...names]).toEqual(["first", "second", "third", "fourth", "fifth"]);
    names.clear();
    for (let visit = 0; visit < 200; visit += 1) names.add(nameOf(cache.lookUp("/", "page", 15_001)));
    expect([...names].sort()).toEqual(["fifth", "fourth", "second", "third"]);
  });
});

describe("a stale page", () => {
  it("is served while one request renders its successor", () => {
    draw("/", 0, { name: "old" });
    const render = renderOf(ask("/", 15_000));
    expect(nameOf(ask("/", 15_001))).toBe("old");
    cache.store(render, pageOf("new", 15_002), 15_002);
    render.settle();
    expect(nameOf(ask("/", 15_003))).toBe("new");
  });

  it("is not served once it is twice as old", () => {
    draw("/", 0);
    renderOf(ask("/", 30_000));
    pendingRender(ask("/", 30_000));
  });
});

describe("a change of content", () => {
  it("drops renders from before it, finished or running", async () => {
    draw("/kept", 0);
    const before = renderOf(ask("/begun", 0));
    const early = pendingRender(ask("/begun", 0));
    cache.clear();
    renderOf(ask("/kept", 1));
    const after = renderOf(ask("/begun", 1));
    const late = pendingRender(ask("/begun", 1));
    const stale = pageOf("before", 1);
    cache.store(before, stale, 1);
    before.settle(stale);
    // Requests from before the change may get the page; later ones wait.
    expect(await early).toBe(stale);
    pendingRender(ask("/begun", 1));
    after.settle(pageOf("after", 2));
    expect((await late)?.lines[1]).toBe("after");
    expect(cache.size.pages).toBe(0);
  });

  it("disables the cache if this instance cannot receive notices", () => {
    cache.setEnabled(false);
    const render = renderOf(ask("/", 0));
    cache.store(render, pageOf("/", 0), 0);
    expect(cache.size).toEqual({ pages: 0, bytes: 0 });
  });
});

describe("the memory of cached pages", () => {
  it("has a limit in bytes and evicts the least recently read page", () => {
    cache.setMaxBytes(100_000);
    draw("/read", 0, { size: 5_000 });
    for (let n = 0; n < 1_000; n += 1) {
      draw(`/${n}`, 1, { size: 5_000 });
      expect(nameOf(ask("/read", 1))).toBe("/read");
      expect(cache.size.bytes).toBeLessThanOrEqual(100_000);
    }
    expect(cache.size.pages).toBeGreaterThan(10);
  });

  it("counts a re-rendered page once", () => {
    draw("/", 0);
    const { bytes } = cache.size;
    draw("/", 15_000);
    expect(cache.size).toEqual({ pages: 1, bytes });
  });

  it("is released if the limit falls, and by a page above the limit", () => {
    draw("/", 0);
    cache.setMaxBytes(500);
    expect(cache.size).toEqual({ pages: 0, bytes: 0 });
    draw("/large", 0);
    expect(cache.size).toEqual({ pages: 0, bytes: 0 });
  });

  it("is released by pages that are no longer requested", () => {
    draw("/forgotten", 0);
    draw("/", 20_000);
    expect(cache.size.pages).toBe(2);
    draw("/", 36_000);
    expect(cache.size.pages).toBe(1);
  });
});
