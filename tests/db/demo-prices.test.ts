import { contentRows } from "db/demo/content-rows";
import { addMissingDemoPrices } from "db/demo/prices.server";
import { Quote } from "db/entities/quote";
import { em, startOrm, stopOrm } from "db/orm.server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { queryOnce, type TestDatabase, testDatabase } from "../support/postgres";

const NOW = new Date("2026-07-16T14:32:00.000Z");

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await startOrm({ url: database.url });
});
beforeEach(() => sql("delete from quotes; delete from daily_prices; delete from instruments"));
afterAll(async () => {
  await stopOrm();
  await database.drop();
});

const sql = <Row extends object>(text: string) => queryOnce<Row>(database.url, text);

/** Adds quotes without symbols, as old demos have them. */
const addOldQuotes = () =>
  em().insertMany(
    Quote,
    contentRows(NOW, () => "").quotes.map((quote) => ({ ...quote, symbol: null })),
  );

describe("a demo filled before prices existed", () => {
  it("gets them once, even from two starts at a time, and every quote finds its price", async () => {
    await addOldQuotes();
    await sql("insert into instruments (symbol, name) values ('SCHD', 'Schwab US Dividend Equity')");
    const added = await Promise.all([addMissingDemoPrices(NOW), addMissingDemoPrices(NOW)]);
    expect(added.toSorted((one, other) => one - other)).toEqual([0, expect.any(Number)]);
    expect(await addMissingDemoPrices(NOW)).toBe(0);
    const apart = await sql(
      `select q.name from quotes q left join daily_prices p on p.instrument_id = q.instrument_id
          and p.day = (select max(day) from daily_prices where instrument_id = q.instrument_id)
        where p.close is distinct from q.last`,
    );
    expect(apart).toEqual([]);
    expect(
      await sql(
        "select i.symbol from quotes q join instruments i on i.id = q.instrument_id where q.symbol is not null",
      ),
    ).toEqual([{ symbol: "SCHD" }]);
  });

  it("keeps prices that are already there", async () => {
    await addOldQuotes();
    await sql(`insert into instruments (symbol, name, currency) values ('NVDA', 'Nvidia', 'EUR')`);
    await sql(`insert into daily_prices (instrument_id, day, close, source)
      select id, '2026-07-16', 1, 'an import' from instruments`);
    await addMissingDemoPrices(NOW);
    expect(
      await sql(`select close, source, currency from daily_prices p join instruments i on i.id = instrument_id
                  where symbol = 'NVDA' and day = '2026-07-16'`),
    ).toEqual([{ close: "1", source: "an import", currency: "EUR" }]);
  });
});

it("a database without demo content gets no prices", async () => {
  await sql("insert into quotes (category, name, last) values ('Indices', 'Dow Jones', 1)");
  expect(await addMissingDemoPrices(NOW)).toBe(0);
  expect(await sql("select symbol from instruments")).toEqual([]);
});
