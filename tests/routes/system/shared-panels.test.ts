import { cacheBypassCookies, clearPageCache } from "tests/support/cached-pages";
import { withoutTable, withSlowTable } from "tests/support/database-failures";
import { insertPageContent } from "tests/support/page-content";
import { recordStatements } from "tests/support/record-statements";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clearSharedPanels } from "~/platform/shared-panel.server";

let app: TestApp;
let premium: string;
let brief: string;
beforeAll(async () => {
  // How long a page waits for a slow part, in seconds.
  app = await startTestApp({ DATABASE_PATIENCE: "3" });
  await insertPageContent(app.sql, 12);
  premium = await app.cookiesOf("premium");
  [{ id: brief } = { id: "" }] = await app.sql<{ id: string }>("select id from daily_briefs limit 1");
});
afterAll(() => app.stop());

const ask = async (path: string, cookies = cacheBypassCookies()) => {
  const response = await app.request(path, { cookies });
  return { status: response.status, html: await response.text() };
};

/** The shared parts of pages: their table, a mark that shows them, and a page long enough to show them. */
const PARTS: [part: string, table: string, mark: RegExp, page: string][] = [
  ["the movers", "movers", /Mover \d+</, "/"],
  ["the advertisements", "ads", /ad--square/, "/about"],
  ["the bell", "stock_picks", /New stock pick in/, "/about"],
];

describe.each(PARTS)("%s", (_, table, mark, page) => {
  it("appear on the page", async () => {
    // A first load may exceed the page's waiting time.
    await expect.poll(async () => (await ask(page)).html).toMatch(mark);
  });

  it("keep their last state while they are slow, and the page loads", async () => {
    await ask(page);
    await withSlowTable(app, table, async () => {
      const { status, html } = await ask(page);
      expect([status, mark.test(html)]).toEqual([200, true]);
    });
  });

  it("keep their last state while they fail", async () => {
    await ask(page);
    await withoutTable(app, table, async () => {
      const { status, html } = await ask(page);
      expect([status, mark.test(html)]).toEqual([200, true]);
    });
  });

  it("come back with their table", async () => {
    await expect.poll(async () => (await ask(page)).html).toMatch(mark);
  });
});

describe("related content", () => {
  it("does not appear while it is slow", async () => {
    expect((await ask(`/daily-brief/${brief}`, cacheBypassCookies(premium))).status).toBe(200);
    await withSlowTable(app, "trade_alerts", async () => {
      const { status, html } = await ask(`/daily-brief/${brief}`, cacheBypassCookies(premium));
      expect([status, html.includes("zanzibarine"), html.includes('class="related"')]).toEqual([
        200,
        true,
        false,
      ]);
    });
  });
});

describe("a slow part", () => {
  it("takes no connection from the content, for any number of requests", async () => {
    await withSlowTable(app, "movers", async () => {
      const pages = Array.from({ length: 40 }, () => ask("/news"));
      expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(Array(40).fill(200));
    });
  });

  it("does not prevent caching if it belongs to the frame, and appears once it loads", async () => {
    const html = async () => (await app.request("/")).text();
    await withSlowTable(app, "movers", async () => {
      expect(await html()).toMatch(/Mover \d+</);
      const sent = await recordStatements(html);
      expect(sent.filter((statement) => /from videos/.test(statement))).toEqual([]);
    });
    await app.sql("update movers set name = 'Back Again'");
    await expect.poll(html).toContain("Back Again");
  });

  it("is not awaited by each concurrent request, and appears once it loads", async () => {
    clearPageCache();
    await withSlowTable(app, "ads", async () => {
      clearSharedPanels();
      const answers: Response[] = [];
      const sent = await recordStatements(async () => {
        answers.push(...(await Promise.all(Array.from({ length: 50 }, () => app.request("/videos")))));
      });
      const ofList = sent.filter((text) => /^select id as "id", title.* from videos/s.test(text.trim()));
      expect(ofList.length).toBeGreaterThan(0);
      expect(ofList.length).toBeLessThan(5);
      for (const { status, headers } of answers)
        expect([status, headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    });
    await expect.poll(async () => (await app.request("/videos")).text()).toMatch(/ad--square/);
  });

  it("is not part of a cached page", async () => {
    await withSlowTable(app, "ads", async () => {
      for (let visit = 0; visit < 2; visit += 1) {
        const sent = await recordStatements(() => app.request("/videos"));
        expect(sent.length).toBeGreaterThan(0);
      }
    });
  });
});

describe("the frame of every page", () => {
  it("shows a change from the next request on", async () => {
    await ask("/about");
    await app.sql(
      "insert into quotes (category, name, last, updated_at) values ('Indices', 'Nasdaq', 4321.5, now() + interval '1 hour')",
    );
    expect((await ask("/about")).html).toContain("4,321.50");
  });
});
