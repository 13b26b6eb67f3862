import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { queryOnce, type TestDatabase, testDatabase } from "../support/postgres";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() =>
  sql("truncate instruments, daily_briefs, stock_picks, trade_alerts, quotes, movers cascade"),
);
afterAll(() => database.drop());

const sql = <Row extends object>(text: string) => queryOnce<Row>(database.url, text);

const brief = (ticker: string, name = "Nvidia") =>
  sql(`insert into daily_briefs (company_name, ticker, analysis) values ('${name}', '${ticker}', 'A')`);
const pick = (ticker: string, name = "Nvidia", category = "Tenet") =>
  sql(
    `insert into stock_picks (ticker, name, category, currency) values ('${ticker}', '${name}', '${category}', 'USD')`,
  );
const alert = (ticker: string, name = "Nvidia") =>
  sql(`insert into trade_alerts (ticker, name, tag, target_price, analysis)
       values ('${ticker}', '${name}', 'buy', 1, 'A')`);
const quote = (name: string, symbol?: string, category = "Stocks") =>
  sql(`insert into quotes (category, name, last, symbol, currency)
       values ('${category}', '${name}', 1, ${symbol ? `'${symbol}'` : "null"}, 'USD')`);
const mover = (name: string) =>
  sql(`insert into movers (name, last, change_percent, mover_type) values ('${name}', 1, 1, 'gainers')`);

/** The symbols of the instruments that a table's rows link to. */
const linksOf = async (table: string): Promise<(string | null)[]> =>
  (
    await sql<{ symbol: string | null }>(
      `select i.symbol from ${table} r left join instruments i on i.id = r.instrument_id order by i.symbol`,
    )
  ).map(({ symbol }) => symbol);

type Known = { symbol: string; name: string; currency: string | null; kind: string };
const instruments = (): Promise<Known[]> =>
  sql("select symbol, name, currency, kind from instruments order by symbol, merged_into nulls first");

const merge = (symbol: string, into: string) =>
  sql(`update instruments set merged_into = (select id from instruments where symbol = '${into}' and merged_into is null)
        where symbol = '${symbol}' and merged_into is null`);

describe("a record with a ticker", () => {
  it("creates its instrument and shares it with all records of the ticker", async () => {
    await brief("nvda ");
    await pick("NVDA", "NVIDIA Corp.");
    await alert("Nvda");
    expect(await instruments()).toEqual([{ symbol: "NVDA", name: "Nvidia", currency: "USD", kind: "stock" }]);
    for (const table of ["daily_briefs", "stock_picks", "trade_alerts"])
      expect(await linksOf(table)).toEqual(["NVDA"]);
  });

  it("changes its instrument with its ticker, which counts as an edit", async () => {
    await brief("NVDA");
    await sql("update daily_briefs set ticker = 'AMD', updated_at = '2020-01-01'");
    const [row] = await sql<{ recent: boolean }>(
      "select updated_at > '2021-01-01' as recent from daily_briefs",
    );
    expect([await linksOf("daily_briefs"), row]).toEqual([["AMD"], { recent: true }]);
  });

  it("keeps the link of its ticker, whatever instrument is written", async () => {
    await brief("NVDA");
    await brief("AMD");
    await sql(`insert into daily_briefs (company_name, ticker, analysis, instrument_id)
      select 'Nvidia', 'NVDA', 'A', id from instruments where symbol = 'AMD'`);
    expect(await linksOf("daily_briefs")).toEqual(["AMD", "NVDA", "NVDA"]);
  });

  it("has no instrument if its ticker is empty", async () => {
    await brief(" ");
    expect(await linksOf("daily_briefs")).toEqual([null]);
  });

  it("creates one instrument when several are written at once", async () => {
    await Promise.all(Array.from({ length: 8 }, () => brief("NVDA")));
    expect(await instruments()).toHaveLength(1);
    expect(await linksOf("daily_briefs")).toEqual(Array(8).fill("NVDA"));
  });

  it("distinguishes a fund from a stock", async () => {
    await brief("VOO", "Vanguard");
    await pick("VOO", "Vanguard", "ETFs-Index Funds");
    await pick("VOO", "Vanguard", "Tenet");
    expect(await instruments()).toMatchObject([{ symbol: "VOO", kind: "etf" }]);
  });
});

describe("an index", () => {
  const known = () => sql("select currency, kind, public_name from instruments where symbol = 'SPX'");
  const INDEX = [{ currency: "USD", kind: "index", public_name: "S&P 500" }];

  it("stays a public index when a call gives it a currency", async () => {
    await sql("insert into instruments (symbol, name, kind) values ('SPX', 'S&P 500', 'index')");
    await pick("SPX", "An index, picked");
    expect(await known()).toEqual(INDEX);
  });
});

describe("a quote", () => {
  it("is linked by its symbol and creates a missing instrument", async () => {
    await quote("Dow Jones", "dji", "Indices");
    expect(await instruments()).toEqual([
      { symbol: "DJI", name: "Dow Jones", currency: "USD", kind: "index" },
    ]);
    expect(await linksOf("quotes")).toEqual(["DJI"]);
  });

  it("without a symbol is linked by name and creates no instrument", async () => {
    await brief("NVDA");
    await quote("NVIDIA");
    await quote("Dow Jones");
    expect(await linksOf("quotes")).toEqual(["NVDA", null]);
    expect(await instruments()).toHaveLength(1);
  });

  it("is not linked if its name is ambiguous", async () => {
    await brief("NVDA");
    await brief("NVD");
    await quote("Nvidia");
    expect(await linksOf("quotes")).toEqual([null]);
  });

  it("changes its link with its name and its symbol", async () => {
    await brief("NVDA");
    await quote("Nvidia");
    await sql("update quotes set name = 'Something else'");
    expect(await linksOf("quotes")).toEqual([null]);
    await sql("update quotes set symbol = 'NVDA'");
    expect(await linksOf("quotes")).toEqual(["NVDA"]);
  });

  it("creates its own symbol after its name matched nothing", async () => {
    await quote("Nvidia");
    await sql("update quotes set symbol = 'NVDA', last = 2");
    expect(await linksOf("quotes")).toEqual(["NVDA"]);
  });
});

describe("quotes and movers older than their instrument", () => {
  it("are linked when it is created, without counting as edited", async () => {
    await quote("Nvidia");
    await mover("nvidia");
    const times = "select updated_at from quotes union all select updated_at from movers";
    const before = await sql(times);
    await alert("NVDA");
    expect([await linksOf("quotes"), await linksOf("movers")]).toEqual([["NVDA"], ["NVDA"]]);
    expect(await sql(times)).toEqual(before);
  });

  it("are linked when it takes their name", async () => {
    await mover("NVIDIA Corp.");
    await alert("NVDA");
    expect(await linksOf("movers")).toEqual([null]);
    await sql("update instruments set name = 'NVIDIA Corp.'");
    expect(await linksOf("movers")).toEqual(["NVDA"]);
  });
});

describe("merging two instruments", () => {
  it("moves records, prices and splits without editing the records", async () => {
    await alert("FB", "Facebook");
    await quote("Facebook");
    await brief("META", "Meta");
    await sql(`insert into daily_prices (instrument_id, day, close, source)
      select id, '2026-01-05', 1, 'quote' from instruments`);
    await sql(`insert into daily_prices (instrument_id, day, close, source)
      select id, '2026-01-06', 1, 'quote' from instruments where symbol = 'FB'`);
    await sql(
      "insert into splits (instrument_id, day, ratio) select id, '2026-01-06', 2 from instruments where symbol = 'FB'",
    );
    const before = await sql("select updated_at from trade_alerts");
    await merge("FB", "META");
    expect(await sql("select updated_at from trade_alerts")).toEqual(before);
    for (const table of ["trade_alerts", "quotes", "daily_briefs", "splits"])
      expect(await linksOf(table)).toEqual(["META"]);
    expect(await linksOf("daily_prices")).toEqual(["META", "META"]);
  });

  it("makes the old symbol lead to the new one, for later records and chains of merges", async () => {
    await alert("A");
    await alert("B");
    await alert("C");
    await merge("A", "B");
    await merge("B", "C");
    await brief("a");
    expect(await linksOf("daily_briefs")).toEqual(["C"]);
    expect(await linksOf("trade_alerts")).toEqual(["C", "C", "C"]);
    const [flat] = await sql(
      "select count(distinct merged_into)::int as targets from instruments where merged_into is not null",
    );
    expect(flat).toEqual({ targets: 1 });
  });

  it("frees the old symbol for another company", async () => {
    await alert("FB");
    await alert("META");
    await merge("FB", "META");
    await sql("insert into instruments (symbol, name, kind) values ('FB', 'ProShares', 'etf')");
    await brief("FB");
    expect(await linksOf("daily_briefs")).toEqual(["FB"]);
  });

  it("is refused if an instrument would merge into itself, directly or in a circle", async () => {
    await alert("A");
    await alert("B");
    await expect(merge("A", "A")).rejects.toThrow(/instruments_merged_elsewhere/);
    await merge("A", "B");
    const round = `update instruments set merged_into = (select id from instruments where symbol = 'A') where symbol = 'B'`;
    await expect(sql(round)).rejects.toThrow(/instruments_merged_elsewhere/);
  });
});
