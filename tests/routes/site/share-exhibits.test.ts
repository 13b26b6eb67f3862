import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";

setUpApp();

const get = async (path: string, cookies?: string) => {
  const response = await app.request(path, { cookies });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const settled = (values: object = {}) =>
  insertRecord(database, "calls", {
    state: "closed",
    close_ratio: "1",
    close_reason: "target",
    made_at: new Date(Date.now() - 200 * 86_400_000),
    entry_price: "100",
    close_price: "110",
    target: "110",
    stop: "95",
    ended_on: dayAgo(100),
    ...values,
  });

describe("the shared picture of a call", () => {
  it("exists once the call is public", async () => {
    const { status, bytes } = await get(`/og/track-record/${await settled()}.png`);
    expect(status).toBe(200);
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  });

  it("exists for no other call, for any viewer", spec("beyond shared drawings show visitor"), async () => {
    const hidden = [
      await settled({ ended_on: dayAgo(1) }),
      await settled({ kind: "brief" }),
      await settled({
        state: "withdrawn",
        mistake: true,
        close_price: null,
        close_reason: null,
        close_ratio: null,
      }),
      await insertRecord(database, "calls", { entry_price: "100" }),
    ];
    const member = await app.cookiesOf("private");
    for (const id of [...hidden, "00000000-0000-4000-8000-000000000000", "none"]) {
      expect((await get(`/og/track-record/${id}.png`)).status).toBe(404);
      expect((await get(`/og/track-record/${id}.png`, member)).status).toBe(404);
    }
  });

  it("is named by its page", async () => {
    const id = await settled({ name: "Shared Plc" });
    expect((await get(`/track-record/${id}`)).bytes.toString()).toContain(`/og/track-record/${id}.png`);
  });
});

describe("the shared picture of a company", () => {
  const company = async (symbol: string) => {
    const id = await insertRecord(database, "instruments", { symbol, name: `${symbol} of a call` });
    for (const [back, close] of [
      [3, "100"],
      [2, "104"],
      [1, "103"],
    ])
      await database.rows(
        "insert into daily_prices (instrument_id, day, close, source) values (?, ?, ?, 'test')",
        [id, dayAgo(Number(back)), close],
      );
    return id;
  };

  it("exists if something public names it, and only then", async () => {
    await company("HIDN");
    const alert = { ticker: "HIDN", name: "Hidden Plc", tag: "buy", target_price: "9", analysis: "Why." };
    await insertRecord(database, "trade_alerts", alert);
    const member = await app.cookiesOf("private");
    for (const cookies of ["", member]) expect((await get("/og/stock/HIDN.png", cookies)).status).toBe(404);
    await insertRecord(database, "daily_briefs", { company_name: "Hidden Plc", ticker: "HIDN" });
    expect((await get("/og/stock/HIDN.png")).status).toBe(200);
  });

  it(
    "contains no price that only a call has, and no locked zone",
    spec("beyond shared drawings show visitor"),
    async () => {
      await company("SAME");
      await insertRecord(database, "daily_briefs", { company_name: "Same Plc", ticker: "SAME" });
      const before = await get("/og/stock/SAME.png");
      await insertRecord(database, "trade_alerts", {
        ticker: "SAME",
        name: "Same Plc",
        tag: "buy",
        target_price: "140",
        current_price: "131.50",
        analysis: "Why.",
      });
      await database.rows(
        "update daily_briefs set buy_zone_min = 50, buy_zone_max = 60 where ticker = 'SAME'",
      );
      const [after, asMember] = [
        await get("/og/stock/SAME.png"),
        await get("/og/stock/SAME.png", await app.cookiesOf("private")),
      ];
      expect(before.status).toBe(200);
      expect(after.bytes.equals(before.bytes)).toBe(true);
      expect(asMember.bytes.equals(before.bytes)).toBe(true);
    },
  );
});

describe("the shared picture of the track record", () => {
  it("shows public calls only", spec("beyond shared drawings show visitor"), async () => {
    await database.rows("delete from calls");
    await settled({ ended_on: dayAgo(2) });
    expect((await get("/og/track-record.png")).status).toBe(404);
    expect((await get("/track-record")).bytes.toString()).not.toContain("/og/track-record.png");
    await settled();
    expect((await get("/og/track-record.png")).status).toBe(200);
    expect((await get("/track-record")).bytes.toString()).toContain("/og/track-record.png");
  });
});
