import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { daysAgo, settleCalls } from "tests/support/settled-calls";
import { followRedirect, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openOlderCalls } from "~/features/calls/record-calls.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

/*
 * An alert from twenty days ago: buy at 100, stop 90, target 130. A wrong price ten days ago stopped it. The
 * right price was 98, and the call reached its target five days ago.
 */

setUpStaffApp();

let call: string;

beforeEach(async () => {
  await database.empty("call_events", "calls", "trade_alerts", "daily_prices", "changes");
  await insertRecord(database, "trade_alerts", {
    ...{ ticker: "CORR", name: "Corrected Plc", target_price: "130", stop_loss: "90" },
    ...{ holding_period: "3 months", created_at: `${daysAgo(20)}T12:00:00Z` },
  });
  await price(21, "100");
  await price(10, "89");
  await price(5, "131");
  await openOlderCalls();
  await settleCalls();
  await price(10, "98");
  const [row] = await database.rows<{ id: string }>("select id from calls");
  call = row?.id ?? "";
});

const price = (days: number, close: string) =>
  database.rows(
    `insert into daily_prices (instrument_id, day, close, source)
     select id, ?, ?, 'test' from instruments where symbol = 'CORR'
     on conflict (instrument_id, day) do update set close = excluded.close`,
    [daysAgo(days), close],
  );
const RIGHT = () => ({
  newDay: daysAgo(5),
  newPrice: "130.00",
  newReason: "target",
  why: "The price it was stopped by was wrong.",
});
const correct = (more: object = {}, who: "admin" | "editor" = "admin") =>
  post(`/admin/calls/${call}`, { ...RIGHT(), ...more }, who);
const result = async () => {
  const [row] = await database.rows<Record<string, unknown>>(
    `select ended_on::text, close_price, close_reason, close_note, round(result::numeric, 2) as result,
            corrected_at is not null as corrected from calls`,
  );
  return row;
};
const STOPPED = () => ({
  ...{ ended_on: daysAgo(10), close_price: "89", close_reason: "stop", close_note: null },
  ...{ result: "-11.00", corrected: false },
});
const events = () =>
  database.rows<{ kind: string; body: string }>("select kind, body from call_events order by seq");

describe("a result from a wrong price", () => {
  afterEach(async () => expect((await verifyLedger()).problems).toEqual([]));

  it("stays after the price is fixed, until staff correct it", async () => {
    await settleCalls();
    expect(await result()).toEqual(STOPPED());
    const page = await html(`/admin/calls/${call}`);
    expect(page).toContain(`Current prices give: Target reached at 130.00 on ${daysAgo(5)}.`);
    expect(page).toMatch(new RegExp(`name="newDay"[^>]*value="${daysAgo(5)}"`));
  });

  it("is reported as open or on hold if current prices do not end the call", async () => {
    await database.rows("delete from daily_prices where day > ?", [daysAgo(10)]);
    expect(await html(`/admin/calls/${call}`)).toContain(
      "Current prices would leave this call open, or on hold for a possible split.",
    );
  });

  it("is corrected by a new event with a reason, which then counts", async () => {
    const before = await events();
    const page = await followRedirect(await correct());
    expect(page).toContain("Result corrected successfully");
    expect(page).toContain("The price it was stopped by was wrong.");
    expect(await result()).toEqual({
      ...{ ended_on: daysAgo(5), close_price: "130", close_reason: "target", result: "30.00" },
      ...{ close_note: "The price it was stopped by was wrong.", corrected: true },
    });
    const after = await events();
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)).toMatchObject({ kind: "corrected" });
    const [change] = await database.rows("select action, detail from changes");
    expect(change).toEqual({
      action: "corrected the result of",
      detail: { from: `89 on ${daysAgo(10)}`, to: `130 on ${daysAgo(5)}` },
    });
    const { calls } = JSON.parse(await html("/track-record.json", "premium"));
    expect(calls).toMatchObject([{ correctedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }]);
    expect(calls).toMatchObject([{ id: call, closePrice: "130", endedOn: daysAgo(5), reason: "target" }]);
    expect(await html(`/track-record/${call}`, "premium")).toContain(
      "The price it was stopped by was wrong.",
    );
  });

  it("may be corrected again and counts once", async () => {
    await correct();
    expect((await correct()).status).toBe(422);
    expect((await correct({ newDay: daysAgo(10), newPrice: "98", newReason: "by hand" })).status).toBe(303);
    expect(await result()).toMatchObject({ ended_on: daysAgo(10), close_price: "98", result: "-2.00" });
    expect((await events()).map(({ kind }) => kind)).toEqual(["opened", "closed", "corrected", "corrected"]);
  });

  it.each([
    [{ newPrice: "129" }, "Price must be the close of"],
    [{ newDay: "2999-01-01" }, "Day must be between"],
    [{ newDay: "2020-01-01" }, "Day must be between"],
    [{ newPrice: "0" }, "Price must be a number above 0"],
    [{ newReason: "luck" }, "Reason must be one of the choices"],
    [{ why: " " }, "Why is required"],
  ])("rejects a correction with %j", async (wrong, message) => {
    const answer = await correct(wrong);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(message);
    expect(await result()).toEqual(STOPPED());
  });

  it("accepts one of two simultaneous corrections, needs access and the current version", async () => {
    expect((await correct({}, "editor")).status).toBe(403);
    const [, version = ""] = /name="version" value="(\d+)"/.exec(await html(`/admin/calls/${call}`)) ?? [];
    expect((await correct({ version })).status).toBe(303);
    const second = await correct({ version, newDay: daysAgo(10), newPrice: "98", why: "Another view." });
    expect(second.status).toBe(409);
    const page = await second.text();
    expect(page).toContain("somebody else changed this record while you were editing it");
    expect(page).toContain("Another view.");
    expect(await result()).toMatchObject({ close_price: "130" });
  });
});

it("cannot be corrected on a call without a result", async () => {
  const open = await insertRecord(database, "calls");
  const answer = await post(`/admin/calls/${open}`, RIGHT());
  expect(answer.status).toBe(409);
  expect(await html(`/admin/calls/${open}`)).not.toContain("Correct the result");
});
