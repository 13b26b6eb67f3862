import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { daysAgo } from "tests/support/settled-calls";
import { beforeAll, describe, expect, it } from "vitest";

let admin: string;
const readers: Record<string, string> = { visitor: "" };
setUpApp();

beforeAll(async () => {
  admin = await app.cookiesOf("admin");
  for (const person of ["basic", "premium", "private"] as const)
    readers[person] = await app.cookiesOf(person);
});

/** A company in a brief, with a close but no known currency. */
async function insertCompany(symbol: string): Promise<void> {
  await insertRecord(database, "daily_briefs", { ticker: symbol, company_name: `${symbol} Plc` });
  await database.rows(
    `insert into daily_prices (instrument_id, day, close, source)
     select id, ?, '41.5', 'import' from instruments where symbol = ?`,
    [daysAgo(2), symbol],
  );
}

const publishAlert = async (ticker: string, audience: string) => {
  const alert = { ticker, audience, name: `${ticker} Plc`, tag: "buy", targetPrice: 60, analysis: "Why." };
  const json = { ...alert, currency: "CHF" };
  expect((await app.request("/api/trade-alert", { method: "POST", cookies: admin, json })).status).toBe(201);
};

/** The readers who see the currency on a company's page. */
async function currencyReaders(symbol: string): Promise<string[]> {
  const found: string[] = [];
  for (const [reader, cookies] of Object.entries(readers)) {
    const page = await (await app.request(`/stock/${symbol}`, { cookies })).text();
    expect(page).toContain("41.5");
    if (/<main.*CHF.*<\/main>/s.test(page)) found.push(reader);
  }
  return found;
}

describe("a company's currency that only calls state", () => {
  it.each([
    ["members", ["premium", "private"]],
    ["private", ["private"]],
  ])("appears only to readers of the call, here for %s", async (audience, allowed) => {
    const symbol = `CUR${audience}`.toUpperCase();
    await insertCompany(symbol);
    expect(await currencyReaders(symbol)).toEqual([]);
    await publishAlert(symbol, audience);
    expect(await currencyReaders(symbol)).toEqual(allowed);
  });

  it.each([
    ["before", ["visitor", "basic", "premium", "private"]],
  ])("appears to everybody if the company had it %s", async (_when, allowed) => {
    await insertCompany("CURKNOWN");
    await database.rows("update instruments set currency = 'CHF' where symbol = 'CURKNOWN'");
    await publishAlert("CURKNOWN", "private");
    expect(await currencyReaders("CURKNOWN")).toEqual(allowed);
  });

  it("appears to everybody once a quote states it", async () => {
    await insertCompany("CURQUOTED");
    await publishAlert("CURQUOTED", "private");
    const values = { name: "CURQUOTED Plc", symbol: "CURQUOTED", last: "41.5", currency: "CHF" };
    await insertRecord(database, "quotes", values);
    expect(await currencyReaders("CURQUOTED")).toEqual(["visitor", "basic", "premium", "private"]);
  });

  it("stays hidden if a call created the company before public content named it", async () => {
    await publishAlert("CURFIRST", "private");
    await insertCompany("CURFIRST");
    expect(await currencyReaders("CURFIRST")).toEqual(["private"]);
  });

  it("stays hidden from other readers after a merge", async () => {
    await publishAlert("CURFROM", "private");
    await insertCompany("CURINTO");
    const [from] = await database.rows<{ id: string }>("select id from instruments where symbol = 'CURFROM'");
    const merged = await app.request(`/admin/instruments/${from?.id}/merge`, {
      method: "POST",
      cookies: admin,
      body: { into: "CURINTO", confirmed: "yes" },
    });
    expect(merged.status).toBe(303);
    expect(await currencyReaders("CURINTO")).toEqual(["private"]);
  });
});
