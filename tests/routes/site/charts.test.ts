import { randomUUID } from "node:crypto";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";
import { loadQuarters } from "~/features/markets/instruments/closes.queries.server";

let premium: string;
let basic: string;
const ids: Record<string, string> = {};

const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000);
const dayAgo = (count: number) => daysAgo(count).toISOString().slice(0, 10);

setUpApp();

beforeAll(async () => {
  premium = await app.cookiesOf("premium");
  basic = await app.cookiesOf("basic");
  const alert = async (name: string, ticker: string, call: Record<string, unknown> | undefined) => {
    const recordId = await insertRecord(database, "trade_alerts", {
      ...{ ticker, name, tag: "buy", target_price: "61.5", stop_loss: "47.25", created_at: daysAgo(12) },
      ...{ current_price: "55.5", holding_period: "9 weeks" },
    });
    ids[name] = recordId;
    if (call)
      await database.insert("calls", {
        ...{
          id: randomUUID(),
          kind: "alert",
          record_id: recordId,
          number: 1,
          symbol: ticker,
          name,
          direction: "buy",
        },
        ...{
          made_at: daysAgo(12),
          entry_price: "50.5",
          entry_at: daysAgo(12),
          target: "61.5",
          stop: "47.25",
        },
        ...{ instrument_id: await instrumentOf(ticker), last_seq: 1, ...call },
      });
  };
  await alert("Openline", "OPLN", {});
  await alert("Shutline", "SHTL", {
    ...{
      state: "closed",
      ended_on: dayAgo(4),
      waits_from: dayAgo(4),
      close_price: "61.5",
      close_ratio: "1",
      close_reason: "target",
    },
  });
  await alert("Unwritten", "UNWR", undefined);
  await alert("Poundwise", "PNDW", { currency: "GBP" });
  await database.rows("update instruments set currency = 'USD' where symbol = 'PNDW'");
  ids.brief = await insertRecord(database, "daily_briefs", {
    ...{ company_name: "Openline", ticker: "OPLN", buy_zone_min: "43.75", buy_zone_max: "46.5" },
    created_at: daysAgo(30),
  });
  await database.rows(
    `insert into daily_prices (instrument_id, day, close, source)
       select id, current_date - n, 51.75 + n % 3, 'test' from instruments, generate_series(1, 500) as n
        where symbol in ('OPLN', 'SHTL', 'UNWR', 'PNDW')`,
  );
});

async function instrumentOf(symbol: string): Promise<string | undefined> {
  const [found] = await database.rows<{ id: string }>("select id from instruments where symbol = ?", [
    symbol,
  ]);
  return found?.id;
}

async function mainOf(path: string, cookies?: string): Promise<string> {
  const response = await app.request(path, { cookies });
  expect(response.status).toBe(200);
  return /<main.*<\/main>/s.exec(await response.text())?.[0] ?? "no main";
}

const alertPage = (name: string, cookies = premium) => mainOf(`/trade-alert/${ids[name]}`, cookies);
const chartOf = (html: string) => /<div class="chart .*?<\/svg><\/div>/s.exec(html)?.[0] ?? "";
const words = (html: string) => html.replace(/<[^>]+>|<!-- -->/g, " ").replace(/\s+/g, " ");

describe("an alert's page", () => {
  it("shows an open call between stop and target, above its figures", async () => {
    const html = await alertPage("Openline");
    const chart = chartOf(html);
    for (const part of [
      "band-reward",
      "band-risk",
      "price before",
      "Target 61.50",
      "Stop 47.25",
      "Buy at 50.50",
    ])
      expect(chart).toContain(part);
    expect(html).toContain("From today’s price, 6.00 to gain for 8.25 at risk: 1 to 0.73");
    expect(words(html)).toMatch(/Stop 47\.25 [\d.]+% below/);
    expect(html).not.toContain("<dt>Stop loss</dt>");
    expect(Buffer.byteLength(chart)).toBeLessThan(3_600);
  });

  it("marks an open call's price as stale after an hour, and draws it in grey", async () => {
    const priced = (minutes: number) =>
      database.rows("update trade_alerts set priced_at = ? where id = ?", [
        new Date(Date.now() - minutes * 60_000),
        ids.Openline,
      ]);
    await priced(5);
    expect(await alertPage("Openline")).not.toContain('class="stale"');
    // Shortly after midnight that is the day before, whose close is newer than the price.
    await database.rows(
      `delete from daily_prices where day >= (now() - interval '130 minutes')::date
        and instrument_id = (select id from instruments where symbol = 'OPLN')`,
    );
    await priced(130);
    const html = await alertPage("Openline");
    expect(words(html)).toContain("stale, 2 h old");
    expect(chartOf(html)).toContain('class="stale"');
    expect(html).toContain("because its last price is out of date");
    await priced(5);
  });

  it("ends the chart of a closed call where it was closed", async () => {
    const html = await alertPage("Shutline");
    expect(html).toContain("50.50 became 61.50: a gain of 21.8% in 8 days");
    expect(chartOf(html)).toContain('class="won"');
    expect(chartOf(html)).not.toContain('class="mark"');
  });

  it.each(["Unwritten", "Poundwise"])("shows only the plan without prices to compare: %s", async (name) => {
    const html = await alertPage(name);
    expect(html).not.toContain('class="chart ');
    expect(html).toContain("ladder-svg");
  });

  it.each(["visitor", "basic"])("shows a %s only the axis and the veil", async (who) => {
    const cookies = who === "basic" ? basic : "";
    const html = await alertPage("Openline", cookies);
    expect(html).toContain("chart-locked");
    expect(html).not.toMatch(/class="chart |<path class="price|band-|61\.5|47\.25|50\.5|OPLN|exhibit-table/);
    // Equal to every other call's, except for its start date.
    const svg = (page: string) => /<div class="chart-locked.*?<\/svg><\/div>/s.exec(page)?.[0];
    expect(svg(html)).toBe(svg(await alertPage("Shutline", cookies)));
  });
});

describe("a brief's page", () => {
  it("shows a year with the buy zone, and compares the price with it", async () => {
    const html = await mainOf(`/daily-brief/${ids.brief}`, premium);
    const chart = chartOf(html);
    for (const part of ["chart--year", "band-zone", "flag--brief", "Buy zone"]) expect(chart).toContain(part);
    expect(html).toMatch(/<h2 id="[^"]*">The price is [\d.]+% above where we would buy<\/h2>/);
    expect(Buffer.byteLength(chart)).toBeLessThan(7_000);
  });

  it.each(["visitor", "basic"])("shows a %s only the axis and the veil", async (who) => {
    const html = await mainOf(`/daily-brief/${ids.brief}`, who === "basic" ? basic : undefined);
    expect(html).toContain("chart-locked--tall");
    expect(html).toContain('<a href="/stock/OPLN">Openline’s page</a>');
    expect(html).not.toMatch(/class="chart |<path class="price|band-|43\.75|46\.5|exhibit-table/);
  });

  it("has no chart if no price is known", async () => {
    const id = await insertRecord(database, "daily_briefs", { company_name: "Unpriced", ticker: "UNPR" });
    expect(await mainOf(`/daily-brief/${id}`, premium)).not.toContain("exhibit");
  });
});

describe("sparklines in lists", () => {
  const rowOf = (html: string, name: string) =>
    html
      .split(/<tr|<li/)
      .find((row) => row.includes(name))
      ?.split(/<\/tr>|<\/li>/)[0] ?? "no row";
  const SPARK = /<svg class="spark[^>]*aria-label="Three months: from [\d.]+ to 52\.35"/;

  beforeAll(async () => {
    const quote = { category: "Stocks", last: "52.35" };
    await insertRecord(database, "quotes", { ...quote, name: "Openline", symbol: "OPLN" });
    // Only its name links it to an instrument that exists because of an alert.
    await insertRecord(database, "quotes", { ...quote, name: "Shutline" });
    await insertRecord(database, "movers", { name: "Openline", last: "52.35" });
    await insertRecord(database, "movers", { name: "Shutline", last: "52.35" });
    const pick = { current_price: "52.35", category: "Tenet" };
    ids.pick = await insertRecord(database, "stock_picks", { ...pick, ticker: "OPLN", name: "Openline" });
  });

  it("exist for a quote with a known instrument, and it and its mover link to the company's page", async () => {
    const [table = "", movers = ""] = (await mainOf("/market")).split('id="movers"');
    expect(rowOf(table, "Openline")).toMatch(SPARK);
    for (const part of [table, movers]) {
      expect(rowOf(part, "Openline")).toContain('<a href="/stock/OPLN">Openline</a>');
      // The price history of a locked call's instrument would reveal the call.
      expect(rowOf(part, "Shutline")).toContain("52.35");
      expect(rowOf(part, "Shutline")).not.toMatch(/<svg class="spark|\/stock\//);
    }
  });

  it("link a mover without a quote to its company if that is public", async () => {
    await insertRecord(database, "daily_briefs", { company_name: "Briefline", ticker: "BRFL" });
    await insertRecord(database, "movers", { name: "Briefline", last: "9.75", change_percent: "99" });
    const link = async () => rowOf((await mainOf("/market")).split('id="movers"')[1] ?? "", "Briefline");
    await expect.poll(link).toContain('<a href="/stock/BRFL">Briefline</a>');
    expect(await link()).toContain("9.75");
  });

  it("show picks to readers with access, and a veil to others", async () => {
    expect(rowOf(await mainOf("/stock-picks", premium), "Openline")).toMatch(SPARK);
    const masked = await mainOf("/stock-picks");
    expect(masked).toContain("Three months");
    expect(masked).not.toMatch(/<svg class="spark/);
    expect(masked).toMatch(/<td class="spark-cell"><span class="bar bar--cell"/);
  });

  it("have at most 24 points, adjusted for splits, in one currency only", async () => {
    const instrumentId = (await instrumentOf("OPLN")) ?? null;
    const row = { id: "row", instrumentId, price: "52.35", asOf: new Date() };
    const { row: closes = [] } = await loadQuarters([row, { ...row, id: "none", instrumentId: null }]);
    expect(closes).toHaveLength(24);
    expect(closes.at(-1)?.close).toBe(52.35);
    await database.rows("insert into splits (instrument_id, day, ratio) values (?, current_date - 5, 2)", [
      instrumentId,
    ]);
    const { row: split = [] } = await loadQuarters([row]);
    expect(split[0]?.close).toBe((closes[0]?.close ?? 0) / 2);
    await database.rows("update instruments set currency = 'USD' where id = ?", [instrumentId]);
    expect(await loadQuarters([{ ...row, currency: "GBP" }])).toEqual({});
    expect(Object.keys(await loadQuarters([{ ...row, currency: "USD" }]))).toEqual(["row"]);
  });
});

it("hide Private picks from other paying members", async () => {
  const hidden = { ticker: "OPLN", audience: "private" };
  const alert = { ...hidden, name: "Openline", tag: "buy", target_price: "61.5", analysis: "Why." };
  const paths = [
    `/trade-alert/${await insertRecord(database, "trade_alerts", alert)}`,
    `/daily-brief/${await insertRecord(database, "daily_briefs", { ...hidden, company_name: "Openline" })}`,
  ];
  for (const path of paths) {
    const html = await mainOf(path, premium);
    expect(html).toContain("chart-locked");
    expect(html).not.toMatch(/class="chart |<path class="price/);
  }
  await insertRecord(database, "stock_picks", { ...hidden, name: "Kept apart", category: "Moonshots" });
  const picks = await mainOf("/stock-picks?category=Moonshots", premium);
  expect(picks).toContain('<td class="spark-cell"><span class="bar bar--cell"');
  expect(picks).not.toMatch(/<svg class="spark/);
});

it("need the charts' stylesheet, which the page links", async () => {
  const sheets = async (path: string) =>
    (await (await app.request(path)).text()).match(/<link rel="stylesheet"/g)?.length;
  expect(await sheets(`/trade-alert/${ids.Openline}`)).toBe(2);
  expect(await sheets(`/daily-brief/${ids.brief}`)).toBe(2);
  expect(await sheets("/news")).toBe(1);
});
