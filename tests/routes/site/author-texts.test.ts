import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";

const MARKED = "# Why now\n\n* ore\n* tin\n\n**Bold** and [a report](https://example.com/r), 5*3*2.";

setUpApp();

let premium: string;
beforeAll(async () => {
  premium = await app.cookiesOf("premium");
});

const textOf = async (path: string, cookies = "") => (await app.request(path, { cookies })).text();
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, "");

describe("Markdown", () => {
  it("is rendered in articles, and as plain text in excerpts", async () => {
    const id = await insertRecord(database, "news", { title: "Marked", content: MARKED });
    const page = await textOf(`/news/${id}`);
    expect(page).toContain(
      '<h2 id="text-why-now" dir="auto">Why now</h2><ul dir="auto"><li dir="auto">ore</li><li dir="auto">tin</li></ul>',
    );
    const summary = "Why now ore tin Bold and a report, 5*3*2.";
    expect(page).toContain(`<meta name="description" content="${summary}"/>`);
    for (const path of ["/news", "/news/feed.xml"]) expect(await textOf(path), path).toContain(summary);
    expect(await textOf("/search?q=tin")).not.toContain("* tin");
    const read = (await (await app.request(`/api/news/${id}`)).json()) as { content: string };
    expect(read.content).toBe(MARKED);
  });

  it("is rendered in briefs, and as plain text in their first words", async () => {
    const id = await insertRecord(database, "daily_briefs", { company_name: "Marked Plc", analysis: MARKED });
    expect(await textOf(`/daily-brief/${id}`, premium)).toContain(
      '<h2 id="text-why-now" dir="auto">Why now</h2><ul dir="auto"><li dir="auto">ore</li>',
    );
    expect(wordsOf(await textOf("/daily-brief", premium))).toContain("Why now ore tin Bold and a report");
  });

  it("is rendered in alerts, below their heading", async () => {
    const id = await insertRecord(database, "trade_alerts", { analysis: MARKED });
    expect(await textOf(`/trade-alert/${id}`, premium)).toContain(
      '<h3 id="text-why-now" dir="auto">Why now</h3><ul dir="auto"><li dir="auto">ore</li>',
    );
  });
});

describe("a brief's headline and teaser", () => {
  let id: string;
  beforeAll(async () => {
    id = await insertRecord(database, "daily_briefs", {
      company_name: "Northwind",
      ticker: "NWSH",
      headline: "Pay 142, not more",
      teaser: "Half of the fleet comes free.",
    });
  });

  it.each(["", "premium"])("appear on card and page for %j", async (who) => {
    const cookies = who && premium;
    for (const path of ["/daily-brief", `/daily-brief/${id}`, "/"]) {
      const page = await textOf(path, cookies);
      expect(wordsOf(page), path).toContain("Pay 142, not more");
    }
    expect(wordsOf(await textOf(`/daily-brief/${id}`, cookies))).toContain("Half of the fleet comes free.");
  });

  it("are the heading below the company's name, and the page's title", async () => {
    const page = await textOf(`/daily-brief/${id}`);
    expect(page).toMatch(/<h1[^>]*>Northwind<\/h1>.*<h2[^>]*>Pay 142, not more<\/h2>/s);
    expect(page).toContain("<title>Pay 142, not more: daily brief on Northwind (NWSH) | Openbell</title>");
    const plain = await insertRecord(database, "daily_briefs", { company_name: "Eastwind", ticker: "EWSH" });
    const other = await textOf(`/daily-brief/${plain}`);
    expect(other).toContain("<title>Eastwind (EWSH): daily brief | Openbell</title>");
    expect(other).toMatch(/<h1>Eastwind<\/h1>/);
  });

  it("appear on locked cards, in the head, the feed and the search", async () => {
    expect(wordsOf(await textOf("/daily-brief"))).toContain("Half of the fleet comes free.");
    expect(await textOf(`/daily-brief/${id}`)).toContain(
      '<meta name="description" content="Half of the fleet comes free."/>',
    );
    const feed = await textOf("/daily-brief/feed.xml");
    expect(feed).toContain("<title>Northwind (NWSH): Pay 142, not more</title>");
    expect(feed).toContain("Half of the fleet comes free. The analysis is for Premium and Private members.");
    expect(await textOf("/search?q=Pay+142")).toContain(`/daily-brief/${id}`);
  });

  it("are written by the API, and returned to everybody", async () => {
    const [cookies, path] = [await app.cookiesOf("admin"), `/api/daily-brief/${id}`];
    const json = { headline: "Pay 140" };
    expect(await (await app.request(path, { method: "PUT", cookies, json })).json()).toMatchObject(json);
    const read = await (await app.request(path)).json();
    expect(read).toMatchObject({
      locked: true,
      headline: "Pay 140",
      teaser: "Half of the fleet comes free.",
    });
    await app.request(path, { method: "PUT", cookies, json: { headline: "Pay 142, not more" } });
  });
});

describe("the author's holdings", () => {
  const NOT_STATED = "Holdings not stated";

  it("are shown on a brief to everybody, or that none were stated", async () => {
    const silent = await insertRecord(database, "daily_briefs");
    const withDisclosure = await insertRecord(database, "daily_briefs", {
      disclosure: "I hold <none> of it.",
    });
    expect(wordsOf(await textOf(`/daily-brief/${silent}`))).toContain(NOT_STATED);
    const page = wordsOf(await textOf(`/daily-brief/${withDisclosure}`));
    expect(page).toContain("Author’s holdings: I hold &lt;none&gt; of it.");
    expect(page).not.toContain(NOT_STATED);
  });

  it("are shown on an alert, with its author, to readers with access", async () => {
    const silent = await insertRecord(database, "trade_alerts");
    const withDisclosure = await insertRecord(database, "trade_alerts", {
      author: "Ada M.",
      disclosure: "I hold it.",
    });
    expect(wordsOf(await textOf(`/trade-alert/${silent}`, premium))).toContain(NOT_STATED);
    const page = wordsOf(await textOf(`/trade-alert/${withDisclosure}`, premium));
    expect(page).toMatch(/Posted .* by Ada M\.\. Hold for/);
    expect(page).toContain("Author’s holdings: I hold it.");
    expect(await textOf(`/trade-alert/${withDisclosure}`)).not.toMatch(/Ada M|I hold it/);
    expect(await (await app.request(`/api/trade-alert/${withDisclosure}`)).json()).toMatchObject({
      author: null,
      disclosure: null,
    });
  });

  it("are shown on a pick to readers of its name", async () => {
    await insertRecord(database, "stock_picks", { author: "Ada M.", disclosure: "I hold the pick." });
    const page = wordsOf(await textOf("/stock-picks", premium));
    expect(page).toContain("By Ada M.Author’s holdings: I hold the pick.");
    expect(page).toContain(NOT_STATED);
    expect(wordsOf(await textOf("/", premium))).toContain("Ada M.I hold the pick.");
    for (const path of ["/stock-picks", "/"])
      expect(wordsOf(await textOf(path))).not.toMatch(/Ada M|I hold the pick|Holdings not stated/);
  });
});

describe("a new call", () => {
  const BODIES = {
    "trade-alert": { ticker: "ALT", name: "Alt", tag: "buy", targetPrice: 2, analysis: "Why." },
    "stock-picks": { ticker: "PCK", name: "Pick", category: "Tenet" },
  };
  it.each(
    Object.entries(BODIES),
  )("of %s is signed by who adds it, unless it names somebody", async (path, body) => {
    const cookies = await app.cookiesOf("admin");
    const [staff] = await database.rows<{ fullname: string }>(
      "select fullname from staff where role = 'admin'",
    );
    const add = async (json: object) =>
      (await (await app.request(`/api/${path}`, { method: "POST", cookies, json })).json()) as Record<
        string,
        string
      >;
    const own = await add(body);
    expect(own.author).toBe(staff?.fullname);
    expect(await add({ ...body, author: "Ada M." })).toMatchObject({ author: "Ada M." });
    const put = { method: "PUT", cookies, json: { author: null } };
    expect(await (await app.request(`/api/${path}/${own.id}`, put)).json()).toMatchObject({ author: null });
  });
});
