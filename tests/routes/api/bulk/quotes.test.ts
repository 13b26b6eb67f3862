import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeEach, describe, expect, it } from "vitest";
import { push, pushed, send } from "./push";

setUpApp();
beforeEach(() => database.empty("quotes", "changes", "daily_prices"));

const quote = (values: Record<string, unknown>) =>
  insertRecord(database, "quotes", { high: null, low: null, change: null, change_percent: null, ...values });

const stored = () =>
  database.rows<Record<string, unknown>>(
    "select symbol, name, last, external_id, version from quotes order by name, id",
  );
const changes = () =>
  database.rows<Record<string, unknown>>(
    "select record_title, action, origin from changes order by record_title, action",
  );
const everything = () =>
  database.rows(
    `select (select json_agg(q order by id) from quotes q) as quotes, (select json_agg(c order by id) from changes c) as changes,
            (select json_agg(d order by instrument_id, day) from daily_prices d) as prices`,
  );

const NEW = { category: "Stocks", volume: 1 };

describe("PUT /api/markets/bulk", () => {
  it("adds and changes quotes by symbol and name, with log lines and daily prices", async () => {
    await quote({ name: "Helio", symbol: "HLIO", last: "10" });
    await quote({ name: "Gold", symbol: null, last: "3300" });
    const answer = await pushed("markets", [
      { symbol: "hlio", last: 11 },
      { name: "GOLD", last: "3,310.5" },
      { ...NEW, symbol: "NVDA", name: "Nvidia", last: 170 },
    ]);
    expect(answer).toMatchObject({ created: 1, updated: 2, unchanged: 0, refused: 0 });
    expect(answer.rows.map(({ index, status }) => [index, status])).toEqual([
      [0, "updated"],
      [1, "updated"],
      [2, "created"],
    ]);
    expect(await stored()).toMatchObject([
      { name: "Gold", symbol: null, last: "3310.5", version: 2 },
      { name: "Helio", symbol: "HLIO", last: "11", version: 2 },
      { name: "Nvidia", symbol: "NVDA", last: "170", version: 1 },
    ]);
    const [nvidia] = await database.rows<{ id: string }>("select id from quotes where symbol = 'NVDA'");
    expect(answer.rows[2]?.id).toBe(nvidia?.id);
    expect(await changes()).toEqual([
      { record_title: "Gold", action: "edited", origin: "api" },
      { record_title: "Helio", action: "edited", origin: "api" },
      { record_title: "Nvidia", action: "added", origin: "api" },
    ]);
    expect(
      await database.rows(
        "select symbol, close from daily_prices join instruments i on i.id = instrument_id order by 1",
      ),
    ).toEqual(
      expect.arrayContaining([
        { symbol: "HLIO", close: "11" },
        { symbol: "NVDA", close: "170" },
      ]),
    );
  });

  it("changes nothing when the same rows are sent again", async () => {
    const rows = [
      { ...NEW, symbol: "NVDA", name: "Nvidia", last: "170.00", changePercent: 1.2, high: 171, low: 168.5 },
      { ...NEW, externalId: "f-1", name: "Gold", category: "Commodities", last: 3310.123, change: -4 },
      { ...NEW, name: "Bare", last: 0.00001 },
    ];
    await pushed("markets", rows);
    const before = await everything();
    expect(await pushed("markets", { rows })).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    expect(await everything()).toEqual(before);
  });

  it("finds a record by its external ID, whatever its name is now", async () => {
    await quote({ name: "Gold", symbol: null, last: "3300" });
    await pushed("markets", [{ externalId: "f-1", name: "Gold", last: 3301 }]);
    await pushed("markets", [{ externalId: "f-1", name: "Gold (spot)", symbol: "XAU", last: 3302 }]);
    expect(await stored()).toEqual([
      { name: "Gold (spot)", symbol: "XAU", last: "3302", external_id: "f-1", version: 3 },
    ]);
    const { status, answer } = await push("markets", [{ externalId: "f-2", symbol: "XAU", last: 1 }]);
    expect(status).toBe(422);
    expect(answer.errors).toEqual({ "0": "Its record has another external ID: f-1" });
  });

  it("gives a symbol to the quote that had only a name, and keeps quotes with other symbols apart", async () => {
    await quote({ name: "Gold", symbol: null, last: "3300" });
    await pushed("markets", [{ symbol: "XAU", name: "Gold", last: 3301 }]);
    await pushed("markets", [{ ...NEW, symbol: "XAUF", name: "Gold", last: 3350 }]);
    expect((await stored()).map(({ symbol, last }) => [symbol, last])).toEqual(
      expect.arrayContaining([
        ["XAU", "3301"],
        ["XAUF", "3350"],
      ]),
    );
    expect((await push("markets", [{ name: "Gold", last: 1 }])).answer.errors).toEqual({
      "0": expect.stringContaining("2 records have the name “Gold”: "),
    });
  });

  it("writes nothing if one row is wrong, and names each error by the row's place", async () => {
    await quote({ name: "Helio", symbol: "HLIO", last: "10" });
    const before = await everything();
    const { status, answer } = await push("markets", [
      { symbol: "HLIO", last: 11 },
      { ...NEW, name: "Other", last: "much" },
      { ...NEW, name: "Another", last: 5, high: 1, low: 2 },
      "text",
      null,
      { last: 1 },
      { symbol: "HLIO2", lst: 3 },
    ]);
    expect(status).toBe(422);
    expect(answer.message).toBe("Nothing was saved: 6 of 7 rows are not valid");
    expect(answer.errors).toMatchObject({
      "1.last": "Last must be a number",
      "2.high": "High must not be below Low",
      "3": "This row is not an object",
      "4": "This row is not an object",
      "5": "This row names no record: send symbol or externalId",
      "6.lst": "There is no field 'lst'. Did you mean 'last'?",
      "6.last": expect.any(String),
      "6.name": "Name is required",
    });
    expect(await everything()).toEqual(before);
  });

  it("saves the valid rows alone if partial=1 is sent, and answers each in its order", async () => {
    await quote({ name: "Helio", symbol: "HLIO", last: "10" });
    await quote({ name: "Same", symbol: "SAME", last: "5" });
    const { status, answer } = await push(
      "markets",
      [
        { symbol: "HLIO", last: "much" },
        { ...NEW, symbol: "NVDA", name: "Nvidia", last: 170 },
        { symbol: "SAME", last: 5 },
        { symbol: "SAME2", name: "Two", last: 5, category: "Nothing" },
      ],
      { search: "?partial=1" },
    );
    expect(status).toBe(207);
    expect(answer).toMatchObject({ created: 1, updated: 0, unchanged: 1, refused: 2 });
    expect(answer.rows).toMatchObject([
      { index: 0, status: "refused", id: expect.any(String), errors: { last: "Last must be a number" } },
      { index: 1, status: "created" },
      { index: 2, status: "unchanged" },
      { index: 3, status: "refused", id: null, errors: { category: expect.any(String) } },
    ]);
    expect((await stored()).map(({ name, last }) => [name, last])).toEqual([
      ["Helio", "10"],
      ["Nvidia", "170"],
      ["Same", "5"],
    ]);
    expect((await push("markets", [{ ...NEW, name: "A", last: 1 }], { search: "?partial=1" })).status).toBe(
      200,
    );
    expect((await push("markets", [], { search: "?partial=yes" })).status).toBe(422);
  });

  it("refuses two rows of one record by name", async () => {
    await quote({ name: "Helio", symbol: "HLIO", last: "10" });
    const before = await everything();
    const { answer } = await push("markets", [
      { symbol: "HLIO", last: 11 },
      { name: "helio", last: 12 },
      { ...NEW, symbol: "NEW", name: "New", last: 1 },
      { ...NEW, symbol: "new", name: "New too", last: 1 },
      { ...NEW, externalId: "f-1", name: "A", last: 1 },
      { ...NEW, externalId: "f-1", name: "B", last: 1 },
    ]);
    expect(answer.errors).toEqual({
      "0": "Row 1 is for the same record: hlio",
      "1": "Row 0 is for the same record: helio",
      "2": "Row 3 is for the same record: new",
      "3": "Row 2 is for the same record: new",
      "4": "Row 5 is for the same record: f-1",
      "5": "Row 4 is for the same record: f-1",
    });
    expect(await everything()).toEqual(before);
  });

  it("keeps figures that a number cannot hold, and refuses those it lost", async () => {
    await quote({ name: "Helio", symbol: "HLIO", last: "10.12345678901234567890" });
    const rows = '[{"symbol":"HLIO","last":10.123456789012346,"category":"Stocks"},';
    const { answer } = await send("markets", `${rows}{"name":"Long","last":12345678901234567.5}]`);
    expect(answer.errors).toEqual({ "1.last": expect.stringContaining("has more digits") });
    await quote({ name: "Kept", symbol: "KEPT", last: "1.00000000000000000001" });
    await pushed("markets", [{ symbol: "KEPT", last: 1, name: "Kept!" }]);
    expect(await stored()).toContainEqual(
      expect.objectContaining({ name: "Kept!", last: "1.00000000000000000001" }),
    );
  });

  it("warns about prices far from the last one, and saves them", async () => {
    await quote({ name: "Helio", symbol: "HLIO", last: "10" });
    const { rows } = await pushed("markets", [{ symbol: "HLIO", last: 1000 }]);
    expect(rows[0]?.warnings?.last).toContain("Last 1,000");
  });

  it("refuses a row that was read before somebody else's change", async () => {
    await quote({ name: "Helio", symbol: "HLIO", last: "10" });
    const [read] = (await (await app.request("/api/markets")).json()) as object[];
    await pushed("markets", [{ ...read, last: 11 }]);
    const { answer } = await push("markets", [{ ...read, last: 12 }]);
    expect(answer.errors).toEqual({ "0.version": "Somebody else changed this record" });
  });

  it("adds each record once if three pushes of the same rows come at once", async () => {
    const rows = Array.from({ length: 40 }, (_, nth) => ({
      ...NEW,
      symbol: `S${nth}`,
      name: `N${nth}`,
      last: nth + 1,
    }));
    const answers = await Promise.all([
      push("markets", rows),
      push("markets", rows.toReversed()),
      push("markets", rows.map((row) => ({ ...row, last: row.last + 1 })).toReversed()),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { answer }) => sum + answer.created, 0)).toBe(40);
    expect(await database.rows("select count(*)::int as count from quotes")).toEqual([{ count: 40 }]);
  });

  it("accepts 5,000 rows, and neither more nor another body", async () => {
    const many = (count: number) => Array.from({ length: count }, () => ({}));
    expect((await push("markets", many(5000))).answer.message).toContain("5,000 of 5,000 rows");
    expect((await push("markets", many(5001))).answer.message).toContain("at most 5,000 rows");
    expect((await send("markets", "{")).status).toBe(400);
    expect((await push("markets", { rows: 1 })).status).toBe(400);
    expect((await push("markets", { rows: [], more: 1 })).answer.errors).toEqual({
      more: "There is no field 'more'.",
    });
    expect((await send("markets", "[]", { headers: { "Content-Type": "text/plain" } })).status).toBe(415);
    expect(await pushed("markets", [])).toEqual({
      created: 0,
      updated: 0,
      unchanged: 0,
      refused: 0,
      rows: [],
    });
    expect((await send("markets", `[${" ".repeat(2_000_000)}]`)).status).toBe(200);
    expect((await send("markets", `[${" ".repeat(5_000_000)}]`)).status).toBe(413);
  });

  it("never writes what a program only reads", async () => {
    const id = "00000000-0000-4000-8000-000000000001";
    const old = "2001-01-01T00:00:00.000Z";
    const forged = {
      ...NEW,
      name: "Forged",
      last: 1,
      id,
      _id: id,
      createdAt: old,
      updatedAt: old,
      version: 99,
    };
    await pushed("markets", [forged]);
    const wrong = await send(
      "markets",
      '[{"name":"Odd","last":1,"category":"Stocks","__proto__":{"version":9},"constructor":1,"created_at":"2001-01-01"}]',
    );
    expect(Object.keys(wrong.answer.errors ?? {}).toSorted()).toEqual([
      "0.__proto__",
      "0.constructor",
      "0.created_at",
    ]);
    expect(
      await database.rows(
        "select name, version, id::text <> ? as own, created_at > '2020-01-01' as now from quotes",
        [id],
      ),
    ).toEqual([{ name: "Forged", version: 1, own: true, now: true }]);
  });

  it("belongs to those who may write quotes", async () => {
    const rows = [{ ...NEW, name: "A", last: 1 }];
    expect((await push("markets", rows, { person: "editor" })).status).toBe(403);
    expect((await app.request("/api/markets/bulk", { method: "PUT", json: rows })).status).toBe(401);
    expect(await stored()).toEqual([]);
  });
});
