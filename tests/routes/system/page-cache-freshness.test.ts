import { knex } from "@mikro-orm/postgresql";
import { CONTENT_TABLES } from "db/tables-read.server";
import { array, asyncProperty, boolean, assert as check, constantFrom, integer, record } from "fast-check";
import { cacheBypassCookies, serverPageCache, waitForNotices } from "tests/support/cached-pages";
import { insertPageContent } from "tests/support/page-content";
import { recordStatements } from "tests/support/record-statements";
import { drawn, isDeep } from "tests/support/sample";
import { type Instance, startInstance } from "tests/support/server-process";
import { type Person, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/*
 * The promise of the page cache: each reader gets the page that a render for this one request would give,
 * whatever
 * changed before, by any person and in any place. Without any one of the cache's rules this file fails;
 * docs/caching.md explains the rules.
 */

let app: TestApp;
let other: Instance;
/** Writes like a foreign program: only the database notifies the server. */
let byHand: ReturnType<typeof knex>;
let token: string;
let staff: string;
const cookies = new Map<Person, string>();
const ids: Record<string, string> = {};

const MEMBERS: Person[] = ["basic", "premium", "private", "lapsed", "editor"];
const OTHER_MEMBERS = MEMBERS.filter((member) => member !== "premium");
const VIEWERS: Person[] = ["visitor", ...MEMBERS];
/** Records that appear only with others. */
const WITHOUT_A_PAGE: readonly string[] = [
  "images",
  "staff",
  "calls",
  "track_record_figures",
  "instruments",
  "daily_prices",
  "splits",
  "most_read",
];
const TABLES = CONTENT_TABLES.filter((table) => !WITHOUT_A_PAGE.includes(table));

beforeAll(async () => {
  app = await startTestApp();
  await insertPageContent(app.sql, 9);
  // One ad per slot: a random choice between several is the only way in which two renders may differ.
  await app.sql("delete from ads where position > case category when 'square' then 2 else 1 end");
  await app.sql(
    `delete from ads a using ads b where a.category = b.category and a.position = b.position and a.id > b.id`,
  );
  for (const table of TABLES) {
    const [row] = await app.sql<{ id: string }>(`select id from ${table} order by created_at desc limit 1`);
    ids[table] = row?.id ?? "";
  }
  // Only staff see them, through the API.
  await app.sql(
    "insert into news (title, content, category, status) values ('Draft', 'Text', 'Tech', 'draft')",
  );
  for (const person of VIEWERS) cookies.set(person, await app.cookiesOf(person));
  token = await app.tokenOf("superadmin");
  staff = await app.cookiesOf("superadmin");
  other = await startInstance(app.databaseUrl, { PUBLIC_URL: "http://localhost:3000" });
  byHand = knex({ client: "pg", connection: app.databaseUrl, pool: { min: 0, max: 1 } });
  // Notices of the rows above would empty the cache under the first test.
  await waitForNotice(async () => {});
});
afterAll(async () => {
  await byHand?.destroy();
  await other?.stop();
  await app.stop();
});

const idOf = (table: string) => ids[table] ?? "";

/**
 * For each kind of content, a field that its pages show: its column, and its JSON name if records are sent as
 * JSON.
 */
const EDITS: {
  table: string;
  column: string;
  path?: string;
  field?: string;
  valueOf: (n: number) => string | number;
}[] = [
  { table: "news", column: "title", path: "news", field: "title", valueOf: (n) => `Article ${n}` },
  {
    table: "daily_briefs",
    column: "company_name",
    path: "daily-brief",
    field: "companyName",
    valueOf: (n) => `Firm ${n}`,
  },
  {
    table: "stock_picks",
    column: "current_price",
    path: "stock-picks",
    field: "currentPrice",
    valueOf: (n) => n,
  },
  { table: "pick_lists", column: "thesis", valueOf: (n) => `Idea ${n}` },
  { table: "trade_alerts", column: "name", path: "trade-alert", field: "name", valueOf: (n) => `Call ${n}` },
  { table: "videos", column: "title", path: "videos", field: "title", valueOf: (n) => `Film ${n}` },
  { table: "quotes", column: "last", path: "markets", field: "last", valueOf: (n) => n },
  { table: "banners", column: "title", path: "banners", field: "title", valueOf: (n) => `Banner ${n}` },
  { table: "packages", column: "price", path: "packages", field: "price", valueOf: (n) => n },
  { table: "movers", column: "name", valueOf: (n) => `Mover ${n}` },
  { table: "ads", column: "name", valueOf: (n) => `https://advertiser.example/${n}` },
];

type Edit = (typeof EDITS)[number];

const edited = (table: string) => EDITS.find((edit) => edit.table === table) as Edit;

async function put(base: string, { table, path, field }: Edit, value: string | number): Promise<void> {
  const response = await fetch(new URL(`/api/${path}/${idOf(table)}`, base), {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ [field ?? ""]: value }),
  });
  expect(response.status, await response.text()).toBe(200);
}

/** Runs an edit outside this server and waits for its notification. An edit without a change sends none. */
async function waitForNotice(run: () => Promise<unknown>): Promise<void> {
  await run();
  await waitForNotices((text) => byHand.raw("select pg_notify('content', ?)", [text]));
}

const update = ({ table, column }: Edit, value: string | number) =>
  byHand.raw(`update ${table} set ${column} = ? where id = ?`, [value, idOf(table)]);

/** Publishes or unpublishes a record, like its button in the back-office. */
async function togglePublished({ table, path }: Edit): Promise<void> {
  const { rows } = await byHand.raw(`select status, version from ${table} where id = ?`, [idOf(table)]);
  const [{ status, version }] = rows;
  const response = await app.request(`/admin/${path}/${idOf(table)}/publication`, {
    method: "POST",
    cookies: staff,
    body: { version: String(version), status: status === "draft" ? "published" : "draft" },
  });
  expect(response.status).toBe(303);
}

const WAYS = {
  "by the API": (edit: Edit, n: number) =>
    edit.path ? put(app.url, edit, edit.valueOf(n)) : waitForNotice(() => update(edit, edit.valueOf(n))),
  "by a form": (edit: Edit, n: number) =>
    ["news", "daily_briefs", "videos"].includes(edit.table)
      ? togglePublished(edit)
      : WAYS["by the API"](edit, n),
  "at another instance": (edit: Edit, n: number) =>
    waitForNotice(() => (edit.path ? put(other.url, edit, edit.valueOf(n)) : update(edit, edit.valueOf(n)))),
  "by hand": (edit: Edit, n: number) => waitForNotice(() => update(edit, edit.valueOf(n))),
};

const ADDRESSES = [
  "/",
  "/news",
  "/news?category=Tech",
  "/news?utm_source=letter&category=Tech",
  "/news?page=2",
  "/news/:news",
  "/daily-brief",
  "/daily-brief/:daily_briefs",
  "/stock-picks",
  "/stock-picks?sort=upside&direction=asc",
  "/trade-alert",
  "/trade-alert/:trade_alerts",
  "/videos",
  "/videos/:videos",
  "/videos/:videos?play=1",
  "/market",
  "/market?category=Bonds",
  "/market?direction=desc&sort=last&category=Bonds",
  "/about",
  "/api/docs",
  "/api/news",
  "/api/news?limit=2",
  "/api/news/:news",
  "/api/markets?limit=3",
  "/api/stock-picks",
  "/api/stock-picks/:stock_picks",
  "/api/packages",
  "/api/market-movers",
  "/api/ads/category/square?position=1",
];

type Probe = { address: string; viewer: Person; theme: string; encoding: string };

/** The normalized addresses: only parameters that the page reads, in its own order. */
const NORMAL_FORMS: Record<string, string> = {
  "/news?utm_source=letter&category=Tech": "/news?category=Tech",
  "/market?direction=desc&sort=last&category=Bonds": "/market?category=Bonds&sort=last&direction=desc",
};

const withIds = (address: string) => address.replace(/:(\w+)/, (_, table: string) => idOf(table));

async function answerTo({ address, viewer, theme, encoding }: Probe, how: "as asked" | "drawn for it alone") {
  const own = [cookies.get(viewer), theme && `openbell_theme=${theme}`].filter(Boolean).join("; ");
  const path = how === "as asked" ? address : (NORMAL_FORMS[address] ?? address);
  const response = await app.request(withIds(path), {
    cookies: how === "as asked" ? own : cacheBypassCookies(own),
    headers: { "Accept-Encoding": encoding },
  });
  return { status: response.status, text: await response.text() };
}

/** The first difference of two long texts, with its context. */
function firstDifference(one: string, two: string): string {
  if (one === two) return "";
  let at = 0;
  while (one[at] === two[at]) at += 1;
  return [one, two].map((text) => text.slice(Math.max(0, at - 80), at + 80)).join("\n");
}

async function expectFresh(probe: Probe): Promise<void> {
  const fresh = await answerTo(probe, "drawn for it alone");
  // The visit that renders, the first cached one, and a later one.
  for (let visit = 0; visit < 3; visit += 1) {
    const kept = await answerTo(probe, "as asked");
    expect([kept.status, firstDifference(kept.text, fresh.text)], JSON.stringify(probe)).toEqual([
      fresh.status,
      "",
    ]);
  }
}

const PROBE = record({
  address: constantFrom(...ADDRESSES),
  viewer: constantFrom(...VIEWERS),
  theme: constantFrom("", "", "dark"),
  encoding: constantFrom("br", "gzip", "identity"),
});

describe("cached pages", () => {
  it("equal a fresh render at every address, for a visitor and for members of each kind", async () => {
    for (const address of ADDRESSES) {
      // The first tasks of the other instance may change content, which empties the cache once more.
      const pagesAfterVisit = async () => {
        await expectFresh({ address, viewer: "visitor", theme: "", encoding: "br" });
        return serverPageCache().size.pages;
      };
      await expect.poll(pagesAfterVisit, { message: address }).toBeGreaterThan(0);
      const members = isDeep
        ? MEMBERS
        : ["premium" as const, ...drawn(OTHER_MEMBERS, 1, `who reads ${address}`)];
      for (const viewer of members) await expectFresh({ address, viewer, theme: "", encoding: "br" });
    }
  });

  it("stay fresh after an edit without a change at another instance", async () => {
    const probe: Probe = { address: "/news", viewer: "visitor", theme: "", encoding: "br" };
    for (let time = 0; time < 2; time += 1) {
      await WAYS["at another instance"](edited("news"), 77);
      await expectFresh(probe);
    }
  });

  it("stay fresh after random changes made in random ways", async () => {
    const step = record({
      edit: constantFrom(...EDITS),
      way: constantFrom(...(Object.keys(WAYS) as (keyof typeof WAYS)[])),
      value: integer({ min: 10, max: 9_999 }),
      probes: array(PROBE, { minLength: 2, maxLength: 5 }),
      before: boolean(),
    });
    await check(
      asyncProperty(array(step, { minLength: 6, maxLength: 10 }), async (steps) => {
        for (const { edit, way, value, probes, before } of steps) {
          if (before) for (const probe of probes) await answerTo(probe, "as asked");
          await WAYS[way](edit, value);
          for (const probe of probes) await expectFresh(probe);
        }
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });
});

/** Requests a page until it is cached, then records the statements of a request after the change. */
async function statementsAfter(
  change: () => Promise<void>,
  address: string,
): Promise<{ html: string; sent: string }> {
  const probe: Probe = { address, viewer: "visitor", theme: "", encoding: "br" };
  for (let visit = 0; visit < 3; visit += 1) await answerTo(probe, "as asked");
  await change();
  let html = "";
  const sent = await recordStatements(async () => {
    html = (await answerTo(probe, "as asked")).text;
  });
  return { html, sent: sent.join("\n") };
}

describe("a change", () => {
  // Random changes may have unpublished a record.
  beforeAll(() =>
    waitForNotice(async () => {
      for (const table of ["videos", "daily_briefs", "news"]) {
        await byHand.raw("update ?? set status = 'published'", [table]);
      }
    }),
  );

  it("updates a quote in the market strip without rendering the article again", async () => {
    const [nasdaq] = (await byHand.raw("select id from quotes where name = 'Nasdaq'")).rows;
    ids.quotes = nasdaq.id;
    const { html, sent } = await statementsAfter(
      () => put(app.url, edited("quotes"), 7654.25),
      "/news/:news",
    );
    expect(html).toContain("7,654.25");
    expect(sent).not.toMatch(/\bnews\b/);
  });

  it("does not render stock picks again if it affects an article, however it is made", async () => {
    const quietly = () => waitForNotice(() => update(edited("news"), "A title of its own"));
    const byApi = () => waitForNotice(() => put(app.url, edited("news"), "A title of the API"));
    for (const change of [quietly, byApi]) {
      const { sent } = await statementsAfter(change, "/stock-picks");
      expect(sent).toBe("");
    }
  });

  it("saved on this server takes effect before the database's notification", async () => {
    await byHand.raw("alter table videos disable trigger videos_content_change");
    const { html } = await statementsAfter(() => put(app.url, edited("videos"), "Saved here"), "/videos");
    await byHand.raw("alter table videos enable trigger videos_content_change");
    expect(html).toContain("Saved here");
  });

  it("renders no page again if it affects a member's photo", async () => {
    const add = () =>
      byHand.raw("insert into images (width, height, byte_size, widths) values (9, 9, 9, '{320}')");
    const marked = async () => {
      await add();
      await waitForNotice(() => update(edited("videos"), "After the photo"));
    };
    expect((await statementsAfter(marked, "/news")).sent).toBe("");
  });
});
