import { query } from "db/query.server";
import { observeTables } from "db/tables-read.server";
import { setUpOrm } from "tests/support/own-database";
import { beforeEach, describe, expect, it } from "vitest";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import { ContentByScope, clearSharedPanels, SharedPanel, waitAtMost } from "~/platform/shared-panel.server";

setUpOrm();

const PATIENT = { limitMs: 60_000 };

/** A fake database: each read waits until the test answers it. */
let readings: { resolve(value: string): void; reject(error: Error): void }[];
let clock: number;
let part: SharedPanel<string>;
/** The same for pages that hardly wait. */
let hurried: SharedPanel<string>;
beforeEach(() => {
  readings = [];
  clock = 0;
  const read = () =>
    new Promise<string>((resolve, reject) => {
      readings.push({ resolve, reject });
    });
  part = new SharedPanel(read, { now: () => clock, ...PATIENT });
  hurried = new SharedPanel(read, { now: () => clock, limitMs: 1 });
});

/** Lets settled promises reach their awaiters. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

const answer = async (index: number, value: string) => {
  readings[index]?.resolve(value);
  await settled();
};
const fail = async (index: number) => {
  readings[index]?.reject(new Error("broken for a test"));
  await settled();
};

async function readOnce(of = part): Promise<void> {
  const latest = of.latest();
  readings[0]?.resolve("first");
  expect(await latest).toEqual({ value: "first" });
}

describe("a time limit", () => {
  const suspendProcess = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };

  it("does not count time in which the process was suspended", async () => {
    const work = new Promise<string>((resolve) => {
      setImmediate(() => {
        suspendProcess(400);
        setTimeout(resolve, 20, "in time");
      });
    });
    expect(await waitAtMost(150, work)).toBe("in time");
  });

  it("expires after its time, and the work continues", async () => {
    let finish: (text: string) => void = () => {};
    const work = new Promise<string>((resolve) => {
      finish = resolve;
    });
    expect(await waitAtMost(250, work)).toBeUndefined();
    finish("later");
    expect(await work).toBe("later");
  });
});

describe("a read of a shared panel", () => {
  it("is shared by simultaneous requests and for a second", async () => {
    const requests = Array.from({ length: 100 }, () => part.latest());
    await answer(0, "first");
    expect(await Promise.all(requests)).toEqual(Array(100).fill({ value: "first" }));
    clock = 999;
    expect(await part.latest()).toEqual({ value: "first" });
    expect(readings).toHaveLength(1);
  });

  it("is served stale while a new read runs", async () => {
    await readOnce();
    clock = 1_000;
    expect(await part.latest()).toEqual({ value: "first" });
    expect(await part.latest()).toEqual({ value: "first" });
    expect(readings).toHaveLength(2);
    await answer(1, "second");
    expect(await part.latest()).toEqual({ value: "second" });
  });

  it("is repeated at once when content changed, and every request waits for it", async () => {
    await readOnce();
    pageCache().clear();
    const requests = [part.latest(), part.latest()];
    await answer(1, "second");
    expect(await Promise.all(requests)).toEqual([{ value: "second" }, { value: "second" }]);
  });

  it("is repeated once if content changes during it", async () => {
    const request = part.latest();
    pageCache().clear();
    await answer(0, "overtaken");
    await answer(1, "newest");
    expect(await request).toEqual({ value: "newest" });
    expect(readings).toHaveLength(2);
  });
});

describe("the tables of a panel", () => {
  const NEWEST_NEWS = "select id from news limit 1";
  const NEWEST_QUOTE = "select id from quotes limit 1";

  it("decide which content changes cause a new read", async () => {
    let count = 0;
    const counted = new SharedPanel(async () => {
      await query(NEWEST_QUOTE);
      count += 1;
      return count;
    }, PATIENT);
    expect(await counted.latest()).toEqual({ value: 1 });
    pageCache().forget(["news"]);
    expect(counted.current()).toEqual({ value: 1 });
    expect(await counted.latest()).toEqual({ value: 1 });
    pageCache().forget(["quotes"]);
    expect(counted.current()).toBeUndefined();
    expect(await counted.latest()).toEqual({ value: 2 });
  });

  it("are reported to every page that shows it, whoever caused the read", async () => {
    const quotes = new SharedPanel(() => query(NEWEST_QUOTE), PATIENT);
    await quotes.latest();
    const tables: string[] = [];
    await observeTables(
      (read) => tables.push(...read),
      async () => {
        await query(NEWEST_NEWS);
        await quotes.latest();
      },
    );
    expect(tables).toEqual(["news", "quotes"]);
  });
});

describe("a slow panel", () => {
  it("disappears from the page, and no other request reads it in the meantime", async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => hurried.latest()));
    expect(results.every(({ value, outdated }) => value === undefined && outdated instanceof Error)).toBe(
      true,
    );
    expect(readings).toHaveLength(1);
  });

  it("keeps its last content", async () => {
    await readOnce(hurried);
    pageCache().clear();
    expect(await hurried.latest()).toEqual({ value: "first", outdated: expect.any(Error) });
  });
});

describe("a failing panel", () => {
  it("disappears from the page if it was never read, and delays no second request", async () => {
    const first = part.latest();
    await fail(0);
    const outdated = new Error("broken for a test");
    expect(await first).toEqual({ outdated });
    clock = 999;
    expect(await part.latest()).toEqual({ outdated });
    expect(readings).toHaveLength(1);
    clock = 1_000;
    expect(await part.latest()).toEqual({ outdated });
    expect(await part.latest()).toEqual({ outdated });
    expect(readings).toHaveLength(2);
    await answer(1, "mended");
    expect(await part.latest()).toEqual({ value: "mended" });
  });

  it("keeps its last content for five minutes", async () => {
    await readOnce();
    pageCache().clear();
    const broken = part.latest();
    await fail(1);
    const outdated = new Error("broken for a test");
    expect(await broken).toEqual({ value: "first", outdated });
    clock = 5 * 60_000 - 1;
    expect(await part.latest()).toEqual({ value: "first", outdated });
    clock = 5 * 60_000;
    expect(await part.latest()).toEqual({ outdated });
  });

  it("is dropped with its database", async () => {
    await readOnce(hurried);
    clearSharedPanels();
    expect(await hurried.latest()).toEqual({ outdated: expect.any(Error) });
  });
});

describe("the panels' own connections", () => {
  const sleeping = () => new SharedPanel(() => query("select pg_sleep(30)"), PATIENT);

  it("cancel a slow statement and stay usable", async () => {
    const slow = sleeping();
    expect(await slow.latest()).toEqual({ outdated: expect.objectContaining({ code: "57014" }) });
    const quick = new SharedPanel(() => query<{ one: number }>("select 1 as one"), PATIENT);
    expect(await quick.latest()).toEqual({ value: [{ one: 1 }] });
  });

  it("are separate from the content's, which does not wait for them", async () => {
    const slow = Array.from({ length: 20 }, () => sleeping().latest());
    expect(await query("select 1 as one")).toEqual([{ one: 1 }]);
    const outcomes = await Promise.all(slow);
    expect(outcomes.every(({ outdated }) => outdated !== undefined)).toBe(true);
  });
});

describe("the main panel of a page", () => {
  const content = () =>
    new SharedPanel(
      () =>
        new Promise<string>((resolve, reject) => {
          readings.push({ resolve, reject });
        }),
      { now: () => clock, limitMs: 1, isContent: true },
    );

  it("delays the page until its first read, however slow", async () => {
    const late = content();
    let isAnswered = false;
    const request = late.latest().finally(() => {
      isAnswered = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isAnswered).toBe(false);
    await answer(0, "late");
    expect(await request).toEqual({ value: "late" });
  });

  it("keeps its last content while a new read is slow or failing", async () => {
    const part = content();
    await readOnce(part);
    pageCache().clear();
    expect(await part.latest()).toEqual({ value: "first", outdated: expect.any(Error) });
    expect(readings).toHaveLength(2);
    await fail(1);
    expect(await part.latest()).toMatchObject({ value: "first", outdated: new Error("broken for a test") });
    expect(readings).toHaveLength(3);
    await answer(2, "mended");
    expect(await part.latest()).toEqual({ value: "mended" });
  });

  it("is read again for the next request if its first read failed", async () => {
    const part = content();
    const first = part.latest();
    await fail(0);
    expect(await first).toEqual({ outdated: new Error("broken for a test") });
    const second = part.latest();
    await answer(1, "mended");
    expect(await second).toEqual({ value: "mended" });
  });

  it("is shared only by readers with the same access", async () => {
    const byScope = new ContentByScope(
      (reader: { scope: string; name: string }) => reader.scope,
      async ({ name }) => name,
    );
    const readAs = (scope: string, name: string) => byScope.for({ scope, name }).latest();
    expect(await readAs("members", "first")).toEqual({ value: "first" });
    expect(await readAs("members", "second")).toEqual({ value: "first" });
    expect(await readAs("everybody", "third")).toEqual({ value: "third" });
  });
});
