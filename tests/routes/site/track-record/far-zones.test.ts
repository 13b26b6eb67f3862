import { SET_CLOCK, withOwnClock } from "tests/support/database-clock";
import { recordLines } from "tests/support/independent-figures";
import { database } from "tests/support/running-app";
import { daysAgo, settleCalls } from "tests/support/settled-calls";
import { api, get, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

/*
 * The first and the last zone in which a day begins. Each test crosses local midnight minute by minute, on
 * the database's clock. In UTC it is morning then.
 */

describe.each([
  { zone: "Pacific/Kiritimati", offset: "+14:00", publicAgo: 29 },
  // The end was known on a UTC day, which is already the next day here. So the call is public a day later,
  // never earlier.
  { zone: "Pacific/Pago_Pago", offset: "-11:00", publicAgo: 28 },
])("a site in $zone", ({ zone, offset, publicAgo }) => {
  setUpStaffApp({ SITE_TZ: zone }, { wrapDatabase: withOwnClock });

  /** @param days before today's date in the site's zone */
  const itIs = (days: number, time: string) =>
    database.rows(SET_CLOCK, [new Date(`${daysAgo(days)}T${time}:00${offset}`).toISOString()]);

  beforeEach(async () => {
    await database.empty("call_events", "calls", "trade_alerts", "daily_prices");
  });

  async function alert(ticker: string, holdingPeriod = "3 months"): Promise<string> {
    const terms = { tag: "buy", targetPrice: 110, currentPrice: 100, holdingPeriod };
    const made = await api("POST", "/api/trade-alert", { ticker, name: ticker, analysis: "Why.", ...terms });
    expect(made.status).toBe(201);
    return made.body.id;
  }

  const price = (symbol: string, days: number, close: number, high = close) =>
    database.rows(
      "insert into daily_prices (instrument_id, day, close, high, low, source) select id, ?, ?, ?, ?, 'test' from instruments where symbol = ?",
      [daysAgo(days), close, high, close, symbol],
    );

  type Row = { id: string; state: string; mistake: boolean; ended_on: string | null; last_day: string };
  async function callOf(recordId: string): Promise<Row | undefined> {
    const [row] = await database.rows<Row>(
      `select id, state, mistake, ended_on::text, last_day::text, close_reason, close_price::text
         from calls where record_id = ?`,
      [recordId],
    );
    return row;
  }

  it("accepts mistakes across midnight and withdraws on the local day", async () => {
    await itIs(60, "23:55");
    const [mistaken, withdrawn] = [await alert("OOPS"), await alert("GONE")];
    await itIs(59, "00:05");
    expect((await api("DELETE", `/api/trade-alert/${mistaken}`)).status).toBe(200);
    await itIs(59, "00:06");
    expect((await api("DELETE", `/api/trade-alert/${withdrawn}`)).status).toBe(200);
    expect(await callOf(mistaken)).toMatchObject({ state: "withdrawn", mistake: true });
    expect(await callOf(withdrawn)).toMatchObject({
      ...{ state: "withdrawn", mistake: false },
      ended_on: daysAgo(59),
    });
    expect((await verifyLedger()).problems).toEqual([]);
  });

  it.each([
    { made: "23:59", holding: "3 months", high: 112, ended: { close_reason: "target", close_price: "110" } },
    { made: "00:00", holding: "1 day", high: 105, ended: { close_reason: "period", close_price: "105" } },
  ])("settles a call of $made at the end of a local day and makes it public thirty days later", async ({
    made,
    holding,
    high,
    ended,
  }) => {
    await itIs(60, made);
    const id = await alert("FARZ", holding);
    // Prices of the call's own day may be from before the call.
    await price("FARZ", 60, 100, 150);
    await price("FARZ", 59, 105, high);
    await itIs(59, "23:59");
    await settleCalls();
    expect(await callOf(id)).toMatchObject({ state: "open" });
    await itIs(58, "00:00");
    await settleCalls();
    const call = await callOf(id);
    expect(call).toMatchObject({ state: "closed", ended_on: daysAgo(59), ...ended });

    const page = `/track-record/${call?.id}`;
    await itIs(publicAgo + 1, "23:59");
    expect((await get(page, "visitor")).status).toBe(404);
    await itIs(publicAgo, "00:00");
    expect((await get(page, "visitor")).status).toBe(200);
    const [line] = recordLines(await (await get("/track-record.csv", "visitor")).text());
    expect(line).toMatchObject({ made: daysAgo(60), ended: daysAgo(59) });
    expect((await verifyLedger()).problems).toEqual([]);
  });
});
