import { withoutTable, withSlowTable } from "tests/support/database-failures";
import { forgetKeptPages, unkept } from "tests/support/kept-pages";
import { insertPageContent } from "tests/support/page-content";
import { recordStatements } from "tests/support/record-statements";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clearSharedPanels } from "~/platform/shared-panel.server";

let app: TestApp;
let premium: string;
let brief: string;
beforeAll(async () => {
  app = await startTestApp();
  await insertPageContent(app.sql, 12);
  premium = await app.cookiesOf("premium");
  [{ id: brief } = { id: "" }] = await app.sql<{ id: string }>("select id from daily_briefs limit 1");
});
afterAll(() => app.stop());

const ask = async (path: string, cookies = unkept()) => {
  const response = await app.request(path, { cookies });
  return { status: response.status, html: await response.text() };
};

/** What stands around pages: the table that it is read from, what shows that it is there, and a page long enough for it. */
const PARTS: [part: string, table: string, mark: RegExp, page: string][] = [
  ["the movers", "movers", /Mover \d+</, "/"],
  ["the advertisements", "ads", /ad--square/, "/about"],
  ["the bell", "stock_picks", /New stock pick in/, "/about"],
];

describe.each(PARTS)("%s", (_, table, mark, page) => {
  it("are there", async () => {
    // A first reading may take longer than a page waits for it.
    await expect.poll(async () => (await ask(page)).html).toMatch(mark);
  });

  it("stand as they last were while they take too long, and the page comes", async () => {
    await ask(page);
    await withSlowTable(app, table, async () => {
      const { status, html } = await ask(page);
      expect([status, mark.test(html)]).toEqual([200, true]);
    });
  });

  it("stand as they last were while they are broken", async () => {
    await ask(page);
    await withoutTable(app, table, async () => {
      const { status, html } = await ask(page);
      expect([status, mark.test(html)]).toEqual([200, true]);
    });
  });

  it("come back when their table does", async () => {
    await expect.poll(async () => (await ask(page)).html).toMatch(mark);
  });
});

describe("what relates to a page", () => {
  it("is left out while it takes too long", async () => {
    expect((await ask(`/daily-brief/${brief}`, unkept(premium))).status).toBe(200);
    await withSlowTable(app, "trade_alerts", async () => {
      const { status, html } = await ask(`/daily-brief/${brief}`, unkept(premium));
      expect([status, html.includes("zanzibarine"), html.includes('class="related"')]).toEqual([
        200,
        true,
        false,
      ]);
    });
  });
});

describe("a slow part", () => {
  it("takes no connection from the content, however many ask", async () => {
    await withSlowTable(app, "movers", async () => {
      const pages = Array.from({ length: 40 }, () => ask("/news"));
      expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(Array(40).fill(200));
    });
  });

  it("of the frame keeps no page from being kept, and is on it as soon as it can be read", async () => {
    const html = async () => (await app.request("/")).text();
    await withSlowTable(app, "movers", async () => {
      expect(await html()).toMatch(/Mover \d+</);
      const sent = await recordStatements(html);
      expect(sent.filter((statement) => /from videos/.test(statement))).toEqual([]);
    });
    await app.sql("update movers set name = 'Back Again'");
    await expect.poll(html).toContain("Back Again");
  });

  it("is not waited for by each of a crowd, and back for whoever comes when it can be read", async () => {
    forgetKeptPages();
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

  it("is on no page that is kept", async () => {
    await withSlowTable(app, "ads", async () => {
      for (let visit = 0; visit < 2; visit += 1) {
        const sent = await recordStatements(() => app.request("/videos"));
        expect(sent.length).toBeGreaterThan(0);
      }
    });
  });
});

describe("what stands around every page", () => {
  it("shows what changed from the next request on", async () => {
    await ask("/about");
    await app.sql(
      "insert into quotes (category, name, last, updated_at) values ('Indices', 'Nasdaq', 4321.5, now() + interval '1 hour')",
    );
    expect((await ask("/about")).html).toContain("4,321.50");
  });
});
