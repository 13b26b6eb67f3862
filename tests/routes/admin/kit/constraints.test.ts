import { openDatabase } from "tests/support/database";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { describe, expect, it, onTestFinished } from "vitest";
import { admin, jsonInit, openBackOffice } from "./back-office";

openBackOffice();

/** Low and high of a record by their body and column names, and the message if low is above high. */
const RANGES = [
  {
    path: "markets",
    table: "quotes",
    low: { column: "low", body: (low: string) => ({ low }) },
    high: { column: "high", body: (high: string) => ({ high }) },
    errors: { high: "High must not be below Low" },
  },
  {
    path: "stock-picks",
    table: "stock_picks",
    low: { column: "week_52_low", body: (low: string) => ({ wks52Low: low }) },
    high: { column: "week_52_high", body: (high: string) => ({ wks52High: high }) },
    errors: { wks52Low: "52-week low must not be above the 52-week high" },
  },
  {
    path: "daily-brief",
    table: "daily_briefs",
    low: { column: "buy_zone_min", body: (min: string) => ({ buyZone: { min } }) },
    high: { column: "buy_zone_max", body: (max: string) => ({ buyZone: { max } }) },
    errors: { "buyZone.max": "“Buy zone to” must not be below “Buy zone from”" },
  },
] as const;

const put = (address: string, body: unknown) => app.request(address, jsonInit("PUT", body));

/** Sends both while the row is locked, so that each reads it before either saves. */
async function atOnce(table: string, id: string, requests: () => Promise<Response>[]): Promise<Response[]> {
  const holder = openDatabase(app.databaseUrl);
  onTestFinished(holder.close);
  await holder.rows("begin");
  await holder.rows(`select 1 from ${table} where id = ? for update`, [id]);
  const sent = requests();
  await expect
    .poll(async () => {
      const [waiting] = await database.rows<{ count: number }>(
        "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return waiting?.count;
    })
    .toBe(sent.length);
  await holder.rows("commit");
  return Promise.all(sent);
}

/** Which of the two was rejected, and its message. */
async function refusedOf(replies: Response[]) {
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  return await replies.find(({ status }) => status === 422)?.json();
}

describe("a constraint over two fields checks the row at the time of the save", () => {
  it.each(RANGES)("so the second of two simultaneous saves of $path is rejected", async (range) => {
    const { table, path, low, high, errors } = range;
    const id = await insertRecord(database, table, { [low.column]: "90", [high.column]: "110" });
    const replies = await atOnce(table, id, () => [
      put(`/api/${path}/${id}`, low.body("108")),
      put(`/api/${path}/${id}`, high.body("92")),
    ]);
    expect(await refusedOf(replies)).toMatchObject({ errors });
    const ordered = await database.rows(
      `select ${low.column}::float <= ${high.column}::float as holds from ${table} where id = ?`,
      [id],
    );
    expect(ordered).toEqual([{ holds: true }]);
  });

  it("so a package with a price keeps its days", async () => {
    const id = await insertRecord(database, "packages", { price: "0", tier: "Basic", expires_in: 30 });
    const replies = await atOnce("packages", id, () => [
      put(`/api/packages/${id}`, { expiresIn: null }),
      put(`/api/packages/${id}`, { price: 49, tier: "Premium" }),
    ]);
    const errors = { expiresIn: "A package with a price needs a number of days" };
    expect(await refusedOf(replies)).toMatchObject({ errors });
  });

  it("so a package cannot become both Premium and free", async () => {
    const id = await insertRecord(database, "packages", { price: "29", tier: "Premium", expires_in: 30 });
    const replies = await atOnce("packages", id, () => [
      put(`/api/packages/${id}`, { price: 0, tier: "Basic" }),
      put(`/api/packages/${id}`, { tier: "Private" }),
    ]);
    // A tier is rejected for a package that just became free. In the other order both saves succeed.
    const stored = await database.rows("select price, tier from packages where id = ?", [id]);
    expect(stored).toEqual([{ price: "0.00", tier: "Basic" }]);
    expect(replies[0]?.status).toBe(200);
    expect([200, 422]).toContain(replies[1]?.status);
  });
});

describe("an error of the database", () => {
  const [low, high] = ["999999999999999.00000002", "999999999999999.00000001"];

  it.each(RANGES)("has the message of $path's constraint", async (range) => {
    const id = await insertRecord(database, range.table);
    await put(`/api/${range.path}/${id}`, range.low.body(low));
    const reply = await put(`/api/${range.path}/${id}`, range.high.body(high));
    expect([reply.status, await reply.json()]).toMatchObject([422, { errors: range.errors }]);
  });

  it("appears at its field if its constraint has no message", async () => {
    const id = await insertRecord(database, "quotes");
    await app.sql("alter table quotes add constraint quotes_name_probe check (name <> 'Nothing')");
    onTestFinished(async () => void (await app.sql("alter table quotes drop constraint quotes_name_probe")));
    const reply = await put(`/api/markets/${id}`, { name: "Nothing" });
    expect([reply.status, await reply.json()]).toMatchObject([
      422,
      { errors: { name: "Name is not valid" } },
    ]);
  });

  it("is a server error if it concerns another table", async () => {
    const id = await insertRecord(database, "quotes");
    await app.sql("alter table changes add constraint changes_probe check (resource <> 'market')");
    onTestFinished(async () => void (await app.sql("alter table changes drop constraint changes_probe")));
    expect((await put(`/api/markets/${id}`, { name: "Nothing" })).status).toBe(500);
  });

  it("returns the form with its input", async () => {
    const id = await insertRecord(database, "quotes", { name: "DAX", last: "1" });
    const reply = await app.request(`/admin/market/${id}/edit`, {
      method: "POST",
      cookies: admin,
      body: { name: "DAX", category: "Indices", last: "1", low, high, version: "1", confirmed: "on" },
    });
    const html = await reply.text();
    expect(reply.status).toBe(422);
    expect(html).toContain("High must not be below Low");
    expect(html).toContain(`value="${low}"`);
  });
});
