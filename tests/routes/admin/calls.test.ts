import { database } from "tests/support/running-app";
import { api, followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { verifyLedger } from "~/features/calls/verify-ledger.server";

setUpStaffApp();

const TODAY = new Date().toISOString().slice(0, 10);
const CLOSE = { on: TODAY, price: "131.50", reason: "by hand", note: "The company is bought." };

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

it("calls are one step away from the alerts they come from", async () => {
  expect(await html("/admin/trade-alert")).toMatch(/<a [^>]*href="\/admin\/calls"/);
});

describe("closing a call by hand", () => {
  it("is an entry of the log, told on the call's page and in the change log", async () => {
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

  it("is done by one of two who do it at once; the other is told", async () => {
    const answers = await Promise.all([
      post(`/admin/calls/${call}`, CLOSE),
      post(`/admin/calls/${call}`, { ...CLOSE, price: "99" }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const refused = await answers.find(({ status }) => status === 409)?.text();
    expect(refused).toContain(`Nothing was closed: this call is closed since ${TODAY}.`);
    const closed = await database.rows("select 1 from call_events where call_id = ? and kind = 'closed'", [
      call,
    ]);
    expect(closed).toHaveLength(1);
  });

  it.each([
    [{ on: "" }, "Day must be one such as 2026-07-16"],
    [{ on: "2026-02-31" }, "Day must be one from"],
    [{ on: "2020-01-01" }, "Day must be one from"],
    [{ on: "2999-01-01" }, "Day must be one from"],
    [{ price: "" }, "Price must be a number above 0"],
    [{ price: "0.00" }, "Price must be a number above 0"],
    [{ price: "-3" }, "Price must be a number above 0"],
    [{ price: "1e9" }, "Price must be a number above 0"],
    [{ reason: "target" }, "Reason must be one of the choices"],
    [{ note: " " }, "Note is required"],
    [{ note: "x".repeat(501) }, "Note may have at most 500 characters"],
  ])("refuses %j", async (wrong, said) => {
    const answer = await post(`/admin/calls/${call}`, { ...CLOSE, ...wrong });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(said);
    expect(await stateOf()).toMatchObject({ state: "open" });
  });

  it("is refused for a view of a brief", async () => {
    const body = { companyName: "A view", ticker: "VIEW", analysis: "Why.", buyZone: { max: 9 } };
    const brief = (await api("POST", "/api/daily-brief", body)).body.id;
    const [row] = await database.rows<{ id: string }>("select id from calls where record_id = ?", [brief]);
    expect(await html(`/admin/calls/${row?.id}`)).not.toContain("Close the call");
    expect((await post(`/admin/calls/${row?.id}`, CLOSE)).status).toBe(409);
  });

  it("is for those who write alerts", async () => {
    expect((await get(`/admin/calls/${call}`, "editor")).status).toBe(403);
    expect((await post(`/admin/calls/${call}`, CLOSE, "editor")).status).toBe(403);
    expect((await get("/admin/calls", "editor")).status).toBe(403);
    expect((await get("/admin/calls/no-call")).status).toBe(404);
    expect(await stateOf()).toMatchObject({ state: "open" });
  });
});
