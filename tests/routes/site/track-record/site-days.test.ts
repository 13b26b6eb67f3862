import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { insertSettledCall, settleCalls } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { api, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { describe, expect, it } from "vitest";
import { openOlderCalls } from "~/features/calls/record-calls.server";
import { dayInWords, dayNumber, dayOf } from "~/ui/charts/calendar";
import { dayIn } from "~/ui/dates";

/** A zone where the date differs from UTC at the current hour. */
const ZONE = new Date().getUTCHours() < 11 ? "Etc/GMT+12" : "Pacific/Kiritimati";

setUpStaffApp({ SITE_TZ: ZONE });

/** This many days from today in the site's zone: yyyy-mm-dd. */
const siteDay = (days: number) => dayOf(dayNumber(dayIn(ZONE, new Date())) + days);

const ALERT = {
  ticker: "ZONE",
  name: "Zone",
  tag: "buy",
  targetPrice: 150,
  analysis: "Why.",
  currentPrice: 120,
};

const callOf = async (recordId: string) => {
  const [call] = await database.rows<Record<string, unknown>>(
    "select state, last_day::text, ended_on::text from calls where record_id = ?",
    [recordId],
  );
  return call;
};

it("a call's last day and withdrawal are in the site's zone", async () => {
  const { body } = await api("POST", "/api/trade-alert", { ...ALERT, holdingPeriod: "1 day" });
  expect(await callOf(body.id)).toEqual({ state: "open", last_day: siteDay(1), ended_on: null });
  expect((await api("DELETE", `/api/trade-alert/${body.id}`)).status).toBe(200);
  expect(await callOf(body.id)).toMatchObject({ state: "withdrawn", ended_on: siteDay(0) });
});

describe("a call whose ledger has another last day than the site's zone", () => {
  const UTC_DAY = "(select (ends_at at time zone 'UTC')::date from trade_alerts a where a.id = record_id)";
  const CLOSED = "state = 'closed', close_price = 150, close_ratio = 1, close_reason = 'target'";
  const edit = async (id: string, values: object) =>
    expect((await api("PUT", `/api/trade-alert/${id}`, values)).status).toBe(200);
  const callsOf = (recordId: string) =>
    database.rows(
      `select number, state, last_day::text, last_day = ${UTC_DAY} as "isOfUtc" from calls where record_id = ? order by number`,
      [recordId],
    );
  const alertInUtc = async (values: string) => {
    const { body } = await api("POST", "/api/trade-alert", { ...ALERT, holdingPeriod: "1 month" });
    await database.rows(`update calls set last_day = ${UTC_DAY} ${values} where record_id = ?`, [body.id]);
    return body.id;
  };

  it("gets a successor after its settlement for a new period, not for new texts", async () => {
    const id = await alertInUtc(`, ${CLOSED}, ended_on = current_date, waits_from = current_date`);
    await edit(id, { analysis: "Why not." });
    expect(await callsOf(id)).toMatchObject([{ number: 1, state: "closed", isOfUtc: true }]);
    await edit(id, { holdingPeriod: "2 months" });
    expect(await callsOf(id)).toMatchObject([
      { number: 1, state: "closed" },
      { number: 2, state: "open", isOfUtc: false },
    ]);
  });

  it("keeps its last day while open, until its record gets another period", async () => {
    const id = await alertInUtc("");
    await edit(id, { analysis: "Why not.", targetPrice: 151 });
    expect(await callsOf(id)).toMatchObject([{ number: 1, state: "open", isOfUtc: true }]);
    await edit(id, { holdingPeriod: "2 months" });
    expect(await callsOf(id)).toMatchObject([{ number: 1, state: "open", isOfUtc: false }]);
  });
});

describe("the price of the site's running day", () => {
  const setPrice: Record<string, (ticker: string) => Promise<unknown>> = {
    "a quote": (symbol) =>
      api("POST", "/api/markets", {
        category: "Stocks",
        name: `${symbol} Plc`,
        symbol,
        last: 151,
        high: 152,
      }),
    "a file": async (symbol) => {
      const [found] = await database.rows<{ id: string }>("select id from instruments where symbol = ?", [
        symbol,
      ]);
      const text = `day,close,high\n${siteDay(0)},151,152`;
      return post(`/admin/instruments/${found?.id}/prices`, { text });
    },
  };

  it.each([
    ["a quote", "RUNQ", -9],
    ["a file", "RUNF", -8],
  ])(
    "by %s settles nothing before the local day is over",
    spec("beyond price running day settles"),
    async (by, ticker, madeOn) => {
      const id = await insertRecord(database, "trade_alerts", {
        ...{ ticker, name: ticker, target_price: "150", current_price: "120", holding_period: "1 year" },
        ...{ created_at: `${siteDay(madeOn)}T12:00:00Z`, updated_at: `${siteDay(madeOn)}T12:00:00Z` },
      });
      await openOlderCalls();
      await setPrice[by]?.(ticker);
      await settleCalls();
      expect(await callOf(id)).toMatchObject({ state: "open" });
      await settleCalls(new Date(Date.now() + 86_400_000));
      expect(await callOf(id)).toMatchObject({ state: "closed", ended_on: siteDay(0) });
    },
  );

  it("is the latest that can be imported", spec("beyond price running day settles"), async () => {
    const id = await insertRecord(database, "instruments", { symbol: "NEXT", name: "Next" });
    const importDay = (days: number) =>
      post(`/admin/instruments/${id}/prices`, { text: `day,close\n${siteDay(days)},10` });
    expect((await importDay(0)).status).toBe(303);
    const refused = await importDay(1);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain(`Line 2: ${siteDay(1)} is in the future`);
  });

  it("does not settle a call whose alert is deleted", async () => {
    const { body } = await api("POST", "/api/trade-alert", { ...ALERT, ticker: "RUND", name: "RUND" });
    await database.rows("update calls set made_at = now() - interval '9 days' where record_id = ?", [
      body.id,
    ]);
    await setPrice["a quote"]?.("RUND");
    expect((await api("DELETE", `/api/trade-alert/${body.id}`)).status).toBe(200);
    expect(await callOf(body.id)).toMatchObject({ state: "withdrawn" });
  });
});

it("a pick runs until the end of its year in the site's zone, on both sides of New Year", async () => {
  for (const created_at of ["2025-12-31T19:00:00Z", "2026-01-01T03:00:00Z"]) {
    const id = await insertRecord(database, "stock_picks", { created_at });
    await openOlderCalls();
    const last_day = `${dayIn(ZONE, created_at).slice(0, 4)}-12-31`;
    expect([created_at, await callOf(id)]).toMatchObject([created_at, { last_day }]);
  }
});

it("a call is public from the thirtieth day after its end in the site's zone", async () => {
  const [waiting, publicCall] = [-29, -30].map((days) => insertSettledCall(60, { ended_on: siteDay(days) }));
  expect((await get(`/track-record/${await waiting}`, "visitor")).status).toBe(404);
  expect((await get(`/track-record/${await publicCall}`, "visitor")).status).toBe(200);
});

it("the last close shows its own day, and a split counts from its day", async () => {
  const id = await insertRecord(database, "instruments", { symbol: "CLSD", name: "Closed" });
  await insertRecord(database, "trade_alerts", {
    ...{ ticker: "CLSD", name: "Closed", target_price: "300" },
    ...{ created_at: `${siteDay(-9)}T12:00:00Z`, updated_at: `${siteDay(-9)}T12:00:00Z` },
  });
  await database.rows(
    "insert into daily_prices (instrument_id, day, close, source) values (?, ?, 100, 'test'), (?, ?, 101, 'test')",
    [id, siteDay(-3), id, siteDay(-2)],
  );
  await database.rows("insert into splits (instrument_id, day, ratio) values (?, ?, 2), (?, ?, 5)", [
    ...[id, siteDay(0)],
    ...[id, siteDay(1)],
  ]);
  const page = await html("/stock/CLSD", "premium");
  expect(page).toContain(`at the close of ${dayInWords(siteDay(-2))}`);
  expect(page).toContain("target 150.00");
});
