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

/** The symbols that the rows of a table are linked to. */
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
  it("makes its instrument, and shares it with all others of this ticker", async () => {
    await brief("nvda ");
    await pick("NVDA", "NVIDIA Corp.");
    await alert("Nvda");
    expect(await instruments()).toEqual([{ symbol: "NVDA", name: "Nvidia", currency: "USD", kind: "stock" }]);
    for (const table of ["daily_briefs", "stock_picks", "trade_alerts"])
      expect(await linksOf(table)).toEqual(["NVDA"]);
  });

  it("finds another when its ticker changes, and that is an edit of it", async () => {
    await brief("NVDA");
    await sql("update daily_briefs set ticker = 'AMD', updated_at = '2020-01-01'");
    const [row] = await sql<{ recent: boolean }>(
      "select updated_at > '2021-01-01' as recent from daily_briefs",
    );
    expect([await linksOf("daily_briefs"), row]).toEqual([["AMD"], { recent: true }]);
  });

  it("keeps its own link whatever is written into it", async () => {
    await brief("NVDA");
    await brief("AMD");
    await sql(`insert into daily_briefs (company_name, ticker, analysis, instrument_id)
      select 'Nvidia', 'NVDA', 'A', id from instruments where symbol = 'AMD'`);
    expect(await linksOf("daily_briefs")).toEqual(["AMD", "NVDA", "NVDA"]);
  });

  it("may be without one, when there is nothing to be found by", async () => {
    await brief(" ");
    expect(await linksOf("daily_briefs")).toEqual([null]);
  });

  it("is one instrument for two who write it first at once", async () => {
    await Promise.all(Array.from({ length: 8 }, () => brief("NVDA")));
    expect(await instruments()).toHaveLength(1);
    expect(await linksOf("daily_briefs")).toEqual(Array(8).fill("NVDA"));
  });

  it("tells a fund from a stock", async () => {
    await brief("VOO", "Vanguard");
    await pick("VOO", "Vanguard", "ETFs-Index Funds");
    await pick("VOO", "Vanguard", "Tenet");
    expect(await instruments()).toMatchObject([{ symbol: "VOO", kind: "etf" }]);
  });
});

describe("an index", () => {
  const known = () => sql("select currency, kind, public_name from instruments where symbol = 'SPX'");
  const INDEX = [{ currency: "USD", kind: "index", public_name: "S&P 500" }];

  it("stays one, and public, when a call on it tells its currency", async () => {
    await sql("insert into instruments (symbol, name, kind) values ('SPX', 'S&P 500', 'index')");
    await pick("SPX", "An index, picked");
    expect(await known()).toEqual(INDEX);
  });
});

describe("a quote", () => {
  it("is found by its symbol, and makes what is missing", async () => {
    await quote("Dow Jones", "dji", "Indices");
    expect(await instruments()).toEqual([
      { symbol: "DJI", name: "Dow Jones", currency: "USD", kind: "index" },
    ]);
    expect(await linksOf("quotes")).toEqual(["DJI"]);
  });

  it("without a symbol is found by its name, and makes nothing", async () => {
    await brief("NVDA");
    await quote("NVIDIA");
    await quote("Dow Jones");
    expect(await linksOf("quotes")).toEqual(["NVDA", null]);
    expect(await instruments()).toHaveLength(1);
  });

  it("is found by neither of two that are called the same", async () => {
    await brief("NVDA");
    await brief("NVD");
    await quote("Nvidia");
    expect(await linksOf("quotes")).toEqual([null]);
  });

  it("follows its name and its symbol", async () => {
    await brief("NVDA");
    await quote("Nvidia");
    await sql("update quotes set name = 'Something else'");
    expect(await linksOf("quotes")).toEqual([null]);
    await sql("update quotes set symbol = 'NVDA'");
    expect(await linksOf("quotes")).toEqual(["NVDA"]);
  });

  it("takes its symbol itself, where the name has been another's", async () => {
    await quote("Nvidia");
    await sql("update quotes set symbol = 'NVDA', last = 2");
    expect(await linksOf("quotes")).toEqual(["NVDA"]);
  });
});

describe("quotes and movers that came before their instrument", () => {
  it("are linked when it comes, which is no edit of them", async () => {
    await quote("Nvidia");
    await mover("nvidia");
    const times = "select updated_at from quotes union all select updated_at from movers";
    const before = await sql(times);
    await alert("NVDA");
    expect([await linksOf("quotes"), await linksOf("movers")]).toEqual([["NVDA"], ["NVDA"]]);
    expect(await sql(times)).toEqual(before);
  });

  it("are linked when it gets their name", async () => {
    await mover("NVIDIA Corp.");
    await alert("NVDA");
    expect(await linksOf("movers")).toEqual([null]);
    await sql("update instruments set name = 'NVIDIA Corp.'");
    expect(await linksOf("movers")).toEqual(["NVDA"]);
  });
});

describe("a merge", () => {
  it("carries records, prices and splits along, and edits none", async () => {
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

  it("has its symbol lead to the other, also for what is written later, and over several merges", async () => {
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

  it("leaves its symbol to another company", async () => {
    await alert("FB");
    await alert("META");
    await merge("FB", "META");
    await sql("insert into instruments (symbol, name, kind) values ('FB', 'ProShares', 'etf')");
    await brief("FB");
    expect(await linksOf("daily_briefs")).toEqual(["FB"]);
  });

  it("is with another than itself, whatever way it is asked for", async () => {
    await alert("A");
    await alert("B");
    await expect(merge("A", "A")).rejects.toThrow(/instruments_merged_elsewhere/);
    await merge("A", "B");
    const round = `update instruments set merged_into = (select id from instruments where symbol = 'A') where symbol = 'B'`;
    await expect(sql(round)).rejects.toThrow(/instruments_merged_elsewhere/);
  });
});
