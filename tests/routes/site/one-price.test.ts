import { waitForMail } from "tests/support/mails";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";
import { DISCOVERIES } from "~/features/registry.server";
import { companyExhibit } from "~/features/share-pictures/share-exhibits.server";

/*
 * Each record of two companies has its own price, as in production: readers see only the quote's. None of
 * the pages that links reach shows the others. One company had a split, the other's price is in pence.
 */

const QUOTED = "3,333.25";
const IN_PENCE = "2,512.25";
const OTHERS = {
  "another quote, older": { own: "5555.25", shown: "5,555.25" },
  "the alert": { own: "1111.25", shown: "1,111.25" },
  "the pick": { own: "2222.25", shown: "2,222.25" },
  "the mover": { own: "4444.25", shown: "4,444.25" },
  "the history": { own: "6666.25", shown: "6,666.25" },
  "the history before the split": { own: "13371.25", shown: "13,371.25" },
  "the alert, in shares of after the split": { own: "277.8125", shown: "277.81" },
  "the alert in pence": { own: "2577.25", shown: "2,577.25" },
  "the alert in pounds, as if they were pence": { own: "2743.00", shown: "2,743.00" },
  "the history in pence": { own: "2555.25", shown: "2,555.25" },
};

/** All kinds of readers. They see a masked pick's own price, since its company is hidden. */
const READERS = ["visitor", "basic", "premium", "private", "admin"] as const;
type Reader = (typeof READERS)[number];
const isMasked = (reader: Reader, name: string) =>
  name === "the pick" && !["premium", "private"].includes(reader);

const WEEK_AGO = new Date(Date.now() - 7 * 86_400_000);
const ids: Record<string, string> = {};
let premium: string;
const cookiesOf: Partial<Record<Reader, string>> = {};

setUpApp({}, { doesJobs: true });
beforeAll(async () => {
  for (const reader of READERS) cookiesOf[reader] = await app.cookiesOf(reader);
  premium = cookiesOf.premium ?? "";
  const company = { ticker: "NVDA", name: "Nvidia", currency: "USD" };
  const quote = {
    category: "Stocks",
    name: "Nvidia",
    symbol: "NVDA",
    currency: "USD",
    change_percent: "1.64",
  };
  await insertRecord(database, "quotes", { ...quote, last: OTHERS["another quote, older"].own });
  ids.quote = await insertRecord(database, "quotes", { ...quote, category: "Funds", last: "3333.25" });
  const since = { created_at: WEEK_AGO, updated_at: WEEK_AGO };
  ids.alert = await insertRecord(database, "trade_alerts", {
    ...{ ...company, ...since, current_price: OTHERS["the alert"].own },
    ...{ target_price: "3500", stop_loss: "3200", holding_period: "1 month" },
  });
  await insertRecord(database, "stock_picks", {
    ...{ ...company, current_price: OTHERS["the pick"].own, current_year_target: "4000" },
  });
  ids.brief = await insertRecord(database, "daily_briefs", { company_name: "Nvidia", ticker: "NVDA" });
  await insertRecord(database, "movers", { name: "Nvidia", last: OTHERS["the mover"].own });
  await database.rows(
    `insert into daily_prices (instrument_id, day, close, source)
     select instrument_id, current_date - back, close, 'quote'
       from (select instrument_id from quotes where symbol = 'NVDA' limit 1) as quoted,
            (values (0, ?::numeric), (1, 3300), (2, 3250), (4, ?), (5, 13200)) as days (back, close)`,
    [OTHERS["the history"].own, OTHERS["the history before the split"].own],
  );
  await database.rows(
    `insert into splits (instrument_id, day, ratio)
     select instrument_id, current_date - 3, 4 from quotes where symbol = 'NVDA' limit 1`,
  );
  await insertInPence();
});

/** A company with a price in pence and an alert in pounds. */
async function insertInPence() {
  const quote = { category: "Stocks", name: "Shell", symbol: "SHEL", currency: "GBX", last: "2512.25" };
  ids.pence = await insertRecord(database, "quotes", quote);
  const alert = { ticker: "SHEL", name: "Shell", holding_period: "1 month" };
  await insertRecord(database, "trade_alerts", {
    ...{ ...alert, currency: "GBX", current_price: OTHERS["the alert in pence"].own, target_price: "2900" },
  });
  const pounds = { currency: "GBP", current_price: "27.43", target_price: "31" };
  ids.pounds = await insertRecord(database, "trade_alerts", { ...alert, ...pounds });
  await insertRecord(database, "daily_briefs", { company_name: "Shell", ticker: "SHEL" });
  await database.rows(
    `insert into daily_prices (instrument_id, day, close, source)
     select instrument_id, current_date, ?::numeric, 'quote' from quotes where symbol = 'SHEL'`,
    [OTHERS["the history in pence"].own],
  );
}

const pageOf = async (path: string, cookies: string) => (await app.request(path, { cookies })).text();

/** All pages that links reach from the first one, by path. */
async function crawl(cookies: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const waiting = ["/"];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (pages.has(path)) continue;
    pages.set(path, await pageOf(path, cookies));
    const links = (pages.get(path) ?? "").matchAll(/href="(\/[^"#]*)/g);
    waiting.push(...[...links].map(([, link = ""]) => link.replaceAll("&amp;", "&")).filter(isPage));
  }
  return pages;
}

/** What a reader found before a price changed, crawled once. */
const crawled = new Map<Reader, Promise<Map<string, string>>>();
function pagesOf(reader: Reader): Promise<Map<string, string>> {
  const pages = crawled.get(reader) ?? crawl(cookiesOf[reader] ?? "");
  crawled.set(reader, pages);
  return pages;
}

/** The other records' prices in a text. */
const othersIn = (text: string) =>
  Object.values(OTHERS).flatMap(({ own, shown }) => [own, shown].filter((price) => text.includes(price)));

const isPage = (path: string) =>
  !/^\/(\/|admin|api|docs|assets|build|uploads|demo|login|logout|share|search|account)|\.\w+$|sort=/.test(
    path,
  );

/** The pages that show a price. */
const pathsWith = (pages: Map<string, string>, price: string) =>
  [...pages].filter(([, html]) => html.includes(price)).map(([path]) => path);

/** Prices other than the quotes' that a reader sees, with their pages. */
const secondPrices = (pages: Map<string, string>, reader: Reader) =>
  Object.entries(OTHERS)
    .filter(([name]) => !isMasked(reader, name))
    .flatMap(([name, { own, shown }]) =>
      [own, shown].flatMap((price) =>
        pathsWith(pages, price).map((path) => `${path} says ${price} of ${name}`),
      ),
    );

describe.each(READERS)("two companies on all pages for: %s", (reader) => {
  it("show their quotes' prices and no others", async () => {
    const pages = await pagesOf(reader);
    expect(pages.size).toBeGreaterThan(15);
    expect([...new Set(secondPrices(pages, reader))]).toEqual([]);
    for (const price of [QUOTED, IN_PENCE])
      expect(pathsWith(pages, price)).toEqual(expect.arrayContaining(["/market"]));
    expect(pathsWith(pages, QUOTED)).toContain("/stock/NVDA");
    expect(pathsWith(pages, IN_PENCE)).toContain("/stock/SHEL");
  });
});

describe("a company on all pages for a member", () => {
  it("shows its quote's price wherever it is named", async () => {
    const pages = await pagesOf("premium");
    expect(pathsWith(pages, QUOTED)).toEqual(
      expect.arrayContaining(["/", "/market", "/trade-alert", `/trade-alert/${ids.alert}`, "/stock-picks"]),
    );
  });

  it("shows no other price in page data, search results and feeds", async () => {
    const pages = [...(await pagesOf("premium")).keys()].filter((path) => !path.includes("?"));
    const others = [
      ...pages.map((path) => `${path === "/" ? "/_root" : path}.data`),
      ...["/search?q=nvidia", "/search?q=nvda&in=quotes", "/search/suggestions?q=nvda", "/track-record.json"],
      ...["news", "daily-brief", "stock-picks", "trade-alert", "videos"].map((name) => `/${name}/feed.xml`),
      "/stock/NVDA/feed.xml",
      `/stock/NVDA`,
    ];
    for (const path of others) {
      const text = await pageOf(path, premium);
      for (const { own, shown } of Object.values(OTHERS))
        expect([path, text.includes(own), text.includes(shown)]).toEqual([path, false, false]);
    }
    expect(await pageOf("/stock/NVDA", premium)).toContain(QUOTED);
    expect(await pageOf("/market.data", premium)).toContain("3333.25");
  });

  it("shows its quote's price on its share picture, and no other price on records' pictures", async () => {
    const drawn = await companyExhibit("NVDA", new Date());
    expect(drawn?.title).toContain(QUOTED);
    const shared = DISCOVERIES.flatMap(({ share }) => share?.record ?? []);
    const found = await Promise.all(
      shared.flatMap((record) => Object.values(ids).map((id) => record.first({ id }))),
    );
    expect(JSON.stringify(found)).toContain("Nvidia - NVDA");
    const sections = DISCOVERIES.map(({ share }) => share?.section);
    expect(othersIn(JSON.stringify([drawn, found, sections]))).toEqual([]);
  });

  it("shows no price in an email", async () => {
    const email = "premium@demo.test";
    await app.request("/api/auth/user/forget-password", { method: "POST", json: { email } });
    const { html, text } = await waitForMail(email, /Set a new password/);
    expect([...othersIn(html), ...othersIn(text)]).toEqual([]);
    expect(html + text).not.toContain(QUOTED);
  });

  it("shows a changed price everywhere at the next request", async () => {
    const admin = await app.cookiesOf("admin");
    await app.request(`/api/markets/${ids.quote}`, {
      method: "PUT",
      cookies: admin,
      json: { last: 3456.75 },
    });
    await app.request(`/api/markets/${ids.pence}`, {
      method: "PUT",
      cookies: admin,
      json: { last: 2612.75 },
    });
    for (const path of ["/", "/market", `/trade-alert/${ids.alert}`, "/stock-picks"]) {
      const html = await pageOf(path, premium);
      expect([path, html.includes("3,456.75"), html.includes(QUOTED)]).toEqual([path, true, false]);
    }
    for (const reader of READERS) {
      const before = await pagesOf(reader);
      const priced = new Set([QUOTED, IN_PENCE].flatMap((price) => pathsWith(before, price)));
      const pages = new Map<string, string>();
      for (const path of priced) pages.set(path, await pageOf(path, cookiesOf[reader] ?? ""));
      expect([reader, pathsWith(pages, QUOTED), pathsWith(pages, IN_PENCE)]).toEqual([reader, [], []]);
      expect([...new Set(secondPrices(pages, reader))]).toEqual([]);
      expect(pathsWith(pages, "3,456.75")).toEqual(expect.arrayContaining(["/market", "/stock/NVDA"]));
      expect(pathsWith(pages, "2,612.75")).toEqual(expect.arrayContaining(["/market", "/stock/SHEL"]));
    }
  });

  it("shows a record's own price in another currency with its unit", async () => {
    const pages = await pagesOf("premium");
    const paths = pathsWith(pages, "27.43").filter((path) => !path.includes("?"));
    expect(paths.toSorted()).toEqual(["/", "/trade-alert", `/trade-alert/${ids.pounds}`]);
    for (const path of paths) {
      const html = pages.get(path) ?? "";
      expect([path, html.split("27.43").length]).toEqual([
        path,
        html.split("27.43<small> GBP</small>").length,
      ]);
    }
  });

  it("returns each record's own figures in the API", async () => {
    const alert = await app.request(`/api/trade-alert/${ids.alert}`, { cookies: premium });
    expect(await alert.json()).toMatchObject({ currentPrice: 1111.25 });
  });

  it("is not revealed by the price of a masked pick", async () => {
    const html = await pageOf("/stock-picks", "");
    expect(html).toContain(OTHERS["the pick"].shown);
    expect(html).not.toContain("3,456.75");
  });
});
