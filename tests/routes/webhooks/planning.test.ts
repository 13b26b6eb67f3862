import { em } from "db/orm.server";
import { insertKey } from "tests/support/api-keys";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { setUpStaffApp } from "tests/support/staff-app";
import {
  closeAfterEach,
  deliverAll,
  deliveries,
  emptyWebhooks,
  insertWebhook,
  startReceiver,
} from "tests/support/webhooks";
import { beforeEach, describe, expect, it } from "vitest";
import { numberChanges } from "~/features/changes-feed/number-changes.server";
import { readBacklog } from "~/features/staff/backlog.queries.server";
import { planDeliveries } from "~/features/webhooks/plan-deliveries.server";
import { sendWebhooks } from "~/features/webhooks/send-webhooks.server";
import { sweepWebhookDeliveries } from "~/features/webhooks/sweep-deliveries.server";
import { deleteWebhook, redeliver, setEnabled } from "~/features/webhooks/webhooks.queries.server";

setUpStaffApp();
beforeEach(emptyWebhooks);
closeAfterEach();

const INSERT = `insert into news (title, content, category)
  select 'An article', 'Text', 'Tech' from generate_series(1, ?) returning id`;

const recordsOf = (of: string, found: Awaited<ReturnType<typeof deliveries>>) =>
  found.filter((each) => each.webhook_id === of).map((each) => each.record_id);

async function plan(): Promise<string[]> {
  await numberChanges();
  await planDeliveries();
  return (await deliveries()).map(({ kind, record_id, change }) => `${kind} ${record_id} ${change}`);
}

describe("a webhook", () => {
  it("gets what its key may learn of, of its kinds, once", async () => {
    const open = await insertWebhook(["news", "trade-alert"]);
    const staff = await insertKey(database, ["news:read"]);
    const premium = await insertKey(database, ["content:read:premium"]);
    const toStaff = await insertWebhook(["news", "trade-alert"], { key_id: staff.id });
    const toPremium = await insertWebhook(["trade-alert"], { key_id: premium.id });
    const draft = await insertRecord(database, "news", { status: "draft" });
    const article = await insertRecord(database, "news");
    const alert = await insertRecord(database, "trade_alerts");
    await insertRecord(database, "quotes");
    await plan();
    expect(recordsOf(toPremium.id, await deliveries())).toEqual([alert]);
    await database.rows(
      "update webhook_deliveries set state = 'delivered', tried_at = now(), ended_at = now()",
    );
    await database.rows("update trade_alerts set analysis = 'Another one' where id = ?", [alert]);
    await plan();
    const found = await deliveries();
    expect(recordsOf(open.id, found)).toEqual([article, alert]);
    expect(recordsOf(toStaff.id, found)).toEqual([draft, article, alert]);
    expect(recordsOf(toPremium.id, found)).toEqual([alert, alert]);
  });

  it("gets members and payments only with their scopes", async () => {
    const both = await insertKey(database, ["members:read", "payments:read"]);
    const neither = await insertKey(database, ["news:delete", "content:read:private"]);
    await insertWebhook(["members", "payments"], { key_id: neither.id });
    await insertWebhook(["members", "payments"]);
    const knowing = await insertWebhook(["members", "payments"], { key_id: both.id });
    const payment = await insertRecord(database, "payments");
    await plan();
    const found = await deliveries();
    expect(new Set(found.map(({ webhook_id }) => webhook_id))).toEqual(new Set([knowing.id]));
    expect(found.map(({ kind }) => kind)).toContain("members");
    const paid = found.filter(({ kind }) => kind === "payments").map(({ record_id }) => record_id);
    expect(new Set(paid)).toEqual(new Set([payment]));
  });

  it("gets every row of a statement once, also of several who plan and send at the same time", async () => {
    await insertWebhook(["news"]);
    await insertWebhook(["news"]);
    const rows = await database.rows<{ id: string }>(INSERT, [150]);
    await numberChanges();
    await Promise.all([1, 2, 3].map(planDeliveries));
    expect(await deliveries()).toHaveLength(300);
    const receiver = await startReceiver();
    await Promise.all([1, 2, 3].map(() => sendWebhooks(receiver.transport)));
    const ids = receiver.got.map(({ event }) => event.data.id);
    expect(ids.toSorted()).toEqual([...rows, ...rows].map(({ id }) => id).toSorted());
    expect(new Set(receiver.got.map(({ id }) => id)).size).toBe(300);
    await Promise.all([1, 2].map(planDeliveries));
    expect((await deliveries()).every(({ state, attempts }) => state === "delivered" && attempts === 1)).toBe(
      true,
    );
  });

  it("goes on after more changes than one turn looks at, and after numbers that are swept", async () => {
    await insertWebhook(["news"]);
    await database.rows(INSERT, [2_001]);
    await numberChanges();
    await database.rows(
      "delete from record_changes where number in (select number from record_changes order by number desc limit 1)",
    );
    expect(await plan()).toHaveLength(2_000);
    await database.rows(INSERT, [3]);
    await numberChanges();
    await database.rows("delete from record_changes");
    await database.rows("update change_numbers set swept = newest, thinned = newest");
    expect(await plan()).toHaveLength(2_000);
    await database.rows(INSERT, [1]);
    expect(await plan()).toHaveLength(2_001);
  });

  it("gets nothing from before it was made, nor from the time when it was disabled", async () => {
    await insertRecord(database, "news");
    const { id } = await insertWebhook(["news"]);
    expect(await plan()).toEqual([]);
    const waiting = await insertRecord(database, "news");
    const before = await plan();
    expect(before).toEqual([`news ${waiting} saved`]);
    await em().transactional((manager) => setEnabled(id, false, manager));
    await insertRecord(database, "news");
    expect(await plan()).toEqual(before);
    const receiver = await startReceiver();
    await sendWebhooks(receiver.transport);
    expect(receiver.got).toEqual([]);
    await em().transactional((manager) => setEnabled(id, true, manager));
    const next = await insertRecord(database, "news");
    await deliverAll(receiver.transport);
    expect(receiver.got.map(({ event }) => event.data.id)).toEqual([waiting, next]);
  });
});

describe("a delivery before its first attempt", () => {
  it("is once per record and webhook, and tells of the newest change", async () => {
    await insertWebhook(["news", "videos"]);
    await insertWebhook(["news"]);
    const id = await insertRecord(database, "news");
    const [first] = (await plan()) && (await deliveries());
    for (let nth = 0; nth < 3; nth += 1) {
      await database.rows("update news set title = ? where id = ?", [`Title ${nth}`, id]);
      if (nth === 0) await plan();
    }
    const [newest] = await database.rows<{ at: Date }>(
      "select date_trunc('milliseconds', max(at)) as at from record_changes where record_id = ?",
      [id],
    );
    expect(await plan()).toEqual([`news ${id} saved`, `news ${id} saved`]);
    const found = await database.rows<{ id: string; changed_at: Date }>("select * from webhook_deliveries");
    expect(found.map(({ changed_at }) => changed_at)).toEqual([newest?.at, newest?.at]);
    expect(found.some((each) => each.id === first?.id)).toBe(true);
    const receiver = await startReceiver(() => 500);
    await sendWebhooks(receiver.transport);
    expect(receiver.got[0]?.event.data.record).toMatchObject({ title: "Title 2" });
    // One that was tried keeps its waits: the next change does not wait as long.
    await database.rows("update news set title = 'Another' where id = ?", [id]);
    expect(await plan()).toHaveLength(4);
  });

  it("is what its key learns of any of the changes", async () => {
    const key = await insertKey(database, ["content:read:premium"]);
    await insertWebhook(["trade-alert"], { key_id: key.id });
    const id = await insertRecord(database, "trade_alerts");
    await database.rows("update trade_alerts set analysis = 'Another one' where id = ?", [id]);
    await plan();
    await database.rows("update trade_alerts set analysis = 'A third one' where id = ?", [id]);
    expect(await plan()).toHaveLength(1);
    await database.rows("update api_keys set scopes = '{news:read}' where id = ?", [key.id]);
    const receiver = await startReceiver();
    await sendWebhooks(receiver.transport);
    expect(receiver.got.map(({ event }) => event.type)).toEqual(["trade-alert.saved"]);
  });

  it("does not keep what has ended from being sent again", async () => {
    const { id: webhookId } = await insertWebhook(["news"]);
    const id = await insertRecord(database, "news");
    await plan();
    const receiver = await startReceiver();
    await sendWebhooks(receiver.transport);
    await database.rows("update news set title = 'Another' where id = ?", [id]);
    await plan();
    const [sent] = await deliveries();
    await em().transactional((manager) => redeliver({ id: sent?.id ?? "", webhookId }, manager));
    await sendWebhooks(receiver.transport);
    expect(receiver.got).toHaveLength(3);
  });
});

it("a webhook that cannot be planned for holds no other one, and is told of", async () => {
  const [broken, other] = [await insertWebhook(["news"]), await insertWebhook(["news"])];
  await insertRecord(database, "news");
  await database.rows(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'No place'; end $$`,
  );
  await database.rows(`create trigger refuse before insert on webhook_deliveries for each row
    when (new.webhook_id = '${broken.id}') execute function refuse()`);
  await database.rows("update webhooks set read_to = read_to - 1 where id = ?", [broken.id]);
  try {
    await expect(plan()).rejects.toThrow("No place");
  } finally {
    await database.rows("drop function refuse() cascade");
  }
  expect((await deliveries()).map(({ webhook_id }) => webhook_id)).toEqual([other.id]);
  await database.rows("update record_changes set at = at - interval '5 minutes'");
  expect((await readBacklog()).deliveries.oldest).toBeGreaterThan(290);
  await plan();
  expect((await readBacklog()).deliveries.oldest).toBeLessThan(290);
});

describe("deliveries are forgotten", () => {
  const insert = (webhookId: string, columns: string) =>
    database.rows(
      `insert into webhook_deliveries (webhook_id, kind, record_id, change, changed_at, state, ended_at, created_at)
       select ?, 'news', gen_random_uuid(), 'saved', now(), ${columns}`,
      [webhookId],
    );

  it("a month after they ended, however long ago they were planned", async () => {
    const { id } = await insertWebhook(["news"]);
    for (const days of [29, 31])
      await insert(id, `'failed', now() - interval '${days} days', now() - interval '40 days'`);
    await insert(id, "'waiting', null, now() - interval '40 days'");
    expect(await sweepWebhookDeliveries()).toBe(1);
    expect(await deliveries()).toHaveLength(2);
  });

  it("if they have waited for long while their webhook is off", async () => {
    const { id } = await insertWebhook(["news"]);
    await em().transactional((manager) => setEnabled(id, false, manager));
    for (const days of [32, 34]) await insert(id, `'waiting', null, now() - interval '${days} days'`);
    expect(await sweepWebhookDeliveries()).toBe(1);
    expect(await deliveries()).toHaveLength(1);
  });

  it("after their webhook was deleted, in parts", async () => {
    const hooks = [
      await insertWebhook(["news"]),
      await insertWebhook(["news"]),
      await insertWebhook(["news"]),
    ];
    for (const { id } of hooks) {
      await insert(id, "'waiting', null, now() from generate_series(1, 600)");
      await insert(id, "'delivered', now(), now()");
    }
    const [gone, kept, alsoGone] = hooks;
    for (const id of [gone?.id ?? "", alsoGone?.id ?? ""])
      expect(await em().transactional((manager) => deleteWebhook(id, manager))).toBe(true);
    expect([await sweepWebhookDeliveries(), await sweepWebhookDeliveries()]).toEqual([1_000, 202]);
    expect(new Set((await deliveries()).map(({ webhook_id }) => webhook_id))).toEqual(new Set([kept?.id]));
  });
});
