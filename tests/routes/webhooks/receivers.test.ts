import { em } from "db/orm.server";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { setUpStaffApp } from "tests/support/staff-app";
import {
  closeAfterEach,
  deliverAll,
  deliveries,
  emptyWebhooks,
  insertWebhook,
  letTimePass,
  startReceiver,
  type TestHook,
} from "tests/support/webhooks";
import { beforeEach, describe, expect, it } from "vitest";
import { numberChanges } from "~/features/changes-feed/number-changes.server";
import { planDeliveries } from "~/features/webhooks/plan-deliveries.server";
import { sendWebhooks } from "~/features/webhooks/send-webhooks.server";
import {
  changeWebhook,
  deliveriesOf,
  redeliver,
  sendTest,
} from "~/features/webhooks/webhooks.queries.server";

setUpStaffApp();
let hook: TestHook;
beforeEach(async () => {
  await emptyWebhooks();
  await database.rows("delete from mails");
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
const mails = () => database.rows("select * from mails where template = 'webhook-disabled'");
const inTransaction = <Result>(work: Parameters<ReturnType<typeof em>["transactional"]>[0]) =>
  em().transactional(work) as Promise<Result>;

describe("a receiver", () => {
  it("gets everything once by id after an hour of failures, with few requests meanwhile", async () => {
    let works = false;
    const receiver = await startReceiver(() => (works ? 200 : 503));
    const ids: string[] = [];
    for (let minute = 0; minute < 60; minute += 1) {
      ids.push(await insertArticle());
      await deliverAll(receiver.transport);
      await database.rows("update webhook_deliveries set next_at = next_at - interval '1 minute'");
      await database.rows(
        "update webhooks set retry_at = retry_at - interval '1 minute', failing_since = failing_since - interval '1 minute'",
      );
    }
    expect(receiver.got.length).toBeGreaterThan(10);
    expect(receiver.got.length).toBeLessThan(40);
    works = true;
    const before = receiver.got.length;
    // The longest pause of a receiver; most deliveries wait longer until one is accepted.
    await letTimePass(5 / 60);
    await sendWebhooks(receiver.transport);
    const after = receiver.got.slice(before);
    expect(after.map(({ event }) => event.data.id).toSorted()).toEqual(ids.toSorted());
    expect((await deliveries()).every(({ state }) => state === "delivered")).toBe(true);
    expect((await webhook())?.failing).toBe(false);
  });

  it("gets at most four at once, and one while it fails", async () => {
    let [open, most, status] = [0, 0, 204];
    let free = () => {};
    let four = new Promise<void>((resolve) => {
      free = resolve;
    });
    const receiver = await startReceiver(async () => {
      open += 1;
      most = Math.max(most, open);
      // A fifth one would arrive in the meantime.
      if (open === 4) setTimeout(free, 200);
      if (status === 204) await four;
      open -= 1;
      if (open === 0) four = new Promise((resolve) => (free = resolve));
      return status;
    });
    for (let nth = 0; nth < 12; nth += 1) await insertArticle();
    await deliverAll(receiver.transport);
    expect(most).toBe(4);
    most = 0;
    status = 500;
    await database.rows("update webhooks set failing_since = now()");
    for (let nth = 0; nth < 6; nth += 1) await insertArticle();
    await deliverAll(receiver.transport);
    expect([most, receiver.got.length]).toEqual([1, 13]);
  });

  it("holds no other one if it is slow", async () => {
    const other = await insertWebhook(["news"]);
    let free = () => {};
    const waits = new Promise<number>((resolve) => {
      free = () => resolve(204);
    });
    let [slow, fast] = [0, 0];
    const receiver = await startReceiver((got) => {
      const isSlow = got.headers.host?.includes(hook.id);
      if (isSlow) slow += 1;
      else fast += 1;
      // The other one has everything before the first of the slow one's ends.
      if (fast === 10) free();
      return isSlow ? waits : 204;
    });
    for (let nth = 0; nth < 10; nth += 1) await insertArticle();
    await deliverAll(receiver.transport);
    expect([slow, fast]).toEqual([10, 10]);
    expect(
      await database.rows("select 1 from webhook_deliveries where webhook_id = ? and state = 'delivered'", [
        other.id,
      ]),
    ).toHaveLength(10);
  });

  it("is disabled at once if it answers 410, and the superadmins learn why", async () => {
    for (let nth = 0; nth < 3; nth += 1) await insertArticle();
    const receiver = await startReceiver(() => 410);
    await database.rows("update webhooks set failing_since = now()");
    await deliverAll(receiver.transport);
    expect(receiver.got).toHaveLength(1);
    const reason = "The receiver answered with status 410: it is gone.";
    expect(await webhook()).toMatchObject({ enabled: false, disabled_reason: reason });
    expect(await mails()).toMatchObject([
      { to_address: "superadmin@demo.test", text: expect.stringContaining(reason) },
    ]);
  });

  it.each([
    [1, true],
    [3, false],
  ])("accepted none of %i messages for three days: it stays on: %s", async (messages, enabled) => {
    for (let nth = 0; nth < messages; nth += 1) await insertArticle();
    const receiver = await startReceiver(() => 500);
    await deliverAll(receiver.transport);
    for (let rounds = 0; rounds < 4; rounds += 1) {
      await letTimePass(0.1);
      await sendWebhooks(receiver.transport);
    }
    expect((await webhook())?.enabled).toBe(true);
    await letTimePass(73);
    await sendWebhooks(receiver.transport);
    expect((await webhook())?.enabled).toBe(enabled);
    expect(await mails()).toHaveLength(enabled ? 0 : 1);
  });

  it("gets all others if it refuses one message, and fails if it refuses five in a row", async () => {
    const refused = await insertArticle();
    for (let nth = 0; nth < 3; nth += 1) await insertArticle();
    let refusesAll = false;
    const receiver = await startReceiver(({ event }) =>
      refusesAll || event.data.id === refused ? 400 : 204,
    );
    await deliverAll(receiver.transport);
    expect((await deliveries()).filter(({ state }) => state === "delivered")).toHaveLength(3);
    expect(await webhook()).toMatchObject({ failing: false, wait: null });
    refusesAll = true;
    for (let nth = 0; nth < 20; nth += 1) await insertArticle();
    await deliverAll(receiver.transport);
    expect(receiver.got.length).toBeLessThan(20);
    expect(await webhook()).toMatchObject({ failing: true, enabled: true, wait: expect.any(Number) });
  });

  it("waits as it asks, also if an attempt that began before then is accepted", async () => {
    for (let nth = 0; nth < 2; nth += 1) await insertArticle();
    let first = true;
    const receiver = await startReceiver(async () => {
      if (!first) return 429;
      first = false;
      await waitUntil(async () => (await webhook())?.failing === true);
      return 204;
    });
    await deliverAll(receiver.transport);
    expect((await deliveries()).map(({ state }) => state).toSorted()).toEqual(["delivered", "waiting"]);
    expect(await webhook()).toMatchObject({ failing: true, wait: expect.any(Number) });
  });

  it("gets a test and what is sent again before all others while it fails, a test once", async () => {
    for (let nth = 0; nth < 5; nth += 1) await insertArticle();
    const receiver = await startReceiver(() => 500);
    await deliverAll(receiver.transport);
    const [tried] = (await deliveries()).filter(({ attempts }) => attempts > 0);
    const before = receiver.got.length;
    await database.rows("update webhooks set retry_at = now() + interval '10 minutes'");
    const listed = await deliveriesOf(hook.id);
    const soonest = Math.min(...listed.deliveries.map(({ nextAt }) => nextAt.getTime()));
    const [{ at } = { at: new Date() }] = await database.rows<{ at: Date }>(
      "select retry_at as at from webhooks",
    );
    expect(soonest).toBe(at.getTime());
    const testId = await inTransaction<string>((manager) => sendTest(hook.id, manager));
    await sendWebhooks(receiver.transport);
    expect(receiver.got[before]?.id).toBe(`msg_${testId}`);
    await database.rows("update webhook_deliveries set state = 'failed', ended_at = now() where id = ?", [
      tried?.id,
    ]);
    await inTransaction((manager) => redeliver({ id: tried?.id ?? "", webhookId: hook.id }, manager));
    await database.rows("update webhooks set retry_at = null");
    const next = receiver.got.length;
    await sendWebhooks(receiver.transport);
    expect(receiver.got[next]?.id).toBe(`msg_${tried?.id}`);
    expect((await deliveries()).find(({ id }) => id === testId)).toMatchObject({
      state: "failed",
      attempts: 1,
    });
  });

  it("does not fail because of a test", async () => {
    await inTransaction((manager) => sendTest(hook.id, manager));
    const receiver = await startReceiver(() => 410);
    await sendWebhooks(receiver.transport);
    expect(receiver.got).toHaveLength(1);
    expect(await webhook()).toMatchObject({ enabled: true, failing: false, wait: null });
    expect(await deliveries()).toMatchObject([{ state: "failed", status: 410, attempts: 1 }]);
  });

  it("begins anew at another address, whatever the former one answers", async () => {
    const change = (address: string) =>
      inTransaction((manager) =>
        changeWebhook({ id: hook.id, name: "A hook", address, kinds: ["news"], keyId: null }, manager),
      );
    await insertArticle();
    const receiver = await startReceiver(async () => {
      await change("https://another.example/hook");
      return 410;
    });
    await database.rows("update webhooks set failing_since = now(), failures = 3, retry_at = now()");
    await deliverAll(receiver.transport);
    expect(receiver.got).toHaveLength(1);
    expect(await webhook()).toMatchObject({ enabled: true, failing: false, failures: 0, wait: null });
    await database.rows("update webhooks set failing_since = now(), failures = 3");
    await change("https://another.example/hook");
    expect(await webhook()).toMatchObject({ failing: true, failures: 3 });
  });

  it("gets more while what a dead process was sending is not yet given back", async () => {
    const receiver = await startReceiver();
    for (let nth = 0; nth < 5; nth += 1) await insertArticle();
    await numberChanges();
    await planDeliveries();
    await database.rows(
      `update webhook_deliveries set state = 'sending', attempts = 1, tried_at = now() - interval '25 seconds'
        where id in (select id from webhook_deliveries limit 4)`,
    );
    await sendWebhooks(receiver.transport);
    expect(receiver.got).toHaveLength(1);
  });
});
