import { insertKey, type TestKey } from "tests/support/api-keys";
import { insertRecord } from "tests/support/record-factories";
import { refreshTrackRecord } from "tests/support/refresh-track-record";
import { app, database } from "tests/support/running-app";
import { daysAgo, insertSettledCall } from "tests/support/settled-calls";
import { setUpStaffApp } from "tests/support/staff-app";
import {
  closeAfterEach,
  deliverAll,
  deliveries,
  emptyWebhooks,
  type Got,
  insertWebhook,
  letTimePass,
  startReceiver,
  type TestHook,
} from "tests/support/webhooks";
import { beforeEach, describe, expect, it } from "vitest";
import { numberChanges } from "~/features/changes-feed/number-changes.server";
import { planDeliveries } from "~/features/webhooks/plan-deliveries.server";
import { sendWebhooks } from "~/features/webhooks/send-webhooks.server";
import { WEBHOOK_KINDS } from "~/features/webhooks/webhooks.rules.server";

setUpStaffApp();
beforeEach(emptyWebhooks);
closeAfterEach();

const ofHook = (got: readonly Got[], { id }: TestHook) =>
  got.filter(({ headers }) => headers.host?.includes(id)).map(({ event }) => event);

const asKey = async (path: string, key?: TestKey) =>
  (await app.request(path, { headers: key?.headers ?? {} })).json();

describe("a record in an event", () => {
  it.each([
    ["daily_briefs", "daily-brief"],
    ["videos", "videos"],
    ["stock_picks", "stock-picks"],
  ])("is what the API gives its key: the locked fields of %s only with the scope", async (table, kind) => {
    const premium = await insertKey(database, ["content:read:premium"]);
    const basic = await insertKey(database, ["content:read:basic"]);
    const hooks = [
      await insertWebhook([kind]),
      await insertWebhook([kind], { key_id: basic.id }),
      await insertWebhook([kind], { key_id: premium.id }),
    ] as const;
    const id = await insertRecord(database, table);
    const receiver = await startReceiver();
    await deliverAll(receiver.transport);
    const path = `/api/${kind}/${id}`;
    const records = await Promise.all([asKey(path), asKey(path, basic), asKey(path, premium)]);
    for (const [nth, hook] of hooks.entries())
      expect(ofHook(receiver.got, hook)).toMatchObject([
        { type: `${kind}.saved`, data: { kind, id, record: records[nth] } },
      ]);
    expect(records[0]).toEqual(records[1]);
    expect(records[2]).not.toEqual(records[0]);
  });

  it("is what the API gives: a member to the key, a payment to staff", async () => {
    const key = await insertKey(database, ["members:read", "payments:read"]);
    await insertWebhook(["members", "payments"], { key_id: key.id });
    const payment = await insertRecord(database, "payments", { amount: "29.50" });
    const [{ member } = { member: "" }] = await database.rows<{ member: string }>(
      "select member_id as member from payments where id = ?",
      [payment],
    );
    const receiver = await startReceiver();
    await deliverAll(receiver.transport);
    const record = (kind: string) =>
      receiver.got.find(({ event }) => event.data.kind === kind)?.event.data.record;
    expect(record("members")).toEqual(await asKey(`/api/admin/get-users/${member}`, key));
    const answer = await app.request("/api/subscription/payments", {
      method: "POST",
      cookies: await app.cookiesOf("superadmin"),
    });
    const { payments } = (await answer.json()) as { payments: { id: string }[] };
    expect(record("payments")).toEqual(payments.find(({ id }) => id === payment));
    expect(record("payments")).toMatchObject({ amount: 29.5 });
  });

  it("is deleted once its receiver cannot see it any more, also if it was planned as saved", async () => {
    const id = await insertRecord(database, "news");
    const hook = await insertWebhook(["news"]);
    await database.rows("update news set title = 'Another' where id = ?", [id]);
    await numberChanges();
    await planDeliveries();
    await database.rows("update news set status = 'draft' where id = ?", [id]);
    const receiver = await startReceiver();
    await deliverAll(receiver.transport);
    const gone = { type: "news.deleted", data: { kind: "news", id } };
    expect(ofHook(receiver.got, hook)).toMatchObject([gone]);
    expect(receiver.got.some(({ event }) => "record" in event.data)).toBe(false);
  });

  it("has nothing more once its key has lost a tier", async () => {
    const key = await insertKey(database, ["content:read:private"]);
    const hook = await insertWebhook(["trade-alert"], { key_id: key.id });
    await insertRecord(database, "trade_alerts", { analysis: "The locked analysis" });
    const receiver = await startReceiver(() => 500);
    await deliverAll(receiver.transport);
    await database.rows("update api_keys set scopes = '{news:read}' where id = ?", [key.id]);
    await letTimePass();
    await sendWebhooks(receiver.transport);
    const [before, after] = receiver.got;
    expect([
      before?.body.includes("The locked analysis"),
      after?.body.includes("The locked analysis"),
    ]).toEqual([true, false]);
    expect(ofHook(receiver.got, hook)).toHaveLength(2);
  });
});

describe("a delivery that its webhook may not have any more", () => {
  const NOT_ANY_MORE = { state: "failed", attempts: 1, status: null, ended_at: expect.any(Date) };

  /** Plans, changes what may be read, and sends. */
  async function sendAfter(change: string, values: unknown[]) {
    await numberChanges();
    await planDeliveries();
    await database.rows(change, values);
    const receiver = await startReceiver();
    await sendWebhooks(receiver.transport);
    return receiver.got;
  }

  const LOSE = "update api_keys set scopes = '{news:read}' where id = ?";

  it("is not sent as deleted: a scope of its key is gone", async () => {
    const key = await insertKey(database, ["members:read", "news:read"]);
    await insertWebhook(["members", "news"], { key_id: key.id });
    await insertRecord(database, "members");
    const id = await insertRecord(database, "news");
    const got = await sendAfter(LOSE, [key.id]);
    expect(got.map(({ event }) => [event.type, event.data.id])).toEqual([["news.saved", id]]);
    const found = await deliveries();
    expect(found.find(({ kind }) => kind === "members")).toMatchObject(NOT_ANY_MORE);
    expect(await database.rows("select from webhooks where failing_since is not null")).toEqual([]);
  });

  it("is not sent: a change of locked fields that only the former key saw", async () => {
    const key = await insertKey(database, ["content:read:private"]);
    await insertWebhook(["trade-alert"], { key_id: key.id });
    const id = await insertRecord(database, "trade_alerts");
    const receiver = await startReceiver();
    await deliverAll(receiver.transport);
    expect(receiver.got).toHaveLength(1);
    await database.rows("update trade_alerts set analysis = 'Another one' where id = ?", [id]);
    expect(await sendAfter(LOSE, [key.id])).toEqual([]);
    expect((await deliveries())[1]).toMatchObject(NOT_ANY_MORE);
  });

  it("is not sent: the kind is no longer chosen", async () => {
    const hook = await insertWebhook(["news", "videos"]);
    await insertRecord(database, "news");
    expect(await sendAfter("update webhooks set kinds = '{videos}' where id = ?", [hook.id])).toEqual([]);
    expect(await deliveries()).toMatchObject([NOT_ANY_MORE]);
  });

  it("is not sent: the result of a closed call is not public", async () => {
    const hook = await insertWebhook(["calls"]);
    await database.rows(
      `insert into webhook_deliveries (webhook_id, kind, record_id, change, changed_at)
       values (?, 'calls', gen_random_uuid(), 'closed', now())`,
      [hook.id],
    );
    expect(await sendAfter("select 1", [])).toEqual([]);
    expect(await deliveries()).toMatchObject([NOT_ANY_MORE]);
  });
});

it("a record that was deleted and is there again is sent as it is", async () => {
  await insertWebhook(["news"]);
  const id = await insertRecord(database, "news");
  const receiver = await startReceiver();
  await deliverAll(receiver.transport);
  await database.rows("update news set status = 'draft' where id = ?", [id]);
  await numberChanges();
  await planDeliveries();
  expect((await deliveries())[1]).toMatchObject({ change: "deleted", state: "waiting" });
  await database.rows("update news set status = 'published' where id = ?", [id]);
  await sendWebhooks(receiver.transport);
  expect(receiver.got[1]?.event).toMatchObject({ type: "news.saved", data: { record: { id } } });
});

describe("a closed call", () => {
  it("makes an event once its result is public, and none before", async () => {
    const hook = await insertWebhook(["calls"]);
    const key = await insertKey(database, ["content:read:private"]);
    await insertWebhook(["news"], { key_id: key.id });
    const recent = await insertSettledCall(0, { waits_from: daysAgo(0) });
    const id = await insertSettledCall(60, { waits_from: daysAgo(60) });
    const receiver = await startReceiver();
    await deliverAll(receiver.transport);
    expect(receiver.got).toEqual([]);
    await refreshTrackRecord();
    await refreshTrackRecord();
    await deliverAll(receiver.transport);
    const { calls } = (await asKey("/track-record.json")) as { calls: { id: string }[] };
    const record = calls.find((call) => call.id === id);
    expect(record).toMatchObject({ result: expect.closeTo(12.34) });
    expect(ofHook(receiver.got, hook)).toMatchObject([
      { type: "calls.closed", data: { kind: "calls", id, record } },
    ]);
    expect(receiver.got.some(({ body }) => body.includes(recent))).toBe(false);
  });
});

it("every kind can be sent", async () => {
  const tables: Record<string, string> = {
    news: "news",
    "daily-brief": "daily_briefs",
    videos: "videos",
    markets: "quotes",
    "market-movers": "movers",
    "stock-picks": "stock_picks",
    "trade-alert": "trade_alerts",
    ads: "ads",
    banners: "banners",
    packages: "packages",
    coupons: "coupons",
    members: "members",
    payments: "payments",
  };
  expect([...Object.keys(tables), "calls"]).toEqual(WEBHOOK_KINDS);
  const key = await insertKey(database, [
    ...[
      "news",
      "briefs",
      "videos",
      "quotes",
      "movers",
      "picks",
      "alerts",
      "ads",
      "banners",
      "packages",
      "coupons",
    ].map((subject) => `${subject}:read`),
    ...["members:read", "payments:read"],
  ]);
  await insertWebhook(Object.keys(tables), { key_id: key.id });
  const receiver = await startReceiver();
  for (const [kind, table] of Object.entries(tables)) {
    const id = await insertRecord(database, table);
    await deliverAll(receiver.transport);
    const event = receiver.got.findLast((got) => got.event.data.id === id)?.event;
    expect(event, kind).toMatchObject({ type: `${kind}.saved`, data: { kind, record: { id } } });
  }
});
