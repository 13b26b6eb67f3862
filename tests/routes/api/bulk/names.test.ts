import { openDatabase } from "tests/support/database";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { beforeEach, describe, expect, it } from "vitest";
import { push, pushed } from "./push";

setUpApp();
beforeEach(() => database.empty("quotes", "changes", "daily_prices"));

const quote = (values: Record<string, unknown>) =>
  insertRecord(database, "quotes", { high: null, low: null, change: null, change_percent: null, ...values });

const stored = () =>
  database.rows<Record<string, unknown>>("select symbol, name, last from quotes order by name, id");

const NEW = { category: "Stocks", volume: 1 };

describe("a push of names", () => {
  it("compares them as the database writes them in lower case", async () => {
    await quote({ name: "İstanbul 100", symbol: null, last: "10" });
    await quote({ name: "ΟΔΟΣ", symbol: "ΣΑΣ", last: "20" });
    const answer = await pushed("markets", [
      { name: "İSTANBUL 100", last: 11 },
      { symbol: "σασ", last: 21 },
    ]);
    expect(answer).toMatchObject({ created: 0, updated: 2 });
    const twice = await push("markets", [
      { ...NEW, name: "ΝΕΟΣ", last: 1 },
      { ...NEW, name: "νεοσ", last: 2 },
    ]);
    expect(twice.answer.errors).toEqual({
      "0": "Row 1 is for the same record: νεοσ",
      "1": "Row 0 is for the same record: νεοσ",
    });
    expect((await stored()).map(({ name, last }) => [name, last])).toEqual(
      expect.arrayContaining([
        ["İstanbul 100", "11"],
        ["ΟΔΟΣ", "21"],
      ]),
    );
  });

  it("refuses one of several records and explains what to do, also with a new external ID", async () => {
    const ids = [await quote({ name: "Gold", symbol: null }), await quote({ name: "gold", symbol: null })];
    const problem = `2 records have the name “GOLD”: give the one that you mean an external ID by its own address or form, and send that. IDs: ${ids.toSorted().join(", ")}`;
    for (const row of [
      { name: "GOLD", last: 2 },
      { name: "GOLD", last: 2, externalId: "g-1" },
    ])
      expect((await push("markets", [{ ...NEW, name: "Silver", last: 1 }, row])).answer.errors).toEqual({
        "1": problem,
      });
    const cookies = await app.cookiesOf("admin");
    const json = { externalId: "g-1" };
    expect((await app.request(`/api/markets/${ids[1]}`, { method: "PUT", cookies, json })).status).toBe(200);
    expect((await pushed("markets", [{ name: "GOLD", last: 2, externalId: "g-1" }])).rows[0]?.id).toBe(
      ids[1],
    );
  });

  it("waits for forms that give the same names at once, and doubles no record", async () => {
    const cookies = await app.cookiesOf("admin");
    const json = { category: "Stocks", name: "Nvidia", symbol: "NVDA", last: 170 };
    const other = await quote({ name: "Helio", symbol: "HLIO" });
    const rows = [
      { ...NEW, symbol: "nvda", name: "Nvidia", last: 171 },
      { ...NEW, symbol: "Hel", name: "Helium", last: 171 },
    ];
    const waiting = (count: number) => async () =>
      (
        await database.rows<{ count: number }>(
          "select count(*)::int as count from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())",
        )
      )[0]?.count === count;
    // Both forms have the lock of names and wait here for their log line.
    const holder = openDatabase(app.databaseUrl);
    await holder.rows("begin");
    await holder.rows("lock table changes in access exclusive mode");
    const saves = [
      app.request("/api/markets", { method: "POST", cookies, json }),
      app.request(`/api/markets/${other}`, { method: "PUT", cookies, json: { symbol: "HEL" } }),
    ];
    await waitUntil(waiting(2));
    const answer = push("markets", rows);
    await waitUntil(waiting(3));
    await holder.rows("commit");
    await holder.close();
    expect((await Promise.all(saves)).map(({ status }) => status)).toEqual([201, 200]);
    expect((await answer).answer).toMatchObject({ created: 0, updated: 2 });
    expect((await stored()).map(({ symbol, last }) => [symbol, last])).toEqual([
      ["HEL", "171"],
      ["NVDA", "171"],
    ]);
  });
});
