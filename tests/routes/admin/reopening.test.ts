import { rewriteEvents } from "tests/support/ledger-tampering";
import { applyPaste, comparePaste } from "tests/support/pasting";
import { database } from "tests/support/running-app";
import { api, followRedirect, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

setUpStaffApp();

const TODAY = new Date().toISOString().slice(0, 10);
const CLOSE = { on: TODAY, price: "131.50", reason: "by hand", note: "The company is bought." };
const ALERT = {
  ...{
    ticker: "BACK",
    name: "Back Again",
    tag: "buy",
    targetPrice: 150,
    analysis: "Why.",
    currentPrice: 120,
  },
  holdingPeriod: "3 months",
};

let alert: string;
let call: string;

beforeEach(async () => {
  await database.empty("call_events", "calls", "trade_alerts", "changes");
  await publish(ALERT);
});
afterEach(async () => expect((await verifyLedger()).problems).toEqual([]));

async function publish(body: object) {
  alert = (await api("POST", "/api/trade-alert", body)).body.id;
  const [row] = await database.rows<{ id: string }>("select id from calls where record_id = ?", [alert]);
  call = row?.id ?? "";
}

const close = (more: Record<string, string> = {}) =>
  post(`/admin/calls/${call}`, { ...CLOSE, confirmed: "on", ...more });
const reopen = (reopenWhy = "", more: Record<string, string> = {}, who: "admin" | "editor" = "admin") =>
  post(`/admin/calls/${call}`, { reopenWhy, ...more }, who);
const stored = async (id = call) => {
  const [row] = await database.rows<Record<string, unknown>>(
    `select state, ended_on, waits_from, close_price, part, result, counted, reopened_at is not null as reopened
       from calls where id = ?`,
    [id],
  );
  return row;
};
const OPEN = {
  ...{ state: "open", ended_on: null, waits_from: null, close_price: null, part: null, result: null },
  counted: false,
};
const kinds = async () =>
  (
    await database.rows<{ kind: string }>("select kind from call_events where call_id = ? order by seq", [
      call,
    ])
  ).map(({ kind }) => kind);

/** Moves all events back by the given minutes and rebuilds the hash chain. */
async function backdateEvents(minutes: number) {
  const rows = await database.rows<{ seq: number; at: Date; kind: string; body: string }>(
    "select seq, at, kind, body from call_events order by seq",
  );
  const earlier = (at: string | Date) => new Date(new Date(at).getTime() - minutes * 60_000).toISOString();
  const by = rows.map(({ seq, at, kind, body }) => {
    const { madeAt, entry } = JSON.parse(body);
    const opened = { madeAt: earlier(madeAt ?? at), entry: entry && { ...entry, at: earlier(entry.at) } };
    return [seq, { at: earlier(at), ...(kind === "opened" && { body: opened }) }];
  });
  await rewriteEvents(database, Object.fromEntries(by));
}

describe("closing a call by hand", () => {
  it("asks for confirmation with the result, and saves exactly that", async () => {
    const confirmation = await post(`/admin/calls/${call}`, CLOSE);
    expect(confirmation.status).toBe(422);
    const page = (await confirmation.text()).replaceAll("<!-- -->", "");
    expect(page).toContain("Nothing has been closed yet: please check the warnings");
    expect(page).toMatch(/This closes “Buy Back Again” at 131\.50 on .*, a result of \+9\.6%\./);
    expect(page).toContain('value="131.50"');
    expect(await stored()).toMatchObject(OPEN);
    const [, mark = ""] = /name="asked" value="([^"]+)"/.exec(page) ?? [];
    expect((await close({ asked: mark, price: "132" })).status).toBe(422);
    expect((await close({ asked: mark })).status).toBe(303);
    expect(await stored()).toMatchObject({ state: "closed", close_price: "131.5" });
  });
});

describe("a call that was closed by mistake", () => {
  it("is reopened within ten minutes without a reason, and readers see no trace", async () => {
    await close();
    expect(await html(`/admin/calls/${call}`)).toContain(
      "Within ten minutes of closing, no reason is needed",
    );
    const page = await followRedirect(await reopen());
    expect(page).toContain("Call reopened successfully");
    expect(page).toContain("Close by hand");
    expect(await stored()).toEqual({ ...OPEN, reopened: false });
    expect(await kinds()).toEqual(["opened", "closed", "reopened"]);
    const [entry] = await database.rows("select settled_at from trade_alerts where id = ?", [alert]);
    expect(entry).toEqual({ settled_at: null });
    expect(await html(`/trade-alert/${alert}`, "premium")).not.toContain("reopened");
    expect(await html("/track-record")).not.toContain("opened again");
    const changes = await database.rows<{ action: string }>(
      "select action from changes where record_id = ? order by id",
      [call],
    );
    expect(changes.map(({ action }) => action)).toContain("reopened");
  });

  it("needs a reason after ten minutes, which readers see and the track record counts", async () => {
    await close();
    await backdateEvents(11);
    const refused = await reopen(" ");
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Why is required: the call was closed more than ten minutes ago");
    expect(await stored()).toMatchObject({ state: "closed" });
    expect((await reopen("The wrong alert was closed.")).status).toBe(303);
    expect(await stored()).toEqual({ ...OPEN, reopened: true });
    const eventText = `Closed by hand at 131.50 on ${TODAY}: reopened (The wrong alert was closed.)`;
    expect(await html(`/trade-alert/${alert}`, "premium")).toContain(eventText);
    expect(await html(`/trade-alert/${alert}`, "basic")).not.toContain("The wrong alert");
    expect(await html("/track-record")).toContain("1 was closed and reopened");
    expect((await close({ note: "Now it is." })).status).toBe(303);
    expect(await kinds()).toEqual(["opened", "closed", "reopened", "closed"]);
    expect(await html(`/track-record/${call}`, "premium")).toContain(eventText);
    expect(await html(`/track-record/${call}`)).not.toContain("The wrong alert");
  });

  it("continues for its current readers, and is settled as if it had never been closed", async () => {
    await close();
    expect((await api("PUT", `/api/trade-alert/${alert}`, { audience: "private" })).status).toBe(200);
    await reopen();
    expect(await kinds()).toEqual(["opened", "closed", "reopened", "changed"]);
    const [row] = await database.rows("select audience from calls where id = ?", [call]);
    expect(row).toEqual({ audience: "private" });
  });

  it.each<[string, () => Promise<unknown>, string]>([
    [
      "whose record was called again since",
      () => api("PUT", `/api/trade-alert/${alert}`, { targetPrice: 170 }),
      "this record has a newer call",
    ],
    [
      "whose record is gone",
      () => api("DELETE", `/api/trade-alert/${alert}`),
      "the record of this call is no longer published",
    ],
    [
      "whose result is in everybody's figures",
      () => database.rows("update calls set counted = true where id = ?", [call]),
      "the result is already public",
    ],
  ])("is not reopened %s", async (_what, happens, said) => {
    await close();
    await happens();
    const answer = await reopen("It was a mistake.");
    expect(answer.status).toBe(409);
    const page = await answer.text();
    expect(page).toContain(`Nothing was reopened: ${said}`);
    expect(page).toContain("It was a mistake.");
    expect(page.match(/id="error-summary"/g)).toHaveLength(1);
    expect(await stored()).toMatchObject({ state: "closed" });
  });

  it("accepts one of two simultaneous reopenings, needs access and the current version", async () => {
    await close();
    expect((await reopen("", {}, "editor")).status).toBe(403);
    expect((await reopen("", { version: "1" })).status).toBe(409);
    const answers = await Promise.all([reopen(), reopen()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    expect(await kinds()).toEqual(["opened", "closed", "reopened"]);
    expect((await reopen()).status).toBe(409);
  });

  it("is not reopened if prices ended it", async () => {
    await close();
    await database.rows("alter table call_events disable trigger user");
    await database.rows("update calls set close_reason = 'target' where id = ?", [call]);
    await database.rows("alter table call_events enable trigger user");
    expect(await html(`/admin/calls/${call}`)).not.toContain("Reopen the call");
    expect((await reopen()).status).toBe(409);
    await database.rows("update calls set close_reason = 'by hand' where id = ?", [call]);
  });
});

describe("a change of a live call's target", () => {
  const FORM = {
    ...{ ticker: "BACK", name: "Back Again", tag: "buy", targetPrice: "150", analysis: "Why.", version: "1" },
    ...{ holdingPeriod: "3 months", currentPrice: "120", audience: "members" },
  };
  const save = (more: Record<string, string>) =>
    post(`/admin/trade-alert/${alert}/edit`, { ...FORM, ...more });
  const target = async () => {
    const [row] = await database.rows<{ target_price: string }>(
      "select target_price from trade_alerts where id = ?",
      [alert],
    );
    return row?.target_price;
  };

  it("needs confirmation once in its form", async () => {
    const refused = await save({ targetPrice: "162" });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toMatch(
      /The call “Buy Back Again” of .* is open\. Saving changes its target price from 150\.00 to 162\.00/,
    );
    expect(Number(await target())).toBe(150);
    expect((await save({ targetPrice: "162", confirmed: "on" })).status).toBe(303);
    expect(Number(await target())).toBe(162);
  });

  it("needs confirmation for a new direction, which ends the call", async () => {
    const refused = await save({ tag: "sell", targetPrice: "100" });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Saving withdraws it and opens a new one");
    expect(await kinds()).toEqual(["opened"]);
  });

  it("is saved by the API with a warning", async () => {
    const { status, body } = await api("PUT", `/api/trade-alert/${alert}`, { targetPrice: 162 });
    expect(status).toBe(200);
    expect(body.warnings.targetPrice).toContain("Saving changes its target price from 150.00 to 162.00");
  });

  it("needs no confirmation if the target stays the same or the call has ended", async () => {
    expect((await save({ targetPrice: "150.00", analysis: "More." })).status).toBe(303);
    await close();
    expect((await save({ targetPrice: "162", version: "2" })).status).toBe(303);
  });

  it("needs confirmation for picks, also in a pasted row", async () => {
    const pick = { ticker: "PCKT", name: "Picked", category: "Tenet", currentPrice: 100, currentYTP: 120 };
    const { id } = (await api("POST", "/api/stock-picks", pick)).body;
    const { body } = await api("PUT", `/api/stock-picks/${id}`, { currentYTP: 130 });
    expect(body.warnings.currentYTP).toContain("Saving changes its target of the year from 120.00 to 130.00");
    const rows = "Ticker\tCategory\tTP\nPCKT\tTenet\t140";
    const page = await comparePaste("/admin/stock-picks/paste", rows);
    expect(page).toContain("Saving changes its target of the year from 130.00 to 140.00");
    await applyPaste("/admin/stock-picks/paste", rows);
    const [stored] = await database.rows<{ tp: string }>(
      "select current_year_target as tp from stock_picks where id = ?",
      [id],
    );
    expect(Number(stored?.tp)).toBe(130);
  });
});
