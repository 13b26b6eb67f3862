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

/** A company that a brief names, with a close; nobody said in which currency. */
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

/** Who is told on a company's page in which currency its prices are. */
async function toldCurrency(symbol: string): Promise<string[]> {
  const told: string[] = [];
  for (const [reader, cookies] of Object.entries(readers)) {
    const page = await (await app.request(`/stock/${symbol}`, { cookies })).text();
    expect(page).toContain("41.5");
    if (/<main.*CHF.*<\/main>/s.test(page)) told.push(reader);
  }
  return told;
}

describe("the currency of a company that calls alone tell", () => {
  it.each([
    ["members", ["premium", "private"]],
    ["private", ["private"]],
  ])("is for who may read them: a call for %s", async (audience, told) => {
    const symbol = `CUR${audience}`.toUpperCase();
    await insertCompany(symbol);
    expect(await toldCurrency(symbol)).toEqual([]);
    await publishAlert(symbol, audience);
    expect(await toldCurrency(symbol)).toEqual(told);
  });

  it.each([
    ["before", ["visitor", "basic", "premium", "private"]],
  ])("is everybody's where the company had it %s", async (_when, told) => {
    await insertCompany("CURKNOWN");
    await database.rows("update instruments set currency = 'CHF' where symbol = 'CURKNOWN'");
    await publishAlert("CURKNOWN", "private");
    expect(await toldCurrency("CURKNOWN")).toEqual(told);
  });

  it("is everybody's once a quote tells it", async () => {
    await insertCompany("CURQUOTED");
    await publishAlert("CURQUOTED", "private");
    const values = { name: "CURQUOTED Plc", symbol: "CURQUOTED", last: "41.5", currency: "CHF" };
    await insertRecord(database, "quotes", values);
    expect(await toldCurrency("CURQUOTED")).toEqual(["visitor", "basic", "premium", "private"]);
  });

  it("is not told by a company that a call made before anything public named it", async () => {
    await publishAlert("CURFIRST", "private");
    await insertCompany("CURFIRST");
    expect(await toldCurrency("CURFIRST")).toEqual(["private"]);
  });

  it("is kept to who may read them when the company is merged", async () => {
    await publishAlert("CURFROM", "private");
    await insertCompany("CURINTO");
    const [from] = await database.rows<{ id: string }>("select id from instruments where symbol = 'CURFROM'");
    const merged = await app.request(`/admin/instruments/${from?.id}/merge`, {
      method: "POST",
      cookies: admin,
      body: { into: "CURINTO", confirmed: "yes" },
    });
    expect(merged.status).toBe(303);
    expect(await toldCurrency("CURINTO")).toEqual(["private"]);
  });
});
