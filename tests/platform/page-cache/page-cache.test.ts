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

function comingOf(lookup: CacheLookup): Promise<CachedPage | undefined> {
  if (!("coming" in lookup)) throw new Error(`Expected to wait for the page, got ${JSON.stringify(lookup)}`);
  return lookup.coming;
}

type DrawOptions = { name?: string; size?: number; kind?: "page" | "data" };

/** Draws a page as the server does. */
function draw(key: string, now: number, { name = key, size = 1_000, kind = "data" }: DrawOptions = {}): void {
  const render = renderOf(cache.lookUp(key, kind, now));
  const page = pageOf(name, now, size);
  cache.store(render, page, now);
  render.settle(page);
}

const nameOf = (lookup: CacheLookup) => ("page" in lookup ? lookup.page.lines[1] : undefined);

describe("a page that was kept when the database was lost", () => {
  const MINUTE = 60_000;
  const nameAt = (now: number) => cache.lastKnown("a", now)?.lines[1];
  beforeEach(() => {
    draw("a", 0, { name: "as it was" });
    cache.setEnabled(false, 1_000);
    // Said again with each try that fails.
    cache.setEnabled(false, 2_000);
  });

  it("is shown for a minute where it cannot be drawn, and not where that is not tried", () => {
    expect(nameOf(ask("a", 1_000))).toBeUndefined();
    expect([nameAt(1_000), nameAt(MINUTE + 999), nameAt(MINUTE + 1_000)]).toEqual([
      "as it was",
      "as it was",
      undefined,
    ]);
    expect(cache.lastKnown("b", 1_000)).toBeUndefined();
  });

  it("is shown for a second at once after it could not be drawn", () => {
    nameAt(5_000);
    const shown = [5_001, 5_999, 6_000].map((now) => cache.lastKnownWithoutTry("a", now)?.lines[1]);
    expect(shown).toEqual(["as it was", "as it was", undefined]);
    expect(cache.lastKnownWithoutTry("b", 5_500)).toBeUndefined();
  });

  it("is not put aside where it is old, or was made of what has changed since", () => {
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
  ])("is shown to nobody once %s", (_, happens) => {
    happens();
    expect(nameAt(3_000)).toBeUndefined();
  });
});

describe("a page that nobody has yet", () => {
  it("is drawn by the first who asks; the others wait for that one", async () => {
    const render = renderOf(ask("/", 0));
    const waiting = Array.from({ length: 99 }, () => comingOf(ask("/", 1)));
    const page = pageOf("drawn once", 2);
    cache.store(render, page, 2);
    render.settle(page);
    expect(await Promise.all(waiting)).toEqual(Array(99).fill(page));
    expect(nameOf(ask("/", 3))).toBe("drawn once");
  });

  it("keeps nobody waiting when it breaks, and the next who asks tries again", async () => {
    const render = renderOf(ask("/", 0));
    const waiting = comingOf(ask("/", 0));
    render.settle();
    expect(await waiting).toBeUndefined();
    renderOf(ask("/", 1));
  });

  it("of one audience is not waited for by another", () => {
    renderOf(ask("visitor  /", 0));
    renderOf(ask("Premium  /", 0));
  });
});

describe("variants of a page", () => {
  it("are drawn at even distances, and those there are shown meanwhile", () => {
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

describe("a page that is merely old", () => {
  it("is shown while one request draws its successor", () => {
    draw("/", 0, { name: "old" });
    const render = renderOf(ask("/", 15_000));
    expect(nameOf(ask("/", 15_001))).toBe("old");
    cache.store(render, pageOf("new", 15_002), 15_002);
    render.settle();
    expect(nameOf(ask("/", 15_003))).toBe("new");
  });

  it("is shown to nobody once it is twice as old", () => {
    draw("/", 0);
    renderOf(ask("/", 30_000));
    comingOf(ask("/", 30_000));
  });
});

describe("a change of content", () => {
  it("lets nobody have what was drawn before, nor wait for what was begun before", async () => {
    draw("/kept", 0);
    const before = renderOf(ask("/begun", 0));
    const early = comingOf(ask("/begun", 0));
    cache.clear();
    renderOf(ask("/kept", 1));
    const after = renderOf(ask("/begun", 1));
    const late = comingOf(ask("/begun", 1));
    const stale = pageOf("before", 1);
    cache.store(before, stale, 1);
    before.settle(stale);
    // Who asked before the change may have it; who asked later waits on.
    expect(await early).toBe(stale);
    comingOf(ask("/begun", 1));
    after.settle(pageOf("after", 2));
    expect((await late)?.lines[1]).toBe("after");
    expect(cache.size.pages).toBe(0);
  });

  it("that this instance cannot hear of lets it keep nothing", () => {
    cache.setEnabled(false);
    const render = renderOf(ask("/", 0));
    cache.store(render, pageOf("/", 0), 0);
    expect(cache.size).toEqual({ pages: 0, bytes: 0 });
  });
});

describe("the memory of kept pages", () => {
  it("is bounded in bytes; what was read last stays", () => {
    cache.setMaxBytes(100_000);
    draw("/read", 0, { size: 5_000 });
    for (let n = 0; n < 1_000; n += 1) {
      draw(`/${n}`, 1, { size: 5_000 });
      expect(nameOf(ask("/read", 1))).toBe("/read");
      expect(cache.size.bytes).toBeLessThanOrEqual(100_000);
    }
    expect(cache.size.pages).toBeGreaterThan(10);
  });

  it("counts a page that is drawn again once", () => {
    draw("/", 0);
    const { bytes } = cache.size;
    draw("/", 15_000);
    expect(cache.size).toEqual({ pages: 1, bytes });
  });

  it("is given back when the bound is lowered, and by a page larger than all of it", () => {
    draw("/", 0);
    cache.setMaxBytes(500);
    expect(cache.size).toEqual({ pages: 0, bytes: 0 });
    draw("/large", 0);
    expect(cache.size).toEqual({ pages: 0, bytes: 0 });
  });

  it("is given back by pages that nobody asks for any more", () => {
    draw("/forgotten", 0);
    draw("/", 20_000);
    expect(cache.size.pages).toBe(2);
    draw("/", 36_000);
    expect(cache.size.pages).toBe(1);
  });
});
