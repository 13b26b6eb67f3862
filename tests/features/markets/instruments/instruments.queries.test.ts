import { em, startOrm, stopOrm } from "db/orm.server";
import { saveSample } from "tests/db/samples";
import { queryOnce, type TestDatabase, testDatabase } from "tests/support/postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type CurrentPrice,
  currentPrices,
  dailyPrices,
  instrumentBySymbol,
} from "~/features/markets/instruments/instruments.queries.server";
import { dayIn } from "~/ui/dates";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await startOrm({ url: database.url });
});
beforeEach(() =>
  sql("truncate instruments, daily_briefs, stock_picks, trade_alerts, quotes, movers cascade"),
);
afterAll(async () => {
  await stopOrm();
  await database.drop();
});

const sql = <Row extends object>(text: string) => queryOnce<Row>(database.url, text);

const save = (table: string, values: Record<string, unknown>) => saveSample(em(), table, values);

const NVDA = { symbol: "NVDA", name: "Nvidia" };
const OF_NVDA = { ticker: "NVDA", name: "Nvidia", currency: "USD" };

async function currentPrice(id: string): Promise<CurrentPrice | undefined> {
  return (await currentPrices([id])).get(id);
}

describe("the current price of an instrument", () => {
  it("is its newest quote's, whatever the quote's age", async () => {
    const id = await save("instruments", { ...NVDA, currency: "EUR" });
    await save("quotes", { name: "Nvidia", symbol: "NVDA", last: "170", updated_at: "2025-01-05T10:00:00Z" });
    await save("quotes", {
      ...{ name: "Nvidia", symbol: "NVDA", last: "172.40", change_percent: "1.64", currency: "USD" },
      updated_at: "2025-01-06T10:00:00Z",
    });
    await save("trade_alerts", { ...OF_NVDA, current_price: "168" });
    expect(await currentPrice(id)).toEqual({
      price: "172.40",
      kind: "index",
      adjusted: "172.4",
      pricedOn: "2025-01-06",
      shares: "1",
      changePercent: "1.64",
      asOf: new Date("2025-01-06T10:00:00Z"),
      currency: "USD",
      source: "quote",
    });
  });

  it("is its last close's, timed at the end of that day at the site", async () => {
    const id = await save("instruments", NVDA);
    await sql(
      `insert into daily_prices (instrument_id, day, close, source) values ('${id}', '2026-01-05', 3, 'test')`,
    );
    const days: string[] = [];
    for (const timeZone of ["Pacific/Kiritimati", "Etc/GMT+12", "UTC"]) {
      await startOrm({ url: database.url, timeZone });
      const { asOf } = (await currentPrice(id)) ?? {};
      days.push(asOf ? asOf.toISOString() : "none");
      expect(asOf && dayIn(timeZone, asOf)).toBe("2026-01-05");
    }
    expect(days).toEqual([
      "2026-01-05T09:59:59.999Z",
      "2026-01-06T11:59:59.999Z",
      "2026-01-05T23:59:59.999Z",
    ]);
  });

  it("without a quote is the newest of history, pick and alert", async () => {
    const id = await save("instruments", NVDA);
    const at = (day: number) => `2026-01-0${day}T12:00:00Z`;
    await save("trade_alerts", { ...OF_NVDA, current_price: "1", daily_change: "2.5", updated_at: at(5) });
    expect(await currentPrice(id)).toMatchObject({ price: "1", source: "alert", changePercent: "2.5" });
    await save("stock_picks", { ...OF_NVDA, current_price: "2", updated_at: at(6) });
    expect(await currentPrice(id)).toMatchObject({ price: "2", source: "pick", asOf: new Date(at(6)) });
    await save("daily_prices", { instrument_id: id, day: "2026-01-06", close: "3" });
    expect(await currentPrice(id)).toMatchObject({
      price: "3",
      source: "history",
      asOf: new Date("2026-01-06T23:59:59.999Z"),
    });
    await save("trade_alerts", { ...OF_NVDA, current_price: "4", updated_at: at(7) });
    expect(await currentPrice(id)).toMatchObject({ price: "4", source: "alert" });
    await save("trade_alerts", { ...OF_NVDA, updated_at: at(8) });
    expect(await currentPrice(id)).toMatchObject({ price: "4" });
  });

  it("never comes from content for Private members alone", async () => {
    const id = await save("instruments", NVDA);
    const own = { ...OF_NVDA, audience: "private" };
    await save("trade_alerts", { ...own, current_price: "1" });
    await save("stock_picks", { ...own, current_price: "2" });
    expect(await currentPrice(id)).toBeUndefined();
  });

  it("is never in the future", async () => {
    const id = await save("instruments", NVDA);
    await sql(`insert into daily_prices (instrument_id, day, close, source)
      values ('${id}', current_date, 3, 'quote')`);
    const asOf = (await currentPrice(id))?.asOf.getTime();
    expect(asOf).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  it("is in the instrument's currency if its source states none", async () => {
    const id = await save("instruments", { ...NVDA, currency: "USD" });
    await save("daily_prices", { instrument_id: id });
    expect(await currentPrice(id)).toMatchObject({ currency: "USD", source: "history" });
  });

  it("is missing if the instrument has no price", async () => {
    const id = await save("instruments", NVDA);
    expect(await currentPrices([id])).toEqual(new Map());
    expect(await currentPrices([])).toEqual(new Map());
  });

  it("includes uncommitted prices of its own transaction", async () => {
    const id = await save("instruments", NVDA);
    const found = await em().transactional(async (manager) => {
      await saveSample(manager, "daily_prices", { instrument_id: id });
      return currentPrices([id], manager);
    });
    expect(found.size).toBe(1);
  });
});

describe("the instrument of a symbol", () => {
  it("is found in any case, and by the symbol of an instrument merged into it", async () => {
    const meta = await save("instruments", {
      symbol: "META",
      name: "Meta",
      exchange: "NASDAQ",
      currency: "USD",
    });
    await save("instruments", { symbol: "FB", name: "Facebook", merged_into: meta });
    const found = {
      ...{ id: meta, symbol: "META", name: "Meta" },
      ...{ exchange: "NASDAQ", currency: "USD", kind: "stock" },
    };
    expect(await instrumentBySymbol(" meta")).toEqual(found);
    expect(await instrumentBySymbol("fb")).toEqual(found);
    expect(await instrumentBySymbol("F")).toBeUndefined();
    const other = await save("instruments", { symbol: "FB", name: "ProShares" });
    expect(await instrumentBySymbol("FB")).toMatchObject({ id: other });
  });
});

describe("prices by day", () => {
  const price = (id: string, day: string, close: string, more = {}) =>
    save("daily_prices", { instrument_id: id, day, close, ...more });
  const range = { from: "2026-01-05", to: "2026-01-07" };

  it("are those of the requested days, oldest first", async () => {
    const id = await save("instruments", NVDA);
    for (const day of ["08", "07", "04", "05"]) await price(id, `2026-01-${day}`, "1.50", { high: "2" });
    expect(await dailyPrices(id, range)).toEqual([
      { day: "2026-01-05", close: "1.50", high: "2", low: null },
      { day: "2026-01-07", close: "1.50", high: "2", low: null },
    ]);
  });

  it("are adjusted for splits before each split's day if requested", async () => {
    const id = await save("instruments", NVDA);
    await price(id, "2026-01-05", "600", { high: "606.30", low: "594" });
    await price(id, "2026-01-06", "300");
    await price(id, "2026-01-07", "10.01");
    await save("splits", { instrument_id: id, day: "2026-01-06", ratio: "2" });
    await save("splits", { instrument_id: id, day: "2026-01-07", ratio: "30" });
    expect(await dailyPrices(id, range, { adjusted: true })).toEqual([
      { day: "2026-01-05", close: "10", high: "10.105", low: "9.9" },
      { day: "2026-01-06", close: "10", high: null, low: null },
      { day: "2026-01-07", close: "10.01", high: null, low: null },
    ]);
    expect(await dailyPrices(id, range)).toMatchObject([
      { close: "600" },
      { close: "300" },
      { close: "10.01" },
    ]);
  });
});
