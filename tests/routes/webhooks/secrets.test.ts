import { em } from "db/orm.server";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { setUpStaffApp } from "tests/support/staff-app";
import {
  closeAfterEach,
  deliverAll,
  deliveries,
  emptyWebhooks,
  insertWebhook,
  letTimePass,
  startReceiver,
  verified,
} from "tests/support/webhooks";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sendWebhooks } from "~/features/webhooks/send-webhooks.server";
import { keepSecrets } from "~/features/webhooks/webhook-secrets.server";
import { rotateSecret } from "~/features/webhooks/webhooks.queries.server";
import { type Config, config, setConfig } from "~/platform/config.server";

setUpStaffApp();
let before: Config;
beforeEach(async () => {
  before = config();
  await emptyWebhooks();
});
afterEach(() => setConfig(before));
closeAfterEach();

const NEXT = "x".repeat(40);

it("secrets are encrypted again for a new secret of the server, both while both sign", async () => {
  const hook = await insertWebhook(["news"]);
  const rotated = await em().transactional((manager) => rotateSecret({ id: hook.id, hours: 24 }, manager));
  setConfig({ ...before, sessionSecret: NEXT, previousSessionSecret: before.sessionSecret });
  await keepSecrets();
  setConfig({ ...before, sessionSecret: NEXT, previousSessionSecret: undefined });
  await keepSecrets();
  await insertRecord(database, "news");
  const receiver = await startReceiver();
  await deliverAll(receiver.transport);
  const [got] = receiver.got;
  if (!got || !rotated) throw new Error("Nothing was sent");
  for (const secret of [rotated, hook.secret]) expect(verified(secret, got)).toEqual(got.event);
});

it("a secret from before a rotation is forgotten once it does not sign any more", async () => {
  const [ending, lasting] = [await insertWebhook(["news"]), await insertWebhook(["news"])];
  for (const { id } of [ending, lasting])
    await em().transactional((manager) => rotateSecret({ id, hours: 24 }, manager));
  await database.rows("update webhooks set previous_until = now() where id = ?", [ending.id]);
  await keepSecrets();
  expect(await database.rows("select id from webhooks where previous_sealed is not null")).toEqual([
    { id: lasting.id },
  ]);
});

it("a webhook whose secret the server cannot read waits, and does not count as failing", async () => {
  await insertWebhook(["news"]);
  await insertRecord(database, "news");
  const receiver = await startReceiver();
  setConfig({ ...before, sessionSecret: NEXT, previousSessionSecret: undefined });
  await deliverAll(receiver.transport);
  expect(await deliveries()).toMatchObject([
    { state: "waiting", attempts: 1, reason: expect.stringContaining("secret has changed") },
  ]);
  expect(
    await database.rows("select from webhooks where failing_since is not null or retry_at is not null"),
  ).toEqual([]);
  setConfig(before);
  await letTimePass();
  await sendWebhooks(receiver.transport);
  expect(receiver.got).toHaveLength(1);
});
