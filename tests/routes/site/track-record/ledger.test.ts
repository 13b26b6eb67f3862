import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { api, html, post, setUpStaffApp } from "tests/support/staff-app";
import { describe, expect, it } from "vitest";
import { openOlderCalls } from "~/features/calls/record-calls.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

setUpStaffApp();

const ALERT = {
  ticker: "nvda",
  name: "Nvidia",
  tag: "buy",
  targetPrice: 150,
  analysis: "Why.",
  currentPrice: 120.5,
};

type Event = { seq: number; kind: string; body: Record<string, unknown>; at: string };
const eventsOf = async (recordId: string): Promise<Event[]> => {
  const found = await database.rows<Event & { body: string }>(
    `select e.seq, e.kind, e.body, e.at from call_events e join calls c on c.id = e.call_id
      where c.record_id = ? order by e.seq`,
    [recordId],
  );
  return found.map((event) => ({ ...event, body: JSON.parse(event.body) }));
};
const callsOf = (recordId: string) =>
  database.rows<Record<string, unknown>>("select * from calls where record_id = ? order by number", [
    recordId,
  ]);

async function create(path: string, body: object): Promise<string> {
  const answer = await api("POST", `/api/${path}`, body);
  expect(answer.status).toBe(201);
  return answer.body.id;
}

/** Empties the ledger and dates all alerts back. The product itself never changes events. */
async function rebuildEarlier(minutes: number) {
  await database.rows("alter table call_events disable trigger user");
  await database.rows("delete from call_events");
  await database.rows("delete from calls");
  await database.rows("alter table call_events enable trigger user");
  await database.rows("update trade_alerts set created_at = created_at - make_interval(mins => ?)", [
    minutes,
  ]);
}

/** Verifies the chain of events and their calls. */
const expectSound = async () => expect((await verifyLedger()).problems).toEqual([]);

describe("an alert's call", () => {
  it("opens when the alert is saved, at its current price", async () => {
    const id = await create("trade-alert", { ...ALERT, stopLoss: 110 });
    const [event, ...more] = await eventsOf(id);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ kind: "opened" });
    expect(event?.body).toMatchObject({
      record: "alert",
      recordId: id,
      number: 1,
      symbol: "NVDA",
      direction: "buy",
      target: "150",
      stop: "110",
      entry: { price: "120.5", source: "alert" },
      recordedLater: false,
    });
    const [call] = await callsOf(id);
    expect(call).toMatchObject({ state: "open", entry_price: "120.5", target: "150", last_seq: event?.seq });
    await expectSound();
  });

  it("changes with its terms, not with its price or texts", async () => {
    const id = await create("trade-alert", ALERT);
    await api("PUT", `/api/trade-alert/${id}`, {
      currentPrice: 130,
      analysis: "More.",
      name: "NVIDIA",
      targetPrice: "150.00",
    });
    expect(await eventsOf(id)).toHaveLength(1);
    const changed = await api("PUT", `/api/trade-alert/${id}`, { targetPrice: 162, stopLoss: 118 });
    expect(changed.status).toBe(200);
    const [, event] = await eventsOf(id);
    expect(event).toMatchObject({
      kind: "changed",
      body: { changes: { target: { from: "150", to: "162" }, stop: { from: null, to: "118" } } },
    });
    expect(await callsOf(id)).toMatchObject([{ entry_price: "120.5", target: "162", stop: "118" }]);
    await expectSound();
  });

  it("shows its changes only to readers with access", async () => {
    const id = await create("trade-alert", ALERT);
    expect(await html(`/trade-alert/${id}`, "premium")).not.toContain("Changes since the call was made");
    await api("PUT", `/api/trade-alert/${id}`, { targetPrice: "162.34" });
    const page = await html(`/trade-alert/${id}`, "premium");
    expect(page).toContain("Changes since the call was made");
    expect(page).toMatch(/Target changed from 150 to 162\.34 on <time/);
    expect(await html(`/trade-alert/${id}`, "basic")).not.toMatch(/Changed since|162\.34/);
    expect(await (await app.request(`/trade-alert/${id}`)).text()).not.toMatch(/Changed since|162\.34/);
  });

  it("is withdrawn when its alert is deleted, within ten minutes as a mistake", async () => {
    const early = await create("trade-alert", ALERT);
    expect((await api("DELETE", `/api/trade-alert/${early}`)).status).toBe(200);
    expect(await callsOf(early)).toMatchObject([{ state: "withdrawn", mistake: true }]);
    await expectSound();
    const older = await insertRecord(database, "trade_alerts", {
      created_at: new Date(Date.now() - 11 * 60_000),
    });
    await openOlderCalls();
    expect((await api("DELETE", `/api/trade-alert/${older}`)).status).toBe(200);
    expect((await app.request(`/trade-alert/${older}`)).status).toBe(404);
    expect(await callsOf(older)).toMatchObject([{ state: "withdrawn", mistake: false }]);
    expect((await eventsOf(older)).map(({ kind }) => kind)).toEqual(["opened", "withdrawn"]);
    await expectSound();
  });

  it("is withdrawn and replaced when the direction changes", async () => {
    const id = await create("trade-alert", ALERT);
    await api("PUT", `/api/trade-alert/${id}`, { tag: "sell", targetPrice: 90, currentPrice: 119 });
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(["opened", "withdrawn", "opened"]);
    expect(await callsOf(id)).toMatchObject([
      { number: 1, state: "withdrawn", direction: "buy", entry_price: "120.5" },
      { number: 2, state: "open", direction: "sell", entry_price: "119" },
    ]);
    await expectSound();
  });

  it("opens as recorded later when an alert older than the ledger is edited", async () => {
    const created_at = new Date("2026-01-05T12:00:00Z");
    const id = await insertRecord(database, "trade_alerts", { created_at, holding_period: "1 week" });
    await api("PUT", `/api/trade-alert/${id}`, { targetPrice: 13 });
    expect(await callsOf(id)).toMatchObject([{ recorded_later: true, target: "13", entry_price: null }]);
    expect((await eventsOf(id))[0]?.body.madeAt).toBe(created_at.toISOString());
  });

  it("gets a successor after it closed when its terms change within the period", async () => {
    const id = await create("trade-alert", { ...ALERT, holdingPeriod: "1 month" });
    const close = `update calls set state = 'closed', ended_on = '2026-11-22', waits_from = '2026-11-22', close_price = 150, close_ratio = 1,
      close_reason = 'target' where record_id = ?`;
    await database.rows(close, [id]);
    await api("PUT", `/api/trade-alert/${id}`, { analysis: "It went well." });
    expect(await callsOf(id)).toHaveLength(1);
    await database.rows("update trade_alerts set created_at = '2026-01-05' where id = ?", [id]);
    await api("PUT", `/api/trade-alert/${id}`, { targetPrice: 155 });
    expect(await callsOf(id)).toHaveLength(1);
    await api("PUT", `/api/trade-alert/${id}`, { holdingPeriod: "3 years", targetPrice: 160 });
    expect(await callsOf(id)).toMatchObject([
      { number: 1, state: "closed" },
      { number: 2, state: "open", target: "160" },
    ]);
    await database.rows("alter table call_events disable trigger user");
    await database.rows("delete from calls where record_id = ?", [id]);
    await database.empty("call_events", "calls");
    await database.rows("alter table call_events enable trigger user");
  });

  it("opens when a form saves the alert", async () => {
    const form = {
      ticker: "FORM",
      name: "By Form",
      tag: "sell",
      targetPrice: "90",
      analysis: "Why.",
      holdingPeriod: "",
    };
    expect((await post("/admin/trade-alert/new", form)).status).toBe(303);
    const [row] = await database.rows<{ id: string }>("select id from trade_alerts where name = 'By Form'");
    expect((await eventsOf(row?.id ?? "")).map(({ kind, body }) => [kind, body.direction])).toEqual([
      ["opened", "sell"],
    ]);
  });

  it("prevents the save of its alert if the ledger fails", async () => {
    await database.rows("alter table call_events add constraint broken check (seq < 0) not valid");
    const answer = await api("POST", "/api/trade-alert", { ...ALERT, name: "Unwritten" });
    await database.rows("alter table call_events drop constraint broken");
    expect(answer.status).toBe(500);
    expect(await database.rows("select 1 from trade_alerts where name = 'Unwritten'")).toEqual([]);
    await expectSound();
  });
});

describe("a pick's call", () => {
  it("is a buy for the year, with a target above the price", async () => {
    const id = await create("stock-picks", {
      ticker: "ASML",
      name: "ASML",
      category: "Tenet",
      currentPrice: 700,
      currentYTP: 820,
    });
    const [call] = await callsOf(id);
    expect(call).toMatchObject({ kind: "pick", direction: "buy", list: "Tenet", target: "820", stop: null });
    const [event] = await eventsOf(id);
    expect(event?.body.lastDay).toBe(`${new Date().getUTCFullYear()}-12-31`);
    await api("PUT", `/api/stock-picks/${id}`, { currentPrice: 830 });
    expect(await eventsOf(id)).toHaveLength(1);
    await expectSound();
  });
});

describe("a brief's view", () => {
  const BRIEF = {
    companyName: "Siemens",
    ticker: "SIE.DE",
    analysis: "Why.",
    status: "draft",
    author: "Ada Byron",
  };

  it("opens when a brief with a buy zone is published, and is withdrawn and reopened with it", async () => {
    const id = await create("daily-brief", { ...BRIEF, buyZone: { min: 180, max: 190 } });
    expect(await eventsOf(id)).toEqual([]);
    for (const status of ["published", "draft", "published"])
      expect((await api("PUT", `/api/daily-brief/${id}`, { status })).status).toBe(200);
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(["opened", "withdrawn", "opened"]);
    expect(await callsOf(id)).toMatchObject([
      { number: 1, state: "withdrawn", mistake: true, zone_low: "180", author: "Ada Byron" },
      { number: 2, state: "open", zone_high: "190" },
    ]);
    await expectSound();
  });

  it("does not exist without a buy zone", async () => {
    const id = await create("daily-brief", { ...BRIEF, status: "published" });
    expect(await eventsOf(id)).toEqual([]);
  });
});

it("records older than the ledger open once, marked, and without later prices", async () => {
  await rebuildEarlier(0);
  // Delete, because a truncate would wait for background reads of the site.
  for (const table of ["trade_alerts", "stock_picks", "daily_briefs"])
    await database.rows(`delete from ${table}`);
  const madeAt = new Date("2026-01-05T12:00:00Z");
  const [early, late] = [new Date("2026-01-05T13:00:00Z"), new Date("2026-02-01T13:00:00Z")];
  const fresh = await insertRecord(database, "trade_alerts", {
    created_at: madeAt,
    current_price: "10",
    priced_at: early,
  });
  const stale = await insertRecord(database, "trade_alerts", {
    created_at: madeAt,
    current_price: "10",
    priced_at: late,
  });
  const pick = await insertRecord(database, "stock_picks", { created_at: madeAt });
  const brief = await insertRecord(database, "daily_briefs", { created_at: madeAt, buy_zone_max: "9" });
  await insertRecord(database, "daily_briefs", { created_at: madeAt, buy_zone_max: "9", status: "draft" });
  expect(await openOlderCalls()).toBe(4);
  expect(await openOlderCalls()).toBe(0);
  const [event] = await eventsOf(fresh);
  expect(event?.body).toMatchObject({
    recordedLater: true,
    madeAt: madeAt.toISOString(),
    entry: { price: "10" },
  });
  expect(await callsOf(stale)).toMatchObject([{ recorded_later: true, entry_price: null }]);
  expect(await callsOf(pick)).toMatchObject([{ recorded_later: true, kind: "pick" }]);
  expect(await callsOf(brief)).toMatchObject([{ recorded_later: true, zone_high: "9" }]);
  await expectSound();
});

it("concurrent saves form one chain of events", async () => {
  const [before] = await database.rows<{ count: number }>("select count(*)::int as count from call_events");
  await Promise.all(
    Array.from({ length: 12 }, (_, nth) => create("trade-alert", { ...ALERT, name: `At once ${nth}` })),
  );
  const [after] = await database.rows<{ count: number; last: number }>(
    "select count(*)::int as count, max(seq) as last from call_events",
  );
  expect(after).toEqual({ count: (before?.count ?? 0) + 12, last: (before?.count ?? 0) + 12 });
  await expectSound();
});
