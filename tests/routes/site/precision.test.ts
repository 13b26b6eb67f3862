import { randomUUID } from "node:crypto";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";

setUpApp();

/** By symbol: the quote's category, name, currency and typed price, and the price as each page shows it. */
const QUOTES = {
  EURUSD: ["Currencies", "EUR/USD", null, "1.1742", "1.1742"],
  USDINR: ["Currencies", "USD/INR", null, "85.94", "85.940"],
  US10Y: ["Bonds", "US 10-year", null, "4.2", "4.200%"],
  RRL: ["Stocks", "Rolls Works", "GBX", "1062", "1,062.00"],
  ARGA: ["Stocks", "Arga", "USD", "12.3456", "12.35"],
  PEPEX: ["Cryptocurrencies", "Pepex", "USD", "0.00001187", "0.000011870"],
  FUNDX: ["Funds", "Fund X", "GBP", "7.214", "7.2140"],
} as const;
const SYMBOLS = Object.keys(QUOTES) as (keyof typeof QUOTES)[];

let premium: string;
const alerts: Partial<Record<keyof typeof QUOTES, string>> = {};

beforeAll(async () => {
  premium = await app.cookiesOf("premium");
  await database.rows("delete from quotes");
  for (const symbol of SYMBOLS) {
    const [category, name, currency, last] = QUOTES[symbol];
    await insertRecord(database, "quotes", {
      ...{ category, name, symbol, currency, last, low: last, high: last },
      ...{ change: "0", change_percent: "0" },
    });
    alerts[symbol] = randomUUID();
    await insertRecord(database, "trade_alerts", {
      ...{ id: alerts[symbol], ticker: symbol, name, currency, current_price: last },
      ...{ target_price: (Number(last) * 2).toFixed(8), stop_loss: (Number(last) / 2).toFixed(8) },
    });
  }
});

const page = async (path: string) => {
  const html = await (await app.request(path, { cookies: premium })).text();
  return (html.split("<main")[1] ?? "").replace(/<[^>]+>|<!-- -->/g, " ").replace(/\s+/g, " ");
};

describe("a price", () => {
  it.each(
    SYMBOLS,
  )("of %s has one format in the table, on its page, in search and in a call", async (symbol) => {
    const [category, name, , , price] = QUOTES[symbol];
    const paths = [
      `/market?category=${category}`,
      `/stock/${symbol}`,
      `/search?q=${encodeURIComponent(name)}`,
      `/trade-alert/${alerts[symbol]}`,
      "/trade-alert",
    ];
    for (const path of paths) expect([path, (await page(path)).includes(` ${price}`)]).toEqual([path, true]);
  });

  it.each(
    SYMBOLS,
  )("of %s has one format in a brief's zone, and in a pick's labels for screen readers", async (symbol) => {
    const [, name, currency, last, figure] = QUOTES[symbol];
    const price = currency === "GBX" ? `${figure}p` : figure;
    const company = { ticker: symbol, currency };
    await database.empty("stock_picks");
    await insertRecord(database, "stock_picks", {
      ...{
        ...company,
        name,
        current_price: last,
        week_52_low: last,
        week_52_high: (Number(last) * 2).toFixed(8),
      },
    });
    const brief = { company_name: name, ticker: symbol, buy_zone_min: last, buy_zone_max: last };
    const id = await insertRecord(database, "daily_briefs", brief);
    await database.rows(
      `insert into daily_prices (instrument_id, day, close, source)
       select id, current_date - back, ?, 'test' from instruments, unnest(array[30, 60]) as back where symbol = ?
           on conflict do nothing`,
      [last, symbol],
    );
    expect(await page(`/daily-brief/${id}`)).toContain(`Buy zone ${price} to ${price} `);
    const picks = await (await app.request("/stock-picks", { cookies: premium })).text();
    const heard = [...picks.matchAll(/aria-label="((?:Three months|52-week range): [^"]*)"/g)].map(
      ([, words]) => words,
    );
    expect(heard).toEqual([
      `Three months: from ${price} to ${price}`,
      expect.stringContaining(`52-week range: ${price} between ${price} and `),
    ]);
  });

  it("in pence shows its unit everywhere", async () => {
    for (const path of ["/market?category=Stocks", "/stock/RRL", "/trade-alert"])
      expect([path, (await page(path)).includes("GBX, pence")]).toEqual([path, true]);
  });
});

it("a yield changes by points, not by per cent", async () => {
  const bond = { category: "Bonds", name: "Testland 10-year", symbol: "TL10Y", last: "4.218" };
  await insertRecord(database, "quotes", {
    ...bond,
    ...{ low: "4.206", high: "4.251", change: "-0.020", change_percent: "-0.47" },
  });
  await database.rows(
    `insert into daily_prices (instrument_id, day, close, source)
     select id, current_date - 364, 4.0, 'test' from instruments where symbol = 'TL10Y'`,
  );
  const [market, company, found] = [
    await page("/market?category=Bonds"),
    await page("/stock/TL10Y"),
    await page("/search?q=Testland"),
  ];
  expect(market).toContain("4.218% −0.020 pts");
  expect(company).toContain("Testland 10-year yields 0.218 points more than a year ago");
  expect(company).toContain("52-week low and high, by closing yield");
  expect(company).toContain("The yield, and everything we said about it");
  expect(company).not.toMatch(/Price|the price|closing price|last price|costs/);
  for (const text of [market, company, found]) expect(text).not.toContain("0.47%");
});

it("the line above a category's quotes names the newest of that category", async () => {
  await database.rows("alter table quotes disable trigger quotes_updated_at");
  await database.rows("update quotes set updated_at = now() - interval '3 days' where category = 'Bonds'");
  await database.rows("alter table quotes enable trigger quotes_updated_at");
  const newest = async (path: string) => /The newest is from (\d+ \w+ \d{4})/.exec(await page(path))?.[1];
  const dayOf = (ago: number) =>
    new Date(Date.now() - ago * 86_400_000).toLocaleDateString("en-GB", {
      ...{ day: "numeric", month: "long", year: "numeric", timeZone: "UTC" },
    });
  expect(await newest("/market?category=Bonds")).toBe(dayOf(3));
  expect(await newest("/market")).toBe(dayOf(0));
});
