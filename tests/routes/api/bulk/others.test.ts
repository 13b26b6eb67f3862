import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeEach, describe, expect, it } from "vitest";
import { push, pushed, send } from "./push";

setUpApp();
beforeEach(() => database.empty("movers", "changes", "daily_prices"));

const all = async (table: string) =>
  (await database.rows<{ all: unknown }>(`select json_agg(t order by t::text) as all from ${table} t`))[0]
    ?.all;

describe("PUT /api/market-movers/bulk", () => {
  const ROW = { moverType: "gainers", last: 10, changePercent: 1.5 };

  it("matches movers by name within their list, and repeats without a change", async () => {
    await insertRecord(database, "movers", { name: "Helio", mover_type: "gainers", last: "9" });
    await insertRecord(database, "movers", { name: "Helio", mover_type: "mostactive", last: "9" });
    const rows = [
      { ...ROW, name: "HELIO" },
      { ...ROW, name: "Nvidia", moverType: "LOSERS", externalId: "m-1" },
    ];
    expect(await pushed("market-movers", rows)).toMatchObject({ created: 1, updated: 1 });
    expect(
      await database.rows("select name, mover_type, last, external_id from movers order by name, mover_type"),
    ).toEqual([
      { name: "Helio", mover_type: "gainers", last: "10", external_id: null },
      { name: "Helio", mover_type: "mostactive", last: "9", external_id: null },
      { name: "Nvidia", mover_type: "losers", last: "10", external_id: "m-1" },
    ]);
    const before = [await all("movers"), await all("changes")];
    expect(await pushed("market-movers", rows)).toMatchObject({ unchanged: 2 });
    expect([await all("movers"), await all("changes")]).toEqual(before);
    expect((await push("market-movers", [{ name: "Helio", last: 1 }])).answer.errors).toEqual({
      "0": expect.stringContaining(
        "2 records have the name “Helio”: give the one that you mean an external ID",
      ),
    });
  });
});

describe("PUT /api/stock-picks/bulk", () => {
  const ROW = { category: "Tenet", name: "Helio Turbines", currentPrice: 100, currentYTP: 120 };

  it("records a call for each new pick, and none for a refused push", async () => {
    const rows = [
      { ...ROW, ticker: "BLKA", externalId: "p-1" },
      { ...ROW, ticker: "BLKB", status: "draft" },
    ];
    const wrong = await push("stock-picks", [...rows, { ...ROW, ticker: "BLKC", wks52High: 1, wks52Low: 2 }]);
    expect(wrong.answer.errors).toEqual({ "2.wks52Low": "52-week low must not be above the 52-week high" });
    const calls = () =>
      database.rows("select symbol, target from calls where symbol like 'BLK%' order by symbol");
    expect(await calls()).toEqual([]);
    expect(await pushed("stock-picks", rows)).toMatchObject({ created: 2 });
    expect(await calls()).toEqual([{ symbol: "BLKA", target: "120" }]);
    expect(
      await database.rows(
        "select ticker, author, external_id from stock_picks where ticker like 'BLK%' order by 1",
      ),
    ).toEqual([
      { ticker: "BLKA", author: expect.any(String), external_id: "p-1" },
      { ticker: "BLKB", author: expect.any(String), external_id: null },
    ]);
    const events = await all("call_events");
    expect(await pushed("stock-picks", rows)).toMatchObject({ unchanged: 2 });
    expect(await all("call_events")).toEqual(events);
    expect(await pushed("stock-picks", [{ externalId: "p-1", currentYTP: 130 }])).toMatchObject({
      updated: 1,
    });
    expect(await calls()).toEqual([{ symbol: "BLKA", target: "130" }]);
  });

  it("gives its external ID only to those who may see which stock it is", async () => {
    await pushed("stock-picks", [{ ...ROW, ticker: "BLKD", externalId: "the-secret-stock" }]);
    expect(await (await app.request("/api/stock-picks")).text()).not.toContain("the-secret-stock");
    const cookies = await app.cookiesOf("premium");
    expect(await (await app.request("/api/stock-picks", { cookies })).text()).toContain("the-secret-stock");
  });
});

describe("PUT /api/prices/bulk", () => {
  const prices = () =>
    database.rows<Record<string, unknown>>(
      `select i.symbol, d.day::text, d.close, d.high, d.volume, d.source from daily_prices d
         join instruments i on i.id = d.instrument_id order by i.symbol, d.day`,
    );
  beforeEach(async () => {
    count += 1;
    symbol = `BULK${count}`;
    await insertRecord(database, "instruments", { symbol, currency: "USD" });
  });
  let count = 0;
  let symbol = "";

  it("writes closes by symbol and day, and repeats without a change", async () => {
    const rows = [
      { symbol: symbol.toLowerCase(), day: "2026-07-16", close: 10.5, high: 11, volume: "1.5K" },
      { symbol, day: "2026-07-15", close: "10.25", currency: "USD" },
    ];
    const answer = await pushed("prices", rows);
    expect(answer).toMatchObject({ created: 2, rows: [{ status: "created", id: expect.any(String) }, {}] });
    expect(await prices()).toEqual([
      { symbol, day: "2026-07-15", close: "10.25", high: null, volume: null, source: "import" },
      { symbol, day: "2026-07-16", close: "10.5", high: "11", volume: "1500", source: "import" },
    ]);
    const before = [await all("daily_prices"), await all("changes")];
    expect(await pushed("prices", { rows })).toMatchObject({ unchanged: 2 });
    expect([await all("daily_prices"), await all("changes")]).toEqual(before);
    expect(await pushed("prices", [{ symbol, day: "2026-07-16", close: 10.75 }])).toMatchObject({
      updated: 1,
    });
    expect(await prices()).toContainEqual(
      expect.objectContaining({ close: "10.75", high: "11", volume: "1500" }),
    );
  });

  it("refuses wrong rows by their place, and writes nothing", async () => {
    const { status, answer } = await send(
      "prices",
      `[{"symbol":"${symbol}","day":"2026-07-14","close":10},
        {"symbol":"NOWHERE","day":"2026-07-14","close":10},
        {"symbol":"${symbol}","day":"16/07/2026","close":10},
        {"symbol":"${symbol}","day":"2026-07-13","close":{"$ne":null}},
        {"symbol":"${symbol}","day":"2026-07-12","close":10,"high":9},
        {"symbol":"${symbol}","day":"2026-07-11","close":10,"currency":"EUR"},
        {"symbol":"${symbol}","day":"2026-07-10","close":12345678901234567.5},
        {"symbol":"${symbol}","day":"2026-07-09","close":10,"opne":1},
        {"symbol":"${symbol}","day":"2026-07-08","close":10},
        {"symbol":"${symbol}","day":"2026-07-08","close":11},
        {}, 7]`,
    );
    expect(status).toBe(422);
    expect(answer.errors).toMatchObject({
      "1.symbol": "No instrument has this symbol",
      "2.day": expect.stringContaining("is not a day such as"),
      "3.close": "close must be a number",
      "4.close": "close 10 is above high 9",
      "5.currency": expect.stringContaining("is priced in USD"),
      "6.close": expect.stringContaining("more digits"),
      "7": "There is no field 'opne'",
      "8": "Row 9 is for the same day",
      "9": "Row 8 is for the same day",
      "10.symbol": "This row has no symbol",
      "11": "This row is not an object",
    });
    expect(Object.keys(answer.errors ?? {})).not.toContain("0");
    expect(await prices()).toEqual([]);
    expect(await all("changes")).toBeNull();
  });

  it("writes the valid ones alone if partial=1 is sent", async () => {
    const rows = [
      { symbol, day: "2026-07-14", close: 10 },
      { symbol, day: "2026-07-15", close: 0 },
    ];
    const { status, answer } = await push("prices", rows, { search: "?partial=1" });
    expect([status, answer.rows.map((row) => row.status)]).toEqual([207, ["created", "refused"]]);
    expect(await prices()).toHaveLength(1);
  });
});
