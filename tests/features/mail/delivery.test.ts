import { em, isDatabaseUnavailable, startOrm, stopOrm } from "db/orm.server";
import { database, databaseUrl, setUpDatabase } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { waitUntil } from "tests/support/server-process";
import { type TcpProxy, tcpProxy } from "tests/support/tcp-proxy";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deliver } from "~/features/mail/delivery.server";
import { readConfig, setConfig } from "~/platform/config.server";

/** Milliseconds. */
const PATIENT = { busy: 20_000, connect: 20_000, query: 50_000 };
const OUTAGE_MS = 4_000;

let proxy: TcpProxy;

setUpDatabase();
beforeAll(async () => {
  proxy = await tcpProxy(databaseUrl);
  await startOrm({ url: proxy.url, timeouts: { ...PATIENT, acquire: 1_000 } });
  // From here on a connection is open, so that only an outage lasts longer than `acquire`.
  await waitUntil(() => em().getConnection().isConnected());
  const read = readConfig({ NODE_ENV: "test", DATABASE_URL: databaseUrl });
  if ("config" in read) setConfig(read.config);
});
afterAll(async () => {
  await stopOrm();
  await proxy.close();
});

it.each([
  [{}, undefined],
  [
    { sender_name: "Letters", sender_address: "desk@letters.example" },
    { name: "Letters", address: "desk@letters.example" },
  ],
])("an email leaves with its sender, if it has one of its own: %j", async (sender, from) => {
  const id = await insertRecord(database, "mails", { state: "queued", ...sender });
  const senders: unknown[] = [];
  const send = async (mail: { from?: unknown }) => void senders.push(mail.from);
  await deliver(id, { send, close() {} });
  expect(senders).toEqual([from]);
});

it("an email that leaves while the database goes away is marked as sent once it is back, and not sent again", async () => {
  const id = await insertRecord(database, "mails", { state: "queued" });
  let sent = 0;
  const transport = {
    async send() {
      sent += 1;
      proxy.refuse();
      setTimeout(() => proxy.thaw(), OUTAGE_MS);
    },
    close() {},
  };
  await deliver(id, transport);
  expect(await database.rows("select state from mails where id = ?", [id])).toEqual([{ state: "sent" }]);
  await deliver(id, transport);
  expect(sent).toBe(1);
});

it("an email whose sending took the queue's whole time is marked once, because its job then goes to another worker", async () => {
  const id = await insertRecord(database, "mails", { state: "queued" });
  let now = 0;
  const transport = {
    async send() {
      now = 110_001;
      proxy.refuse();
      setTimeout(() => proxy.thaw(), OUTAGE_MS);
    },
    close() {},
  };
  await expect(deliver(id, transport, () => now)).rejects.toSatisfy(isDatabaseUnavailable);
  await waitUntil(() => em().getConnection().isConnected());
  expect(await database.rows("select state from mails where id = ?", [id])).toEqual([{ state: "queued" }]);
});
