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
import { planDeliveries } from "~/features/webhooks/plan-deliveries.server";
import { sendWebhooks } from "~/features/webhooks/send-webhooks.server";
import { setEnabled, sweepWebhookDeliveries } from "~/features/webhooks/webhooks.queries.server";

setUpStaffApp();
beforeEach(emptyWebhooks);
closeAfterEach();

const INSERT = `insert into news (title, content, category)
  select 'An article', 'Text', 'Tech' from generate_series(1, ?) returning id`;

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
    await database.rows("update trade_alerts set analysis = 'Another one' where id = ?", [alert]);
    await plan();
    const recordsOf = (of: string, found: Awaited<ReturnType<typeof deliveries>>) =>
      found.filter((each) => each.webhook_id === of).map((each) => each.record_id);
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

it("deliveries are forgotten a month after they ended", async () => {
  const { id } = await insertWebhook(["news"]);
  for (const days of [32, 34])
    await database.rows(
      `insert into webhook_deliveries (webhook_id, kind, record_id, change, changed_at, created_at)
       values (?, 'news', gen_random_uuid(), 'saved', now(), now() - make_interval(days => ?))`,
      [id, days],
    );
  expect(await sweepWebhookDeliveries()).toBe(1);
  expect(await deliveries()).toHaveLength(1);
});
