import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { daysAgo, settleCalls } from "tests/support/settled-calls";
import { api, followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { openOlderCalls } from "~/features/calls/record-calls.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";
import { deleteResolvedJumps } from "~/features/markets/instruments/price-jumps.queries.server";

/*
 * An alert from twenty days ago: buy at 100, stop 90, target 130. Ten days ago its price fell to a tenth
 * within a day.
 */

// Without jobs: those that an import or a split enqueues would settle calls while the next test empties their
// tables.
setUpStaffApp();

let alert: string;
let instrument: string;

beforeEach(async () => {
  await database.empty(
    "call_events",
    "calls",
    "trade_alerts",
    "daily_prices",
    "splits",
    "price_jumps",
    "changes",
  );
  alert = await insertRecord(database, "trade_alerts", {
    ...{ ticker: "JUMP", name: "Jump Plc", target_price: "130", stop_loss: "90", holding_period: "3 months" },
    created_at: `${daysAgo(20)}T12:00:00Z`,
  });
  const [row] = await database.rows<{ id: string }>("select id from instruments where symbol = 'JUMP'");
  instrument = row?.id ?? "";
  for (const [days, close] of [
    [21, "100"],
    [19, "104"],
    [11, "102"],
    [10, "10.2"],
    [9, "10.4"],
  ] as const)
    await price(days, close);
  await openOlderCalls();
});

const price = (days: number, close: string) =>
  database.rows(
    `insert into daily_prices (instrument_id, day, close, source) values (?, ?, ?, 'test')
     on conflict (instrument_id, day) do update set close = excluded.close`,
    [instrument, daysAgo(days), close],
  );
async function settled() {
  await settleCalls();
  expect((await verifyLedger()).problems).toEqual([]);
  const [call] = await database.rows<Record<string, unknown>>(
    `select id, state, ended_on::text, close_price, close_ratio, close_reason, round(result::numeric, 4) as result
       from calls where record_id = ?`,
    [alert],
  );
  return call ?? {};
}
async function closeByHand() {
  const [call] = await database.rows<{ id: string }>("select id from calls");
  const body = { on: daysAgo(9), price: "10.4", reason: "by hand", note: "Sold.", confirmed: "on" };
  expect((await post(`/admin/calls/${call?.id}`, body)).status).toBe(303);
}
const splits = () => `/admin/instruments/${instrument}/splits`;
const confirmation = (more: object = {}) => ({ confirm: daysAgo(10), before: "102", close: "10.2", ...more });
const JUMP_TITLE = () => `From ${daysAgo(11)} to ${daysAgo(10)} the close went from 102 to 10.2`;

describe("a missing split", () => {
  it("does not end the call, and staff see it on the dashboard, the call and the instrument", async () => {
    expect(await html("/admin")).not.toContain("block the settlement of calls");
    const { id, state } = await settled();
    expect(state).toBe("open");
    const home = await html("/admin");
    expect(home).toContain(`JUMP went from 102 to 10.2 on ${daysAgo(10)}`);
    expect(home).toContain(`href="${splits()}"`);
    expect(await html("/admin", "editor")).not.toContain("JUMP went from");
    for (const path of [`/admin/calls/${id}`, `/admin/instruments/${instrument}/prices`])
      expect(await html(path)).toContain(JUMP_TITLE());
    const page = await html(splits());
    expect(page).toContain(JUMP_TITLE());
    expect(page).toContain("This looks like a split that has not been entered (10 for one).");
    expect(page).toMatch(new RegExp(`name="day"[^>]*value="${daysAgo(10)}"`));
    expect(page).toMatch(/name="ratio"[^>]*value="10"/);
  });

  it("changes no return once it is entered", async () => {
    await settled();
    const answer = await post(splits(), { day: daysAgo(10), ratio: "10", confirmed: "on" });
    expect(await followRedirect(answer)).not.toContain(JUMP_TITLE());
    expect(await html("/admin")).not.toContain("block the settlement of calls");
    expect(await settled()).toMatchObject({ state: "open" });
    await price(5, "13.1");
    expect(await settled()).toMatchObject({
      ...{ state: "closed", ended_on: daysAgo(5), close_reason: "target" },
      ...{ close_price: "13", close_ratio: "10", result: "30.0000" },
    });
  });

  it("settles the call at the traded price once staff confirm it", async () => {
    await settled();
    const page = await followRedirect(await post(splits(), confirmation()));
    expect(page).toContain("Price confirmed successfully");
    expect(page).not.toContain(JUMP_TITLE());
    expect(await html("/admin")).not.toContain("block the settlement of calls");
    expect(await settled()).toMatchObject({
      ...{ state: "closed", ended_on: daysAgo(10), close_reason: "stop" },
      ...{ close_price: "10.2", close_ratio: "1", result: "-89.8000" },
    });
    expect(
      await database.rows("select day::text, confirmed_by, confirmed_at <= now() as past from price_jumps"),
    ).toEqual([{ day: daysAgo(10), confirmed_by: "admin tester", past: true }]);
    expect(await database.rows("select action, record_title, staff_name from changes")).toEqual([
      {
        action: `confirmed the ${daysAgo(10)} price of`,
        record_title: "JUMP",
        staff_name: "admin tester",
      },
    ]);
  });

  it.each([
    ["withdrawn", () => api("DELETE", `/api/trade-alert/${alert}`)],
    ["closed by hand", () => closeByHand()],
  ])("blocks nothing once its call is %s, and the hourly task deletes it", async (_how, end) => {
    await settled();
    await deleteResolvedJumps();
    expect(await html("/admin")).toContain("block the settlement of calls");
    await end();
    expect(await html("/admin")).not.toContain("block the settlement of calls");
    await deleteResolvedJumps();
    expect(await database.rows("select 1 from price_jumps")).toEqual([]);
  });

  it("is reported after a thousand confirmed or corrected jumps", async () => {
    await settled();
    await database.rows(
      `insert into price_jumps (instrument_id, day, before_close, close, found_at, confirmed_at, confirmed_by)
       select ?, current_date + n, 1, 1, now() + interval '1 hour', case when n < 1001 then now() end,
              case when n < 1001 then 'somebody' end
         from generate_series(1, 2100) as n`,
      [instrument],
    );
    await deleteResolvedJumps();
    expect(await html("/admin")).toContain(`JUMP went from 102 to 10.2 on ${daysAgo(10)}`);
    expect(await database.rows("select 1 from price_jumps")).toHaveLength(1001);
  });

  it("is gone once the price is corrected", async () => {
    await settled();
    for (const days of [10, 9]) await price(days, "101");
    expect(await html("/admin")).not.toContain("block the settlement of calls");
    await deleteResolvedJumps();
    expect(await database.rows("select 1 from price_jumps")).toEqual([]);
    expect(await settled()).toMatchObject({ state: "open" });
  });

  it("does not block a call that ended before it", async () => {
    await price(15, "131");
    expect(await settled()).toMatchObject({ state: "closed", ended_on: daysAgo(15), close_reason: "target" });
  });

  it("ends a call's period with the last close before it, as any later price does", async () => {
    await database.rows("update trade_alerts set ends_at = ? where id = ?", [
      `${daysAgo(11)}T00:00:00Z`,
      alert,
    ]);
    await database.empty("call_events", "calls");
    await database.rows("delete from daily_prices where day = ?", [daysAgo(11)]);
    await price(12, "103");
    await openOlderCalls();
    expect(await settled()).toMatchObject({ state: "closed", ended_on: daysAgo(12), close_reason: "period" });
  });
});

describe("a confirmed price", () => {
  it("counts only for the confirmed prices", async () => {
    await settled();
    const other = await post(splits(), confirmation({ close: "10.3" }));
    expect(other.status).toBe(409);
    const page = await other.text();
    expect(page).toContain("Nothing was confirmed: the prices have changed since you opened this page.");
    expect(page.match(/id="error-summary"/g)).toHaveLength(1);
    expect(page).not.toContain("What you typed is kept below");
    expect(page).toMatch(new RegExp(`name="day"[^>]*value="${daysAgo(10)}"`));
    expect(page).toMatch(/name="ratio"[^>]*value="10"/);
    expect(await html(splits())).toContain(JUMP_TITLE());
    await post(splits(), confirmation());
    await price(10, "5.1");
    expect(await settled()).toMatchObject({ state: "open" });
    expect(await html("/admin")).toContain(`JUMP went from 102 to 5.1 on ${daysAgo(10)}`);
  });

  it.each([
    { confirm: "2026-02-31" },
    { confirm: "x" },
    { before: "" },
    { close: "-1" },
    { close: "1e3" },
  ])("is refused with %j", async (wrong) => {
    expect((await post(splits(), confirmation(wrong))).status).toBe(422);
    expect(await database.rows("select 1 from price_jumps")).toEqual([]);
  });

  it("needs the permission to edit prices", async () => {
    expect((await post(splits(), confirmation(), "editor")).status).toBe(403);
    expect((await get(splits(), "editor")).status).toBe(403);
    expect(await database.rows("select 1 from price_jumps")).toEqual([]);
  });
});
