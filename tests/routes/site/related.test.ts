import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { beforeAll, describe, expect, it } from "vitest";

let premium: string;
let basic: string;
const ids: Record<string, string> = {};
const hours = (count: number) => new Date(Date.now() - count * 3_600_000);

setUpApp();

beforeAll(async () => {
  premium = await app.cookiesOf("premium");
  basic = await app.cookiesOf("basic");
  const write = async (name: string, table: string, values: Record<string, unknown>) => {
    ids[name] = await insertRecord(database, table, values);
  };
  const company = { company_name: "Copper+Line (UK)", ticker: "CPL" };
  await write("brief", "daily_briefs", company);
  await write("earlier brief", "daily_briefs", { ...company, created_at: hours(9) });
  await write("draft", "daily_briefs", { ...company, status: "draft" });
  await write("other brief", "daily_briefs", { company_name: "Elsewhere", ticker: "CPLX" });
  await write("alert", "trade_alerts", { ticker: "cpl", name: "Copper+Line (UK)", tag: "sell" });
  await write("other alert", "trade_alerts", { ticker: "ELSE" });
  await write("pick", "stock_picks", { ticker: "CPL", name: "Copper+Line picked", category: "Moonshots" });
  const quote = { category: "Stocks", name: "copper+line (uk)", last: "12.5", change_percent: "1.5" };
  await write("quote", "quotes", quote);
  await write("news", "news", { title: "What Copper+Line (UK) said", category: "Energy" });
  await write("draft news", "news", { title: "Copper+Line (UK) drafted", status: "draft" });
  await write("near news", "news", { title: "Copperplate, not that company" });
});

const textOf = async (path: string, cookies?: string) => {
  const response = await app.request(path, { cookies });
  expect(response.status).toBe(200);
  return response.text();
};

/** The labels of a page's related items. */
function related(html: string): string[] {
  const section = /<div class="related">(.*?)<\/div><\/section>/s.exec(html)?.[1] ?? "";
  return Object.keys(ids)
    .filter((name) => section.includes(ids[name] ?? "none"))
    .toSorted();
}

/** The page without its frame: the bell contains the newest pick and quote. */
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? "no main";

describe("a brief's related items", () => {
  it(
    "show paying members everything on its ticker and its company",
    spec("2.3 briefs alerts articles lead"),
    async () => {
      const html = await textOf(`/daily-brief/${ids.brief}`, premium);
      expect(related(html)).toEqual(["alert", "earlier brief", "news", "pick", "quote"]);
      expect(html).toContain(">More on Copper+Line (UK)</h2>");
      for (const to of [
        `/trade-alert/${ids.alert}">Sell Copper+Line (UK)<`,
        `/stock-picks?category=Moonshots&amp;pick=${ids.pick}#found">Copper+Line picked<`,
        `/market?category=Stocks&amp;quote=${ids.quote}#found">copper+line (uk)<`,
        `/news/${ids.news}">What Copper+Line (UK) said<`,
      ])
        expect(html).toContain(`<h3><a href="${to}`);
      for (const kind of ["Daily brief", "Trade alert", "Stock pick", "Quote", "News"])
        expect(html).toContain(`<p class="kicker">${kind}</p>`);
    },
  );

  it("include the company's price for everybody, with its direction", async () => {
    for (const cookies of [premium, undefined]) {
      const html = await textOf(`/daily-brief/${ids.brief}`, cookies);
      const figures = '<span class="num">12.50</span> <span class="chg chg--up">+1.50%';
      expect(html).toContain(`<dt>Last price</dt><dd>${figures}`);
      expect(html).toContain(`<p class="meta">${figures}`);
    }
    expect(await textOf(`/daily-brief/${ids["other brief"]}`)).not.toContain("Last price");
  });

  it("include the quote of its instrument, whatever its name", async () => {
    const brief = await insertRecord(database, "daily_briefs", {
      company_name: "Long Name Plc",
      ticker: "LNP",
    });
    const named = await insertRecord(database, "quotes", { name: "LNP Ord 1p", symbol: "LNP", last: "7.25" });
    await insertRecord(database, "quotes", { name: "Long Name Plc", symbol: "OTHR", last: "109.75" });
    const html = mainOf(await textOf(`/daily-brief/${brief}`));
    expect(html).toContain(`quote=${named}#found">LNP Ord 1p<`);
    expect(html).not.toContain("109.75");
  });

  it("include no quote by a name that only a call gave its instrument", async () => {
    await insertRecord(database, "trade_alerts", { ticker: "HSH", name: "Hushed Holdings" });
    await insertRecord(database, "quotes", { name: "Hushed Holdings", last: "8.25" });
    const brief = await insertRecord(database, "daily_briefs", {
      company_name: "Another Name",
      ticker: "HSH",
    });
    expect(mainOf(await textOf(`/daily-brief/${brief}`))).not.toContain("Hushed");
  });

  it.each(["visitor", "basic"])(
    "show a %s no alerts and picks, nor that any exist",
    spec("2.3 briefs alerts articles lead"),
    async (who) => {
      const html = await textOf(`/daily-brief/${ids.brief}`, who === "basic" ? basic : undefined);
      expect(related(html)).toEqual(["earlier brief", "news", "quote"]);
      for (const hidden of ["alert", "pick"]) expect(mainOf(html)).not.toContain(ids[hidden]);
    },
  );

  it.each([
    "***:x",
    "a\\",
    "(((a+)+",
    "[[:<:]]",
    "\u{1F680}",
    "%_?",
    "\\y",
    "e\u0301",
  ])("exist for a company called %s", async (name) => {
    const brief = await insertRecord(database, "daily_briefs", { company_name: name, ticker: "ODD" });
    const article = await insertRecord(database, "news", { title: `Why ${name} rose` });
    expect(await textOf(`/daily-brief/${brief}`)).toContain(`<h3><a href="/news/${article}">`);
  });

  it("are missing if there are none", async () => {
    expect(await textOf(`/daily-brief/${ids["other brief"]}`, premium)).not.toContain("More on ");
  });
});

describe("an alert's related items", () => {
  it("show paying members the brief, the pick and the rest", async () => {
    const html = await textOf(`/trade-alert/${ids.alert}`, premium);
    expect(related(html)).toEqual(["brief", "earlier brief", "news", "pick", "quote"]);
  });

  it(
    "are missing behind the paywall, since they would reveal its ticker",
    spec("2.3 briefs alerts articles lead"),
    async () => {
      const html = await textOf(`/trade-alert/${ids.alert}`);
      expect(related(html)).toEqual([]);
      expect(mainOf(html)).not.toMatch(/Copper|CPL/i);
    },
  );
});

describe("a company's price", () => {
  const words = (html: string) =>
    mainOf(html)
      .replace(/<[^>]+>|<!-- -->/g, " ")
      .replace(/\s+/g, " ");
  const old = new Date("2026-05-04T09:30:00Z");

  beforeAll(async () => {
    const moved = { ticker: "TWO", name: "Twofold", current_price: "10.75", updated_at: old };
    ids.priced = await insertRecord(database, "trade_alerts", { ...moved, holding_period: "9 years" });
    ids.moved = await insertRecord(database, "stock_picks", { ...moved, category: "Tenet" });
    const quote = { category: "Stocks", name: "Twofold", last: "12.25", updated_at: "2026-05-06T10:00:00Z" };
    await insertRecord(database, "quotes", quote);
    ids.twofold = await insertRecord(database, "daily_briefs", { company_name: "Twofold", ticker: "TWO" });
  });

  it("appears once on an alert's page: the quote's, with its day", async () => {
    const page = words(await textOf(`/trade-alert/${ids.priced}`, premium));
    expect(page).toContain("12.25 as of 6 May 2026, 10:00 UTC");
    expect(page).toContain("Price on 6 May 12.25");
    expect(page).not.toContain("Quote:");
    expect(page).not.toMatch(/current price|10\.75/i);
  });

  it("has its day in a brief's key facts", async () => {
    expect(words(await textOf(`/daily-brief/${ids.twofold}`))).toMatch(
      /Last price 12\.25 .{0,20}6 May 2026, 10:00 UTC/,
    );
  });

  it("has its day on the home page, in the table of picks and on an alert's card", async () => {
    const page = words(await textOf("/", premium));
    expect(page).toContain("12.25 on 6 May 2026");
    expect(page).toContain("12.25 6 May");
  });
});

describe("an article's neighbours", () => {
  it("are the published ones before and after it", spec("2.3 briefs alerts articles lead"), async () => {
    await database.rows("delete from news");
    const write = (title: string, age: number, status = "published") =>
      insertRecord(database, "news", { title, status, created_at: hours(age) });
    const oldest = await write("The oldest", 5);
    await write("A draft between", 4, "draft");
    const middle = await write("In the middle", 3);
    const newest = await write("The newest", 1);
    const linksOf = async (id: string) => {
      const html = await textOf(`/news/${id}`);
      const nav = /<nav class="prevnext" aria-label="Other articles">(.*?)<\/nav>/s.exec(html)?.[1] ?? "";
      return [...nav.matchAll(/href="([^"]*)" rel="(prev|next)"/g)].map(([, to, rel]) => `${rel} ${to}`);
    };
    expect(await linksOf(middle)).toEqual([`prev /news/${oldest}`, `next /news/${newest}`]);
    expect(await linksOf(oldest)).toEqual([`next /news/${middle}`]);
    expect(await linksOf(newest)).toEqual([`prev /news/${middle}`]);
  });
});
