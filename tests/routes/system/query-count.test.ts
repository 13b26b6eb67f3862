import { cacheBypassCookies } from "tests/support/cached-pages";
import { insertPageContent } from "tests/support/page-content";
import { recordStatements } from "tests/support/record-statements";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/**
 * The most statements for each page's own content: one per section. Shared parts (market strip, bell, movers,
 * ads, banners, the offer) are loaded once a second for all pages.
 */
const PAGE_QUERIES: Record<string, number> = {
  // The latest settled call, and each section.
  "/": 6,
  "/news": 2,
  "/news?category=Tech&page=2": 2,
  // The article and its neighbours; related content is loaded separately.
  "/news/:id": 2,
  "/daily-brief": 2,
  "/daily-brief/:id": 2,
  // The table, its count, its categories.
  "/stock-picks": 3,
  "/stock-picks?pick=:id": 4,
  // Members with access also get results and the index.
  "/trade-alert": 4,
  "/trade-alert/:id": 4,
  "/videos": 2,
  "/videos/:id": 2,
  "/market": 2,
  "/market?quote=:id": 3,
  // The company, its prices by day and now, its publications.
  "/stock/SPX": 4,
  // News, briefs, call figures, open count, closed calls and, with access, open calls.
  "/author/ada-writer": 6,
  // One for each group that a visitor may search.
  "/search?q=report": 5,
  "/about": 0,
  "/api/docs": 0,
};

/**
 * Extra statements for members: the morning summary with news per section and open calls; the groups they may
 * search.
 */
const MORE_FOR_MEMBERS: Record<string, number> = { "/": 8, "/search?q=report": 2 };

/** Signed-in people add one: the session. */
const SESSION_QUERIES = 1;

const RECORDS: Record<string, string> = {
  "/news/:id": "news",
  "/daily-brief/:id": "daily_briefs",
  "/trade-alert/:id": "trade_alerts",
  "/videos/:id": "videos",
  "/stock-picks?pick=:id": "stock_picks",
  "/market?quote=:id": "quotes",
};

let app: TestApp;
let premium: string;
beforeAll(async () => {
  app = await startTestApp();
  premium = await app.cookiesOf("premium");
  await insertPageContent(app.sql, 4);
});
afterAll(() => app.stop());

/** The statements of a first visit, before the page is cached. */
async function measureVisit(path: string, cookies?: string): Promise<{ status: number; sent: string[] }> {
  const table = RECORDS[path];
  const [row] = table ? await app.sql<{ id: string }>(`select id from ${table} limit 1`) : [];
  let status = 0;
  const sent = await recordStatements(async () => {
    status = (await app.request(path.replace(":id", row?.id ?? ""), { cookies: cacheBypassCookies(cookies) }))
      .status;
  });
  return { status, sent };
}

describe("statements per page", () => {
  it("are counted at all", async () => {
    expect((await measureVisit("/news")).sent.length).toBeGreaterThan(0);
  });

  it.each(Object.entries(PAGE_QUERIES))(
    "%s sends at most %i of its own",
    spec("beyond bounded statements per page"),
    async (path, own) => {
      const visitor = await measureVisit(path);
      expect(visitor.status).toBe(200);
      expect(visitor.sent.length, visitor.sent.join("\n")).toBeLessThanOrEqual(own);
      const member = await measureVisit(path, premium);
      expect(member.sent.length, member.sent.join("\n")).toBeLessThanOrEqual(
        own + SESSION_QUERIES + (MORE_FOR_MEMBERS[path] ?? 0),
      );
    },
  );

  it("do not grow with the page's content", spec("beyond bounded statements per page"), async () => {
    // Shared parts are loaded again after content has changed.
    await insertPageContent(app.sql, 1);
    const before = new Map<string, string[]>();
    for (const path of Object.keys(PAGE_QUERIES)) before.set(path, (await measureVisit(path, premium)).sent);
    await insertPageContent(app.sql, 30);
    for (const path of Object.keys(PAGE_QUERIES)) {
      const { sent } = await measureVisit(path, premium);
      const known = before.get(path) ?? [];
      const others = sent.filter((statement) => !known.includes(statement));
      expect(sent.length, [path, ...others].join("\n")).toBeLessThanOrEqual(known.length);
    }
  });

  it("a cached page sends none for visitors, and only the session's for members", async () => {
    for (let visit = 0; visit < 5; visit += 1) {
      await app.request("/news");
      await app.request("/news", { cookies: premium });
    }
    expect(await recordStatements(() => app.request("/news"))).toEqual([]);
    expect(await recordStatements(() => app.request("/news", { cookies: premium }))).toHaveLength(
      SESSION_QUERIES,
    );
  });
});
