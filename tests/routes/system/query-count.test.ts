import { unkept } from "tests/support/kept-pages";
import { insertPageContent } from "tests/support/page-content";
import { recordStatements } from "tests/support/record-statements";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/**
 * Statements of each page's own, at most: one for each section it shows. What all pages share (market strip, bell, movers,
 * advertisements, banners, the offer) is read once a second for all of them.
 */
const PAGE_QUERIES: Record<string, number> = {
  // The call that was settled last, and each section.
  "/": 6,
  "/news": 2,
  "/news?category=Tech&page=2": 2,
  // The article and its neighbours; what relates to it is read beside.
  "/news/:id": 2,
  "/daily-brief": 2,
  "/daily-brief/:id": 2,
  // The table, its count, its categories.
  "/stock-picks": 3,
  "/stock-picks?pick=:id": 4,
  // For who may read them also how they ended, and the index beside it.
  "/trade-alert": 4,
  "/trade-alert/:id": 4,
  "/videos": 2,
  "/videos/:id": 2,
  "/market": 2,
  "/market?quote=:id": 3,
  // The company, its prices by day and now, what we published.
  "/stock/SPX": 4,
  // News, briefs, figures of calls, how many are open, those that ended and, for who may read them, those that are open.
  "/author/ada-writer": 6,
  // One for each group that a visitor may search.
  "/search?q=report": 5,
  "/about": 0,
  "/api/docs": 0,
};

/** What members are shown besides: their morning, with what is new of each section and their open calls; what they may search. */
const MORE_FOR_MEMBERS: Record<string, number> = { "/": 8, "/search?q=report": 2 };

/** Who signs in brings one more: the session. */
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

/** What a first visit to the page costs: nothing of it is kept yet. */
async function costOf(path: string, cookies?: string): Promise<{ status: number; sent: string[] }> {
  const table = RECORDS[path];
  const [row] = table ? await app.sql<{ id: string }>(`select id from ${table} limit 1`) : [];
  let status = 0;
  const sent = await recordStatements(async () => {
    status = (await app.request(path.replace(":id", row?.id ?? ""), { cookies: unkept(cookies) })).status;
  });
  return { status, sent };
}

describe("statements for each page", () => {
  it("are counted at all", async () => {
    expect((await costOf("/news")).sent.length).toBeGreaterThan(0);
  });

  it.each(Object.entries(PAGE_QUERIES))(
    "%s sends %i of its own at most",
    spec("beyond bounded statements per page"),
    async (path, own) => {
      const visitor = await costOf(path);
      expect(visitor.status).toBe(200);
      expect(visitor.sent.length, visitor.sent.join("\n")).toBeLessThanOrEqual(own);
      const member = await costOf(path, premium);
      expect(member.sent.length, member.sent.join("\n")).toBeLessThanOrEqual(
        own + SESSION_QUERIES + (MORE_FOR_MEMBERS[path] ?? 0),
      );
    },
  );

  it("do not grow with what the page shows", spec("beyond bounded statements per page"), async () => {
    // What is read once a second for many readers is read anew when content has changed.
    await insertPageContent(app.sql, 1);
    const before = new Map<string, string[]>();
    for (const path of Object.keys(PAGE_QUERIES)) before.set(path, (await costOf(path, premium)).sent);
    await insertPageContent(app.sql, 30);
    for (const path of Object.keys(PAGE_QUERIES)) {
      const { sent } = await costOf(path, premium);
      const known = before.get(path) ?? [];
      const others = sent.filter((statement) => !known.includes(statement));
      expect(sent.length, [path, ...others].join("\n")).toBeLessThanOrEqual(known.length);
    }
  });

  it("a page that is kept sends none to visitors, and only the session for members", async () => {
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
