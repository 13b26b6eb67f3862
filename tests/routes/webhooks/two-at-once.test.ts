import { type EntityManager, em } from "db/orm.server";
import { insertKey } from "tests/support/api-keys";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { post, setUpStaffApp } from "tests/support/staff-app";
import {
  closeAfterEach,
  deliverAll,
  emptyWebhooks,
  insertWebhook,
  startReceiver,
  verified,
} from "tests/support/webhooks";
import { beforeEach, expect, it } from "vitest";
import { disableWithoutKey } from "~/features/webhooks/plan-deliveries.server";
import { lockNames } from "~/features/webhooks/webhook-screens.queries.server";
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  rotateSecret,
} from "~/features/webhooks/webhooks.queries.server";
import { MAX_WEBHOOKS } from "~/features/webhooks/webhooks.rules.server";

setUpStaffApp();
beforeEach(emptyWebhooks);
closeAfterEach();

const PATH = "/admin/settings/webhooks";
const values = { name: "Same", address: "https://receiver.example/hook", kinds: ["news"], keyId: null };

/** Runs the second one while the first has not ended, until it waits or is done. @returns what the second one gave */
async function meanwhile<Result>(
  first: (manager: EntityManager) => Promise<unknown>,
  second: () => Promise<Result>,
): Promise<Result> {
  let [result, isDone] = [undefined as Promise<Result> | undefined, false];
  await em().transactional(async (manager) => {
    await first(manager);
    result = second().finally(() => {
      isDone = true;
    });
    await waitUntil(async () => isDone || (await waiting()).length > 0);
  });
  return result as Promise<Result>;
}

const waiting = () =>
  database.rows(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
const rows = () =>
  database.rows<{ name: string; enabled: boolean }>("select name, enabled from webhooks order by name");

it("a webhook beyond the limit is refused, even if two are made at once", async () => {
  for (let n = 1; n < MAX_WEBHOOKS; n += 1) await insertRecord(database, "webhooks");
  const [staff] = await database.rows<{ id: string }>("select id from staff limit 1");
  const by = { staffId: staff?.id ?? "", staffName: "Ada Test" };
  const answer = await meanwhile(
    async (manager) => {
      await lockNames(manager);
      await addWebhook({ ...values, ...by }, manager);
    },
    () => post(`${PATH}/new`, { ...values, name: "Another", kinds: "news", keyId: "" }, "superadmin"),
  );
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("which is the most.")]);
  expect(await rows()).toHaveLength(MAX_WEBHOOKS);
});

it("a name is given to one webhook, even if two get it at once", async () => {
  const [one, other] = [await insertWebhook(["news"]), await insertWebhook(["news"])];
  const answer = await meanwhile(
    async (manager) => {
      await lockNames(manager);
      await changeWebhook({ ...values, id: one.id }, manager);
    },
    () =>
      post(`${PATH}/${other.id}/edit`, { ...values, name: "same", kinds: "news", keyId: "" }, "superadmin"),
  );
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining("Another webhook has this name."),
  ]);
  expect((await rows()).filter(({ name }) => /same/i.test(name))).toHaveLength(1);
});

it("a webhook that is given a key that works, while its old one is found to have ended, stays on", async () => {
  const [ended, works] = [await insertKey(database, ["news:read"]), await insertKey(database, ["news:read"])];
  const { id } = await insertWebhook(["news"], { key_id: ended.id });
  await database.rows("update api_keys set revoked_at = now() where id = ?", [ended.id]);
  await meanwhile(
    (manager) => changeWebhook({ ...values, id, keyId: works.id }, manager),
    () => disableWithoutKey(),
  );
  expect(await rows()).toEqual([{ name: "Same", enabled: true }]);
});

it("a webhook that is deleted while it is turned off is not said to be off", async () => {
  const { id } = await insertWebhook(["news"]);
  const answer = await meanwhile(
    (manager) => deleteWebhook(id, manager),
    () => post(`${PATH}/${id}`, { change: "disable" }, "superadmin"),
  );
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("Webhook not found.")]);
});

it("a new secret that is made twice leaves the one that the receiver has", async () => {
  const { id, secret } = await insertWebhook(["news"]);
  const rotate = () => em().transactional((manager) => rotateSecret({ id, hours: 24 }, manager));
  const [between = "", newest = ""] = [await rotate(), await rotate()];
  const receiver = await startReceiver();
  const send = async () => {
    await insertRecord(database, "news");
    await deliverAll(receiver.transport);
    const got = receiver.got.at(-1);
    if (!got) throw new Error("Nothing was sent");
    return got;
  };
  const during = await send();
  for (const each of [secret, newest]) expect(verified(each, during)).toBeDefined();
  expect(() => verified(between, during)).toThrow("No matching signature");
  await database.rows("update webhooks set previous_until = now()");
  const last = await rotate();
  const after = await send();
  for (const each of [newest, last ?? ""]) expect(verified(each, after)).toBeDefined();
});
