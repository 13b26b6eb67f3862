import { waitForMail } from "tests/support/mails";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";
import { DISCOVERIES } from "~/features/registry.server";
import { companyExhibit } from "~/features/share-pictures/share-exhibits.server";

/*
 * Each record of one company says a price of its own, as they do in life: readers are told that of the quote alone. The
 * others are found on no page of all that links lead to.
 */

const QUOTED = "3,333.25";
const OTHERS = {
  "another quote, older": { own: "5555.25", shown: "5,555.25" },
  "the alert": { own: "1111.25", shown: "1,111.25" },
  "the pick": { own: "2222.25", shown: "2,222.25" },
  "the mover": { own: "4444.25", shown: "4,444.25" },
  "the history": { own: "6666.25", shown: "6,666.25" },
};

const WEEK_AGO = new Date(Date.now() - 7 * 86_400_000);
const ids: Record<string, string> = {};
let premium: string;

setUpApp();
beforeAll(async () => {
  premium = await app.cookiesOf("premium");
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
       from (select instrument_id from quotes limit 1) as quoted, (values (0, ?::numeric), (1, 3300), (2, 3250)) as days (back, close)`,
    [OTHERS["the history"].own],
  );
});

const pageOf = async (path: string, cookies: string) => (await app.request(path, { cookies })).text();

/** Every page that links lead to from the first one, by its path. */
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

/** Which of the others' prices a text says. */
const othersIn = (text: string) =>
  Object.values(OTHERS).flatMap(({ own, shown }) => [own, shown].filter((price) => text.includes(price)));

const isPage = (path: string) =>
  !/^\/(\/|admin|api|docs|assets|build|uploads|demo|login|logout|share|search|account)|\.\w+$|sort=/.test(
    path,
  );

describe("a company on all pages for a member", () => {
  it("has its quote's price wherever it is named, and no other", async () => {
    const pages = await crawl(premium);
    expect(pages.size).toBeGreaterThan(15);
    const saying = (price: string) =>
      [...pages].filter(([, html]) => html.includes(price)).map(([path]) => path);
    for (const [name, { shown }] of Object.entries(OTHERS)) expect([name, saying(shown)]).toEqual([name, []]);
    expect(saying(QUOTED)).toEqual(
      expect.arrayContaining(["/", "/market", "/trade-alert", `/trade-alert/${ids.alert}`, "/stock-picks"]),
    );
  });

  it("has no other in the data of those pages, in what a search finds, and in feeds", async () => {
    const pages = [...(await crawl(premium)).keys()].filter((path) => !path.includes("?"));
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

  it("has its quote's price on its share picture, and no picture of a record says another", async () => {
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

  it("has none in a mail", async () => {
    const email = "premium@demo.test";
    await app.request("/api/auth/user/forget-password", { method: "POST", json: { email } });
    const { html, text } = await waitForMail(email, /Set a new password/);
    expect([...othersIn(html), ...othersIn(text)]).toEqual([]);
    expect(html + text).not.toContain(QUOTED);
  });

  it("has another price everywhere at the next request", async () => {
    const admin = await app.cookiesOf("admin");
    await app.request(`/api/markets/${ids.quote}`, {
      method: "PUT",
      cookies: admin,
      json: { last: 3456.75 },
    });
    for (const path of ["/", "/market", `/trade-alert/${ids.alert}`, "/stock-picks"]) {
      const html = await pageOf(path, premium);
      expect([path, html.includes("3,456.75"), html.includes(QUOTED)]).toEqual([path, true, false]);
    }
  });

  it("keeps each record's own figures on the wire", async () => {
    const alert = await app.request(`/api/trade-alert/${ids.alert}`, { cookies: premium });
    expect(await alert.json()).toMatchObject({ currentPrice: 1111.25 });
  });

  it("is not told by the price of a pick whose name is masked", async () => {
    const html = await pageOf("/stock-picks", "");
    expect(html).toContain(OTHERS["the pick"].shown);
    expect(html).not.toContain("3,456.75");
  });
});
