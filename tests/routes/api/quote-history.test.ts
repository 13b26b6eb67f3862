import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { beforeAll, describe, expect, it } from "vitest";

let admin: string;
setUpApp({ SITE_TZ: "Pacific/Kiritimati" });
beforeAll(async () => {
  admin = await app.cookiesOf("admin");
});

const send = async (method: string, path: string, json?: unknown) => {
  const reply = await app.request(path, { method, cookies: admin, json });
  expect(reply.ok).toBe(true);
  return (await reply.json()) as { id: string; symbol: string | null };
};

const history = (symbol: string) =>
  database.rows(
    `select close, high, low, volume, source, day = (now() at time zone 'Pacific/Kiritimati')::date as today
       from daily_prices join instruments on instruments.id = instrument_id where symbol = '${symbol}' order by day`,
  );

let count = 0;
/** The body of a quote that no other test uses. */
function body(more: object = {}) {
  count += 1;
  return { category: "Stocks", name: `Quoted ${count} Plc`, symbol: `QTD${count}`, last: 1062.5, ...more };
}

describe("a quote saved by the API", () => {
  it("writes the price of the site's day, and the next save of that day replaces it", async () => {
    const quoted = body({ high: 1070, low: 1050.25, volume: 12000 });
    const { id, symbol } = await send("POST", "/api/markets", quoted);
    expect(symbol).toBe(quoted.symbol);
    const first = { close: "1062.5", high: "1070", low: "1050.25", volume: "12000" };
    expect(await history(quoted.symbol)).toEqual([{ ...first, source: "quote", today: true }]);
    await send("PUT", `/api/markets/${id}`, { last: 1065 });
    expect(await history(quoted.symbol)).toMatchObject([{ ...first, close: "1065" }]);
    await send("DELETE", `/api/markets/${id}`);
    expect(await history(quoted.symbol)).toHaveLength(1);
  });

  it("finds its instrument by name, too, and has no history without one", async () => {
    const { symbol, ...quoted } = body();
    await insertRecord(database, "trade_alerts", { ticker: symbol, name: quoted.name });
    expect(await send("POST", "/api/markets", quoted)).toMatchObject({ symbol: null });
    expect(await history(symbol)).toMatchObject([{ close: "1062.5" }]);
    expect((await send("POST", "/api/markets", { ...body(), symbol: "" })).symbol).toBeNull();
  });

  it("keeps an imported price of the day", async () => {
    const quoted = body();
    const { id } = await send("POST", "/api/markets", quoted);
    await database.rows("update daily_prices set source = 'an import', close = 1, high = 1, low = 1");
    await send("PUT", `/api/markets/${id}`, { last: 1065 });
    expect(await history(quoted.symbol)).toMatchObject([{ close: "1", source: "an import" }]);
  });

  it.each([
    [{ last: 0 }, []],
    [{ last: -1.5, low: -2 }, []],
    [{ high: 1000, low: 900 }, [{ high: null, low: "900" }]],
    [{ high: 1100, low: -1 }, [{ high: "1100", low: null }]],
    [{ low: 1100, high: 1200 }, [{ high: "1200", low: null }]],
    [{}, [{ high: null, low: null, volume: null }]],
  ])("with %j skips values that a history may not contain", async (more, kept) => {
    const quoted = body(more);
    await send("POST", "/api/markets", quoted);
    expect(await history(quoted.symbol)).toMatchObject(kept);
  });

  it("in another currency than its instrument's stays out of the history", async () => {
    const quoted = body({ currency: "GBX" });
    const { id } = await send("POST", "/api/markets", quoted);
    await send("PUT", `/api/markets/${id}`, { last: 10.63, currency: "GBP" });
    expect(await history(quoted.symbol)).toMatchObject([{ close: "1062.5" }]);
  });

  it("without a change keeps the date of an old price", async () => {
    const quoted = body();
    const { id } = await send("POST", "/api/markets", quoted);
    await database.rows(
      `alter table quotes disable trigger user; update quotes set updated_at = '2026-01-05T12:00:00Z' where id = '${id}';
       alter table quotes enable trigger user; delete from daily_prices`,
    );
    await send("PUT", `/api/markets/${id}`, { last: 1062.5 });
    expect(await history(quoted.symbol)).toMatchObject([{ close: "1062.5", today: false }]);
  });
});

describe("a quote of an earlier day", () => {
  const OLD = "2026-01-05T12:00:00Z";
  async function quotedBefore(more: object = {}) {
    const quoted = body(more);
    const { id } = await send("POST", "/api/markets", quoted);
    await database.rows(
      `alter table quotes disable trigger user; update quotes set updated_at = '${OLD}' where id = '${id}';
       alter table quotes enable trigger user; delete from daily_prices`,
    );
    return { id, ...quoted };
  }
  const timeOf = async (id: string) =>
    (await database.rows<{ updated_at: Date }>("select updated_at from quotes where id = ?", [id]))[0]
      ?.updated_at;
  const FORM = { category: "Stocks", volume: "0", high: "", low: "", change: "", changePercent: "" };
  const submit = async (id: string, values: Record<string, string>) => {
    const answer = await app.request(`/admin/market/${id}/edit`, {
      ...{ method: "POST", cookies: admin, body: { ...FORM, currency: "", ...values } },
    });
    expect(answer.status).toBe(303);
  };

  it.each<object>([
    { name: "Renamed Plc" },
    { category: "Funds" },
    { name: "Renamed Plc", last: 1062.5, high: null, volume: 0 },
  ])(
    "with %j keeps its price's time, so the price is not current",
    spec("beyond price running day settles"),
    async (change) => {
      const { id, symbol } = await quotedBefore();
      await send("PUT", `/api/markets/${id}`, change);
      expect(await timeOf(id)).toEqual(new Date(OLD));
      expect(await history(symbol)).toMatchObject([{ close: "1062.5", today: false }]);
      expect(await (await app.request(`/api/markets/${id}`)).json()).toMatchObject({
        ...change,
        updatedAt: "2026-01-05T12:00:00.000Z",
      });
    },
  );

  it("keeps its day in the form, whatever decimals it has", async () => {
    const { id, symbol } = await quotedBefore();
    await submit(id, { name: "Renamed Plc", category: "Funds", last: "1,062.50", symbol });
    expect(await timeOf(id)).toEqual(new Date(OLD));
    expect(await history(symbol)).toMatchObject([{ today: false }]);
    await submit(id, { name: "Renamed Plc", last: "1062.51", symbol });
    expect(await history(symbol)).toMatchObject([{ today: false }, { close: "1062.51", today: true }]);
  });

  it("keeps its day for another instrument, too", async () => {
    const { id } = await quotedBefore();
    const { symbol } = body();
    await send("PUT", `/api/markets/${id}`, { symbol });
    expect(await history(symbol)).toMatchObject([{ close: "1062.5", today: false }]);
  });

  it.each<object>([
    { last: 1063 },
    { high: 1070 },
    { low: 1 },
    { volume: 5 },
    { change: 1 },
    { changePercent: 0.1 },
  ])("with %j is current", async (change) => {
    const { id, symbol } = await quotedBefore();
    await send("PUT", `/api/markets/${id}`, change);
    expect((await timeOf(id))?.getTime()).toBeGreaterThan(Date.parse(OLD));
    expect(await history(symbol)).toMatchObject([{ today: true }]);
  });

  it.each<[object, object]>([
    [{ last: 1063 }, { close: "1063", high: null, low: null }],
    [
      { last: 1063, high: 1070.0, low: 1050 },
      { close: "1063", high: null, low: null },
    ],
    [
      { last: 1063, high: 1065 },
      { close: "1063", high: "1065", low: null },
    ],
    [
      { last: 1040, low: 1039 },
      { close: "1040", high: null, low: "1039" },
    ],
  ])("with %j leaves the high and low of the current day empty", async (change, today) => {
    const { id, symbol } = await quotedBefore({ high: 1070, low: 1050 });
    await send("PUT", `/api/markets/${id}`, change);
    expect(await history(symbol)).toMatchObject([{ ...today, today: true }]);
    // The next save of the day keeps them as well.
    await send("PUT", `/api/markets/${id}`, { last: 1064 });
    expect(await history(symbol)).toMatchObject([{ ...today, close: "1064" }]);
  });
});
