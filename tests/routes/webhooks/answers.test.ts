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
import { beforeEach, expect, it } from "vitest";

setUpStaffApp();
beforeEach(emptyWebhooks);
closeAfterEach();

it.each([
  ["news", 500, "what it says"],
  ["news", 200, null],
  ["members", 500, null],
  ["members", 200, null],
])("what a receiver says to %s with %i is kept as %j", async (kind, status, answer) => {
  const key = await insertKey(database, ["news:read", "members:read"]);
  await insertWebhook([kind], { key_id: key.id });
  await insertRecord(database, kind);
  const receiver = await startReceiver(() => status);
  await deliverAll(receiver.transport);
  expect(receiver.got).toHaveLength(1);
  expect(await deliveries()).toMatchObject([{ status, answer }]);
});
