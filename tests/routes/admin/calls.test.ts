import { database } from "tests/support/running-app";
import { api, followRedirect, get, html, post, setUpStaffApp, staffCookies } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";
import { dayInWords } from "~/ui/charts/calendar";

setUpStaffApp();

const TODAY = new Date().toISOString().slice(0, 10);
const CLOSE = {
  on: TODAY,
  price: "131.50",
  reason: "by hand",
  note: "The company is bought.",
  confirmed: "on",
};

let call: string;
let alert: string;
beforeEach(async () => {
  const body = {
    ticker: "HAND",
    name: "By Hand",
    tag: "buy",
    targetPrice: 150,
    analysis: "Why.",
    currentPrice: 120,
  };
  alert = (await api("POST", "/api/trade-alert", body)).body.id;
  const [row] = await database.rows<{ id: string }>("select id from calls where record_id = ?", [alert]);
  call = row?.id ?? "";
});

const stateOf = async () => {
  const [row] = await database.rows<Record<string, unknown>>(
    "select state, ended_on::text, close_price, close_ratio, close_reason, close_note from calls where id = ?",
    [call],
  );
  return row;
};

/** The version in the form of the open call. */
async function drawnForm() {
  const [, version = ""] = /name="version" value="(\d+)"/.exec(await html(`/admin/calls/${call}`)) ?? [];
  return { version };
}

/** The visible text of a page. */
const proseOf = (page: string) =>
  page
    .replace(/<script.*?<\/script>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

it("calls are linked from the list of alerts", async () => {
  expect(await html("/admin/trade-alert")).toMatch(/<a [^>]*href="\/admin\/calls"/);
});

it("an alert’s row says whether its call is open and leads there, and the call leads back", async () => {
  const linkOf = async () =>
    new RegExp(`<a [^>]*href="/admin/calls/${call}"[^>]*>([^<]*)<`).exec(
      await html("/admin/trade-alert?q=HAND"),
    )?.[1];
  expect(await linkOf()).toBe("Open");
  expect(await html(`/admin/calls/${call}`)).toContain(
    `<a href="/admin/trade-alert/${alert}/edit">Trade alert</a>`,
  );
  expect((await post(`/admin/calls/${call}`, CLOSE)).status).toBe(303);
  expect(await linkOf()).toBe("Settled");
});

it("the list of calls formats days as other pages do, and has no two filters of one name", async () => {
  const [{ on } = { on: "" }] = await database.rows<{ on: string }>(
    "select last_day::text as on from calls where id = ?",
    [call],
  );
  const list = await html("/admin/calls?q=HAND");
  expect(list).toContain(dayInWords(on, "short-date"));
  expect(list).not.toContain(`>${on}<`);
  expect(proseOf(await html(`/admin/calls/${call}`))).toContain(`Last day ${dayInWords(on)}`);
  const labels = [...list.matchAll(/<label[^>]*>([^<]+)/g)].map(([, label]) => label);
  expect(labels).toContain("Kind");
  expect(labels.filter((label) => label === "From").length).toBeLessThan(2);
});

describe("closing a call by hand", () => {
  it("adds a call event, shown on the call's page and in the change log", async () => {
    expect(await html("/admin/calls?state=open")).toContain("HAND");
    expect(await html(`/admin/calls/${call}`)).toContain("Close by hand");
    const answer = await post(`/admin/calls/${call}`, CLOSE);
    expect(answer.status).toBe(303);
    const page = await followRedirect(answer);
    expect(page).toContain("Call closed successfully");
    expect(page).toContain("Closed by hand at 131.50");
    expect(page).toContain("The company is bought.");
    expect(page).not.toContain("Close the call");
    expect(await stateOf()).toEqual({
      state: "closed",
      ended_on: TODAY,
      close_price: "131.5",
      close_ratio: "1",
      close_reason: "by hand",
      close_note: "The company is bought.",
    });
    const changes = await database.rows("select record_title from changes where record_id = ?", [call]);
    expect(changes).toEqual([{ record_title: "buy By Hand" }]);
    expect((await verifyLedger()).problems).toEqual([]);
  });

  it("succeeds once if two people close it at the same time; the second gets a conflict", async () => {
    const answers = await Promise.all([
      post(`/admin/calls/${call}`, CLOSE),
      post(`/admin/calls/${call}`, { ...CLOSE, price: "99" }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const refused = await answers.find(({ status }) => status === 409)?.text();
    expect(refused).toContain(`Nothing was closed: this call has been closed since ${TODAY}.`);
    const closed = await database.rows("select 1 from call_events where call_id = ? and kind = 'closed'", [
      call,
    ]);
    expect(closed).toHaveLength(1);
  });

  it.each([
    [{ on: "" }, "Day must be a date such as 2026-07-16"],
    [{ on: "2026-02-31" }, "Day must be between"],
    [{ on: "2020-01-01" }, "Day must be between"],
    [{ on: "2999-01-01" }, "Day must be between"],
    [{ price: "" }, "Price must be a number above 0"],
    [{ price: "0.00" }, "Price must be a number above 0"],
    [{ price: "-3" }, "Price must be a number above 0"],
    [{ price: "1e15" }, "Price must be a number below 1,000,000,000,000,000"],
    [{ price: "1,5" }, "Price must be a number: did you mean 1.5 or 15?"],
    [{ reason: "target" }, "Reason must be one of the choices"],
    [{ note: " " }, "Note is required"],
    [{ note: "x".repeat(501) }, "Note may have at most 500 characters"],
  ])("rejects %j", async (wrong, message) => {
    const answer = await post(`/admin/calls/${call}`, { ...CLOSE, ...wrong });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(message);
    expect(await stateOf()).toMatchObject({ state: "open" });
  });

  it("keeps the input if somebody else has closed the call", async () => {
    const { version } = await drawnForm();
    await post(`/admin/calls/${call}`, { ...CLOSE, version });
    const answer = await post(`/admin/calls/${call}`, { ...CLOSE, version, note: "It was sold by me." });
    expect(answer.status).toBe(409);
    const drawn = await answer.text();
    const page = proseOf(drawn);
    expect(page).toMatch(/Nothing was closed: this call has been closed since .*Note It was sold by me\./);
    // Once: the form that corrects a result was not the submitted form.
    expect(drawn.match(/id="error-summary"/g)).toHaveLength(1);
    expect(drawn).not.toContain('name="newPrice"');
    expect(await stateOf()).toMatchObject({ close_note: "The company is bought." });
  });

  it("shows the conflict and the input if the call changed since the form was opened", async () => {
    const { version } = await drawnForm();
    expect((await api("PUT", `/api/trade-alert/${alert}`, { targetPrice: 160 })).status).toBe(200);
    const answer = await post(`/admin/calls/${call}`, { ...CLOSE, version, note: "Before the change." });
    expect(answer.status).toBe(409);
    const text = await answer.text();
    expect(proseOf(text)).toContain(
      "Nothing was saved: somebody else changed this record while you were editing it Your changes are below, next to the saved values. Save again to overwrite those.",
    );
    expect(text).toContain("Before the change.");
    expect(text).toContain("160.00");
    expect(await stateOf()).toMatchObject({ state: "open" });
    const [, newer = ""] = /name="version" value="(\d+)"/.exec(text) ?? [];
    expect(Number(newer)).toBeGreaterThan(Number(version));
    expect((await post(`/admin/calls/${call}`, { ...CLOSE, version: newer })).status).toBe(303);
  });

  it("is refused for a view of a brief", async () => {
    const body = { companyName: "A view", ticker: "VIEW", analysis: "Why.", buyZone: { max: 9 } };
    const brief = (await api("POST", "/api/daily-brief", body)).body.id;
    const [row] = await database.rows<{ id: string }>("select id from calls where record_id = ?", [brief]);
    expect(await html(`/admin/calls/${row?.id}`)).not.toContain("Close the call");
    expect((await post(`/admin/calls/${row?.id}`, CLOSE)).status).toBe(409);
  });

  it("draws its forms for people who publish alerts only", async () => {
    await staffCookies("admin");
    const narrow = (permissions: string) =>
      database.rows("update staff set narrowed_to = ?::text[] where email = 'admin@demo.test'", [
        permissions,
      ]);
    await narrow("{trade-alerts.read,trade-alerts.write}");
    const open = await html(`/admin/calls/${call}`);
    await post(`/admin/calls/${call}`, CLOSE, "superadmin");
    const closed = await html(`/admin/calls/${call}`);
    await narrow("{}");
    for (const page of [open, closed]) {
      expect(page).toContain("Only people who publish alerts close calls or change results.");
      expect(page).not.toMatch(/Close by hand<|Correct the result<|Reopen the call</);
    }
    expect(await html(`/admin/calls/${call}`)).toMatch(/Reopen the call<.*Correct the result</s);
  });

  it("is for staff who may write alerts", async () => {
    expect((await get(`/admin/calls/${call}`, "editor")).status).toBe(403);
    expect((await post(`/admin/calls/${call}`, CLOSE, "editor")).status).toBe(403);
    expect((await get("/admin/calls", "editor")).status).toBe(403);
    expect((await get("/admin/calls/no-call")).status).toBe(404);
    expect(await stateOf()).toMatchObject({ state: "open" });
  });
});

describe("the price of a close by hand", () => {
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const price = (days: number, close: string, low: string | null = null, high: string | null = null) =>
    database.rows(
      `insert into daily_prices (instrument_id, day, close, low, high, source)
       select id, ?, ?, ?, ?, 'test' from instruments where symbol = 'HAND'`,
      [dayBefore(days), close, low, high],
    );
  const closeOn = (days: number, value: string) =>
    post(`/admin/calls/${call}`, { ...CLOSE, on: dayBefore(days), price: value });

  // Backdates the call by ten days; weekends have no price.
  beforeEach(async () => {
    await database.rows("delete from daily_prices");
    await database.rows(
      "update calls set made_at = made_at - interval '10 days', entry_at = null where id = ?",
      [call],
    );
    await price(6, "130", "128.5", "133");
    await price(5, "131.5");
    await price(2, "140", null, "141");
    await price(20, "90");
  });

  it.each([
    [6, "133.01", "between 128.5 and 133"],
    [6, "128.49", "between 128.5 and 133"],
    [5, "131.49", "131.5"],
    [2, "139.99", "between 140 and 141"],
  ])("%i days ago rejects %s", async (days, wrong, bounds) => {
    const answer = await closeOn(days, wrong);
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain(bounds);
    expect(page).toContain(`value="${wrong}"`);
    expect(await stateOf()).toMatchObject({ state: "open" });
  });

  it.each([
    [6, "128.50"],
    [6, "133"],
    [5, "131.500"],
    [2, "140.5"],
  ])("%i days ago accepts %s", async (days, right) => {
    expect((await closeOn(days, right)).status).toBe(303);
    expect(await stateOf()).toMatchObject({ state: "closed", ended_on: dayBefore(days) });
  });

  it("must be on a day with a price; the message names the nearest days", async () => {
    const answer = await closeOn(4, "131.5");
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(
      `${dayBefore(4)} has no price. The nearest days that have one: ${dayBefore(6)}, ${dayBefore(5)}, ${dayBefore(2)}`,
    );
    expect(await stateOf()).toMatchObject({ state: "open" });
  });

  it("is not compared with prices in another currency", async () => {
    await database.rows("update calls set currency = 'GBP' where id = ?", [call]);
    await database.rows("update instruments set currency = 'GBX' where symbol = 'HAND'");
    expect((await closeOn(5, "7")).status).toBe(303);
    await database.rows("update instruments set currency = null where symbol = 'HAND'");
  });
});
