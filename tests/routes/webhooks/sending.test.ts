import { em } from "db/orm.server";
import { insertKey } from "tests/support/api-keys";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { get, setUpStaffApp } from "tests/support/staff-app";
import {
  closeAfterEach,
  deliverAll,
  deliveries,
  emptyWebhooks,
  insertWebhook,
  letTimePass,
  listenHere,
  startReceiver,
  type TestHook,
  transportHere,
  verified,
} from "tests/support/webhooks";
import { beforeEach, describe, expect, it } from "vitest";
import { numberChanges } from "~/features/changes-feed/number-changes.server";
import { readBacklog } from "~/features/staff/backlog.queries.server";
import { planDeliveries } from "~/features/webhooks/plan-deliveries.server";
import { sendWebhooks } from "~/features/webhooks/send-webhooks.server";
import {
  addWebhook,
  deliveriesOf,
  disableRestored,
  redeliver,
  rotateSecret,
  sendTest,
  webhookById,
} from "~/features/webhooks/webhooks.queries.server";

setUpStaffApp();
let hook: TestHook;
beforeEach(async () => {
  await emptyWebhooks();
  hook = await insertWebhook(["news"]);
});
closeAfterEach();

const insertArticle = () => insertRecord(database, "news");
const webhook = async () =>
  (
    await database.rows<{
      enabled: boolean;
      disabled_reason: string;
      failing: boolean;
      wait: number;
    }>(
      `select *, failing_since is not null as failing, round(extract(epoch from retry_at - now()))::int as wait from webhooks`,
    )
  )[0];
const inTransaction = <Result>(work: Parameters<ReturnType<typeof em>["transactional"]>[0]) =>
  em().transactional(work) as Promise<Result>;

describe("a delivery", () => {
  it("is signed, and has the record as the API gives it", async () => {
    const id = await insertArticle();
    const receiver = await startReceiver();
    await deliverAll(receiver.transport);
    const [got] = receiver.got;
    if (!got) throw new Error("Nothing was sent");
    expect(verified(hook.secret, got)).toEqual(got.event);
    expect(got.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Openbell",
    });
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ state: "delivered", status: 204, attempts: 1, reason: null });
    expect(got.id).toBe(`msg_${delivery?.id}`);
    const record = await (await get(`/api/news/${id}`, "visitor")).json();
    const [{ at } = { at: new Date() }] = await database.rows<{ at: Date }>(
      "select changed_at as at from webhook_deliveries",
    );
    expect(got.event).toEqual({
      type: "news.saved",
      timestamp: at.toISOString(),
      data: { kind: "news", id, record },
    });
  });

  it("is signed with the old secret as well while both count", async () => {
    const rotated = await inTransaction<string>((manager) =>
      rotateSecret({ id: hook.id, hours: 24 }, manager),
    );
    await insertArticle();
    const receiver = await startReceiver();
    await deliverAll(receiver.transport);
    await database.rows("update webhooks set previous_until = now()");
    await insertArticle();
    await deliverAll(receiver.transport);
    const [during, after] = receiver.got;
    if (!during || !after) throw new Error("Nothing was sent");
    for (const secret of [rotated, hook.secret]) expect(verified(secret, during)).toBeDefined();
    expect(verified(rotated, after)).toBeDefined();
    expect(() => verified(hook.secret, after)).toThrow("No matching signature");
  });

  it("is sent again after a failure with the same id and a new time and signature, for three days", async () => {
    const id = await insertArticle();
    const receiver = await startReceiver(() => 500);
    const waits: number[] = [];
    await deliverAll(receiver.transport);
    for (let tries = 1; tries < 10; tries += 1) {
      waits.push((await deliveries())[0]?.wait ?? 0);
      await letTimePass();
      await sendWebhooks(receiver.transport);
    }
    expect(waits.map((wait) => Math.round(wait / 5) * 5)).toEqual([
      5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 72_000,
    ]);
    expect(receiver.got).toHaveLength(10);
    expect(new Set(receiver.got.map((got) => got.id)).size).toBe(1);
    for (const got of receiver.got) expect(verified(hook.secret, got)).toBeDefined();
    expect(receiver.got.every(({ event }) => event.data.id === id)).toBe(true);
    expect(await deliveries()).toMatchObject([
      { state: "failed", attempts: 10, status: 500, answer: "what it says" },
    ]);
    // One message alone does not disable it.
    expect(await webhook()).toMatchObject({ enabled: true, failing: true });
  });

  it.each([
    [301, "It answered with status 301, a redirect, which is not followed.", false],
    [400, "It answered with status 400.", false],
    [429, "It answered with status 429.", true],
    [503, "It answered with status 503.", true],
  ])("waits if it is answered with %i", async (status, reason, failing) => {
    await insertArticle();
    const receiver = await startReceiver(() => status);
    await deliverAll(receiver.transport);
    expect(await deliveries()).toMatchObject([{ state: "waiting", status, reason, answer: "what it says" }]);
    expect(await webhook()).toMatchObject({ enabled: true, failing });
  });

  it("waits longer if the receiver asks for it, and never shorter", async () => {
    const retryAfters = ["600", "1", "999999999"];
    const port = await listenHere((_, response) =>
      response.writeHead(429, { "Retry-After": retryAfters.shift() }).end(),
    );
    await insertArticle();
    await deliverAll(transportHere(port));
    expect((await deliveries())[0]?.wait).toBeGreaterThanOrEqual(599);
    expect((await webhook())?.wait).toBeGreaterThan(590);
    await letTimePass();
    await sendWebhooks(transportHere(port));
    expect((await deliveries())[0]?.wait).toBeGreaterThanOrEqual(299);
    await letTimePass();
    await sendWebhooks(transportHere(port));
    expect((await deliveries())[0]?.wait).toBeLessThanOrEqual(72_001);
    // The others are not held back as long.
    expect((await webhook())?.wait).toBeLessThanOrEqual(900);
  });

  it("is sent again with the same id if its process died", async () => {
    await insertArticle();
    const receiver = await startReceiver();
    await deliverAll(receiver.transport);
    const dies = (seconds: number) =>
      database.rows(
        `update webhook_deliveries set state = 'sending', ended_at = null, tried_at = now() - make_interval(secs => ?)`,
        [seconds],
      );
    await dies(30);
    await sendWebhooks(receiver.transport);
    expect(receiver.got).toHaveLength(1);
    await dies(61);
    await sendWebhooks(receiver.transport);
    const [first, second] = receiver.got;
    expect(second?.id).toBe(first?.id);
    expect(await deliveries()).toMatchObject([{ state: "delivered", attempts: 2 }]);
  });

  it("fails once it has ended its process in every attempt", async () => {
    await insertArticle();
    const receiver = await startReceiver();
    await numberChanges();
    await planDeliveries();
    await database.rows(
      "update webhook_deliveries set state = 'sending', attempts = 10, tried_at = now() - interval '61 seconds'",
    );
    await sendWebhooks(receiver.transport);
    expect(receiver.got).toEqual([]);
    expect(await deliveries()).toMatchObject([
      { state: "failed", reason: "The server stopped while it was sent." },
    ]);
  });

  it("whose reading takes too long waits, holds no other one, and is not its receiver's failure", async () => {
    const video = await insertWebhook(["videos"]);
    await insertRecord(database, "videos");
    await insertArticle();
    const receiver = await startReceiver();
    const timeout = Object.assign(new Error("canceling statement due to statement timeout"), {
      code: "57014",
    });
    const post: typeof receiver.transport.post = async (address, ...message) => {
      if (address === video.address) throw timeout;
      return receiver.transport.post(address, ...message);
    };
    await deliverAll({ post });
    expect(receiver.got).toHaveLength(1);
    const found = await deliveries();
    expect(found.find(({ kind }) => kind === "videos")).toMatchObject({
      ...{ state: "waiting", attempts: 1, wait: 5, reason: "It could not be written." },
    });
    expect(await database.rows("select from webhooks where failing_since is not null")).toEqual([]);
  });

  it("is sent again when asked for, with the same id", async () => {
    await insertArticle();
    const receiver = await startReceiver();
    await deliverAll(receiver.transport);
    const [{ id } = { id: "" }] = await deliveries();
    expect(await inTransaction<boolean>((manager) => redeliver({ id, webhookId: hook.id }, manager))).toBe(
      true,
    );
    expect(await inTransaction<boolean>((manager) => redeliver({ id, webhookId: hook.id }, manager))).toBe(
      false,
    );
    await sendWebhooks(receiver.transport);
    expect(receiver.got.map((got) => got.id)).toEqual([`msg_${id}`, `msg_${id}`]);
  });
});

it("a webhook whose key is revoked or expires is disabled, and what waits is not sent", async () => {
  const receiver = await startReceiver();
  for (const column of ["revoked_at", "expires_at"]) {
    await emptyWebhooks();
    const key = await insertKey(database, ["news:read"]);
    await insertWebhook(["news"], { key_id: key.id });
    await insertArticle();
    const end = () => database.rows(`update api_keys set ${column} = now() where id = ?`, [key.id]);
    await numberChanges();
    await planDeliveries();
    await end();
    await sendWebhooks(receiver.transport);
    expect(await webhook()).toMatchObject({
      enabled: false,
      disabled_reason: expect.stringContaining("Its API key"),
    });
    await database.rows("update webhooks set enabled = true, disabled_at = null, disabled_reason = null");
    await planDeliveries();
    expect((await webhook())?.enabled).toBe(false);
  }
  expect(receiver.got).toEqual([]);
});

it("a webhook that is added gets a test, whose log is read in pages", async () => {
  await emptyWebhooks();
  const [staff] = await database.rows<{ id: string }>("select id from staff limit 1");
  const values = { name: "A hook", address: hook.address, kinds: ["news"], keyId: null };
  const by = { staffId: staff?.id ?? "", staffName: "Ada Test" };
  const added = await inTransaction<{ id: string; secret: string }>((manager) =>
    addWebhook({ ...values, ...by }, manager),
  );
  expect(
    await inTransaction((manager) => addWebhook({ ...values, ...by, name: "a HOOK" }, manager)),
  ).toBeUndefined();
  const receiver = await startReceiver();
  for (let nth = 0; nth < 51; nth += 1) await inTransaction((manager) => sendTest(added.id, manager));
  await sendWebhooks(receiver.transport);
  const [got] = receiver.got;
  expect(got && verified(added.secret, got)).toMatchObject({ type: "webhooks.test", data: { id: added.id } });
  const first = await deliveriesOf(added.id);
  expect([first.deliveries.length, first.next !== undefined]).toEqual([50, true]);
  const second = await deliveriesOf(added.id, { before: first.next, state: "delivered" });
  expect([second.deliveries.length, second.next]).toEqual([1, undefined]);
  expect(new Set([...first.deliveries, ...second.deliveries].map(({ id }) => id)).size).toBe(51);
});

it("a restored site sends nothing until it is enabled", async () => {
  await insertArticle();
  await numberChanges();
  await planDeliveries();
  await inTransaction((manager) => disableRestored(manager));
  const receiver = await startReceiver();
  await deliverAll(receiver.transport);
  expect(receiver.got).toEqual([]);
  expect(await deliveries()).toMatchObject([
    { state: "failed", reason: "The database was restored from a backup." },
  ]);
  expect((await webhookById(hook.id))?.disabledReason).toContain("restored");
});

it("the metrics show how late deliveries are, but not those of a receiver that fails", async () => {
  await insertArticle();
  await deliverAll({ post: async () => ({ outcome: "failed", status: 500, answer: null, reason: "No." }) });
  await database.rows("update webhook_deliveries set next_at = now() - interval '5 minutes'");
  expect((await readBacklog()).deliveries.oldest).toBe(0);
  await database.rows("update webhooks set failing_since = null");
  expect((await readBacklog()).deliveries.oldest).toBeGreaterThan(290);
});
