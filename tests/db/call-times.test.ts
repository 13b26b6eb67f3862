import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { queryOnce, type TestDatabase, testDatabase } from "../support/postgres";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const sql = <Row extends object>(text: string) => queryOnce<Row>(database.url, text);

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

async function endOf(period: string, posted = "2026-01-31T13:05:00Z"): Promise<string | undefined> {
  const [row] = await sql<{ ends: Date | null }>(
    `insert into trade_alerts (ticker, name, tag, target_price, analysis, holding_period, created_at)
     values ('T', 'N', 'buy', 1, 'A', ${text(period)}, '${posted}') returning ends_at as ends`,
  );
  return row?.ends ? new Date(row.ends).toISOString() : undefined;
}

describe("the end of a call", () => {
  it.each([
    ["1 week", "2026-02-07"],
    ["3 weeks", "2026-02-21"],
    ["10 days", "2026-02-10"],
    ["a month", "2026-02-28"],
    ["an month", "2026-02-28"],
    ["two months", "2026-03-31"],
    ["1 Year", "2027-01-31"],
    [" 6 WEEKS ", "2026-03-14"],
  ])("after %j is %s", async (period, day) => expect(await endOf(period)).toBe(`${day}T13:05:00.000Z`));

  it.each([
    "2-3 weeks",
    "until earnings",
    "1000 days",
    "week",
    "-1 week",
    "\\d",
    "1 weeks hence",
  ])("is empty for %j", async (period) => expect(await endOf(period)).toBeUndefined());

  it("does not depend on the session's time zone", async () => {
    const name = new URL(database.url).pathname.slice(1);
    // New York switches to daylight saving time within this week.
    await sql(`alter database "${name}" set timezone to 'America/New_York'`);
    expect(await endOf("1 week", "2026-03-05T07:30:00Z")).toBe("2026-03-12T07:30:00.000Z");
    await sql(`alter database "${name}" reset timezone`);
  });

  it("changes with its holding period", async () => {
    const [row] = await sql<{ ends: Date }>(
      `update trade_alerts set holding_period = '2 days' where holding_period = '3 weeks'
       returning ends_at as ends`,
    );
    expect(new Date(row?.ends ?? 0).toISOString()).toBe("2026-02-02T13:05:00.000Z");
  });
});

describe.each(["trade_alerts", "stock_picks"])("the date of a price in %s", (table) => {
  const least = table === "trade_alerts" ? "tag, target_price, analysis" : "category";
  const values = table === "trade_alerts" ? "'buy', 1, 'A'" : "'Tenet'";
  const old = "2026-05-01T08:00:00.000Z";
  const pricedAt = async (change: string) => {
    const [row] = await sql<{ at: Date | null }>(
      `update ${table} set ${change} where name = 'Priced' returning priced_at as at`,
    );
    return row?.at ? new Date(row.at).toISOString() : undefined;
  };

  it("changes only with the price", async () => {
    await sql(`insert into ${table} (ticker, name, ${least}, current_price, created_at, updated_at)
      values ('P', 'Priced', ${values}, 10, '${old}', '${old}')`);
    expect(await pricedAt("ticker = 'Q'")).toBe(old);
    expect(await pricedAt("current_price = 10")).toBe(old);
    const renewed = await pricedAt("current_price = 12");
    expect(renewed && renewed > old).toBe(true);
    expect(await pricedAt("current_price = null")).toBeUndefined();
    expect(await pricedAt("current_price = 10")).toBeDefined();
  });
});
