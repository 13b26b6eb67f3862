import { createHash } from "node:crypto";
import { waitForMail } from "tests/support/mails";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { api, setUpStaffApp } from "tests/support/staff-app";
import { beforeAll, describe, expect, it } from "vitest";
import { openOlderCalls } from "~/features/calls/record-calls.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

setUpStaffApp({}, { doesJobs: true });

type Entry = {
  seq: number;
  at: string;
  digest: string;
  prev_hash: string;
  hash: string;
  call: string | null;
  kind: string | null;
  salt: string | null;
  body: { target: string } | string | null;
};
type Log = { head: { seq: number; hash: string }; events: Entry[]; next: number | null };

const log = async (search = ""): Promise<Log> =>
  (await app.request(`/track-record/log.json${search}`)).json() as Promise<Log>;

/** Independent code, written only from the public description of the log. */
const sha256 = (object: object) => createHash("sha256").update(sorted(object)).digest("hex");
const sorted = (object: object) =>
  JSON.stringify(object, (_name, value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

let alert: string;
beforeAll(async () => {
  alert = await insertRecord(database, "trade_alerts", {
    target_price: "1840.77",
    created_at: "2026-01-05T12:00:00Z",
  });
  await insertRecord(database, "daily_briefs", { buy_zone_max: "77.31", created_at: "2026-01-06T12:00:00Z" });
  await openOlderCalls();
});

/** Ends all calls this many days ago, as a settlement does. `calls` decides what is public. */
const endedDaysAgo = (days: number) =>
  database.rows(
    `update calls set state = 'closed', close_price = 1, close_ratio = 1, close_reason = 'period',
       ended_on = (now() at time zone 'UTC')::date - ?::int, waits_from = (now() at time zone 'UTC')::date - ?::int`,
    [days, days],
  );

describe("the log", () => {
  it("is a chain that anyone can verify up to its head", async () => {
    const { head, events, next } = await log();
    expect(next).toBeNull();
    expect(events.map(({ seq }) => seq)).toEqual([1, 2]);
    let before = "0".repeat(64);
    for (const { seq, at, digest, prev_hash, hash } of events) {
      expect(prev_hash).toBe(before);
      expect(sha256({ seq, at, digest, prev_hash })).toBe(hash);
      before = hash;
    }
    expect(head).toEqual({ seq: 2, hash: before });
  });

  it("reveals nothing about a call before it is public, not even its id", async () => {
    for (const days of [0, 29]) {
      await endedDaysAgo(days);
      const { events } = await log();
      for (const { call, kind, salt, body } of events)
        expect([call, kind, salt, body]).toEqual([null, null, null, null]);
    }
  });

  it("has the body and salt of a public call, which match its digest, but never of a brief", async () => {
    await endedDaysAgo(30);
    const [opened, view] = (await log()).events;
    expect(opened?.body).toMatchObject({ target: "1840.77" });
    const { call, kind, salt, body } = opened as Entry;
    expect(sha256({ call, kind, salt, body })).toBe(opened?.digest);
    expect([view?.call, view?.kind, view?.salt, view?.body]).toEqual([null, null, null, null]);
  });

  it("shows an overwritten body as it is, so the mismatch is visible", async () => {
    const write = async (body: string) => {
      await database.rows("alter table call_events disable trigger user");
      await database.rows("update call_events set body = ? where seq = 1", [body]);
      await database.rows("alter table call_events enable trigger user");
    };
    const [before] = await database.rows<{ body: string }>("select body from call_events where seq = 1");
    await write("no JSON");
    const [{ body, ...event } = {} as Entry] = (await log()).events;
    expect(body).toBe("no JSON");
    expect(sha256({ call: event.call, kind: event.kind, salt: event.salt, body })).not.toBe(event.digest);
    await write(before?.body ?? "");
  });

  it("never shows a mistake", async () => {
    await database.rows(
      "update calls set state = 'withdrawn', mistake = true, close_price = null, close_ratio = null, close_reason = null",
    );
    expect((await log()).events.every(({ body }) => body === null)).toBe(true);
  });

  it("is paginated and responds 304 to a matching ETag", async () => {
    await database.rows(
      `insert into stock_picks (ticker, name, category) select 'P' || n, 'Pick', 'Tenet' from generate_series(1, 500) as n`,
    );
    while ((await openOlderCalls()) > 0);
    const first = await log();
    expect([first.events.length, first.next, first.head.seq]).toEqual([500, 500, 502]);
    const rest = await log("?after=500");
    expect([rest.events.map(({ seq }) => seq), rest.next]).toEqual([[501, 502], null]);
    expect((await log("?after=nothing")).events[0]?.seq).toBe(1);
    const answer = await app.request("/track-record/log.json");
    const again = await app.request("/track-record/log.json", {
      headers: { "If-None-Match": answer.headers.get("ETag") ?? "" },
    });
    expect(again.status).toBe(304);
  });

  it("keeps its ETag while a paid record changes without an event, and no other file has an ETag", async () => {
    const paths = [
      "/track-record/log.json?after=500",
      "/track-record.csv",
      "/track-record.json",
      "/track-record",
    ];
    const ask = (path: string, mark?: string | null) =>
      app.request(path, { headers: mark ? { "If-None-Match": mark } : {} });
    const before = await Promise.all(paths.map((path) => ask(path)));
    const marks = before.map(({ headers }) => headers.get("ETag"));
    expect(marks.map((mark) => mark !== null)).toEqual([true, false, false, false]);
    const words = { analysis: "Other words.", currentPrice: 1799.5, name: "Another name" };
    const [open] = await database.rows<{ id: string }>(
      "insert into trade_alerts (ticker, name, tag, target_price, analysis) values ('MARK', 'Mark', 'buy', 1800, 'Why.') returning id",
    );
    while ((await openOlderCalls()) > 0);
    const mark = (await ask(paths[0] ?? "")).headers.get("ETag");
    expect(mark).not.toBe(marks[0]);
    expect((await api("PUT", `/api/trade-alert/${open?.id}`, words)).status).toBe(200);
    expect((await ask(paths[0] ?? "", mark)).status).toBe(304);
    // A wildcard ETag, or one of other content, must not produce a 304.
    for (const path of paths.slice(1)) expect([path, (await ask(path, "*")).status]).toEqual([path, 200]);
  });

  it("grows when a saved alert opens a call", async () => {
    const { head } = await log("?after=502");
    await api("PUT", `/api/trade-alert/${alert}`, { targetPrice: 5 });
    const made = await api("POST", "/api/trade-alert", {
      ticker: "NEW",
      name: "New",
      tag: "buy",
      targetPrice: 10,
      analysis: "Why.",
    });
    expect(made.status).toBe(201);
    expect((await log("?after=502")).head.seq).toBeGreaterThan(head.seq);
  });

  it("omits its head from ordinary emails, and a saved head reveals removed events", async () => {
    const { head } = await log();
    const email = "witness@demo.test";
    const registration = { firstname: "Wim", lastname: "Witness", email, password: "long enough" };
    expect((await app.request("/register", { method: "POST", body: registration })).status).toBe(303);
    const ordinary = await waitForMail(email, /./);
    expect(ordinary.text + ordinary.html).not.toContain(head.hash);
    expect(ordinary.text + ordinary.html).not.toContain("Record of calls");
    const missing = `event ${head.seq}: the saved head ${head.hash} is missing`;
    expect((await verifyLedger(head)).problems).not.toContain(missing);
    await database.rows("alter table call_events disable trigger user");
    await database.rows("delete from calls where last_seq = ?", [head.seq]);
    await database.rows("delete from call_events where seq = ?", [head.seq]);
    await database.rows("alter table call_events enable trigger user");
    expect((await verifyLedger(head)).problems).toContain(missing);
  });
});
