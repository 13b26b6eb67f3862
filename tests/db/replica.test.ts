import { migrateDatabase } from "db/migrate.server";
import { em, noteChangeForReplica, readForMany, setReplicaHearing, startOrm, stopOrm } from "db/orm.server";
import { query } from "db/query.server";
import { bool } from "db/sql";
import { statement } from "db/statement.server";
import { observeTables } from "db/tables-read.server";
import { queryOnce } from "tests/support/postgres";
import { waitUntil } from "tests/support/server-process";
import { type ReplicatedDatabase, startReplicatedDatabase } from "tests/support/streaming-replica";
import { type TcpProxy, tcpProxy } from "tests/support/tcp-proxy";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

let replicated: ReplicatedDatabase;
let proxy: TcpProxy;
const onAway = vi.fn();
const onBack = vi.fn();

beforeAll(async () => {
  replicated = await startReplicatedDatabase();
  await migrateDatabase(replicated.primaryUrl);
});
afterAll(() => replicated?.close());

beforeEach(async () => {
  onAway.mockClear();
  onBack.mockClear();
  proxy = await tcpProxy(replicated.replicaUrl);
  await startOrm({
    url: replicated.primaryUrl,
    replicaUrl: proxy.url,
    replicaOptions: { onAway, onBack },
  });
  setReplicaHearing(true);
  await waitUntil(onReplica);
});
afterEach(async () => {
  await replicated.resume();
  await stopOrm();
  await proxy.close();
});

const readsReplica = async () => {
  const [row] = await query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
  return row?.standby === true;
};
/** Whether a read that prefers the replica uses it now. */
const onReplica = () => readForMany(readsReplica);

const STANDBY = statement("replica-test.standby", { standby: bool })`select pg_is_in_recovery() as standby`;

const titles = () => readForMany(() => query<{ title: string }>("select title from news"));
const write = (title: string) =>
  queryOnce(
    replicated.primaryUrl,
    "insert into news (title, content, category, status) values (?, 'Text', 'Tech', 'published')",
    [title],
  );

const isSleeping = async () => {
  const asleep = "select 1 from pg_stat_activity where wait_event = 'PgSleep'";
  return (await queryOnce(replicated.replicaUrl, asleep)).length > 0;
};

describe("an up-to-date replica", () => {
  test("keeps statements prepared, as the primary does", async () => {
    for (const _ of [1, 2]) {
      expect(await readForMany(() => STANDBY.all({}))).toEqual([{ standby: true }]);
      expect(await STANDBY.all({})).toEqual([{ standby: false }]);
      expect(await STANDBY.allPrepared({})).toEqual([{ standby: false }]);
    }
  });

  test("serves only reads that prefer it", async () => {
    expect([await onReplica(), await readsReplica()]).toEqual([true, false]);
    const inTransaction = em().transactional((manager) =>
      readForMany(() => query<{ standby: boolean }>("select pg_is_in_recovery() as standby", [], manager)),
    );
    expect(await inTransaction).toEqual([{ standby: false }]);
  });

  test("serves no writes: they go to the primary", async () => {
    const [written] = await readForMany(() =>
      query<{ standby: boolean }>(
        `insert into news (title, content, category) values ('Written', 'Text', 'Tech')
           returning pg_is_in_recovery() as standby`,
      ),
    );
    expect(written).toEqual({ standby: false });
  });

  test("reports the tables of a read before a connection is free", async () => {
    const reported: string[] = [];
    const reading = observeTables((tables) => reported.push(...tables), titles);
    expect(reported).toEqual(["news"]);
    await reading;
  });

  test("reports a wrong statement's own error", async () => {
    await expect(readForMany(() => query("select nothing from nowhere"))).rejects.toThrow(/nowhere/);
    expect(await onReplica()).toBe(true);
  });
});

describe("a replica that lags", () => {
  test("is not used after a change until it has that change", async () => {
    await replicated.pause();
    await write("Only just");
    noteChangeForReplica();
    expect(await titles()).toContainEqual({ title: "Only just" });
    expect(await onReplica()).toBe(false);
    await replicated.resume();
    await waitUntil(onReplica);
    expect(await titles()).toContainEqual({ title: "Only just" });
  });

  test("is not used, even if another one at the same address is up to date", async () => {
    await replicated.pause(replicated.otherReplicaUrl);
    proxy.leadTo(replicated.otherReplicaUrl);
    await write("On one of two");
    noteChangeForReplica();
    await waitUntil(onReplica);
    const isThere = async () => (await titles()).some(({ title }) => title === "On one of two");
    // More than the pool holds: some connections are new and reach the lagging replica.
    expect(await Promise.all(Array.from({ length: 30 }, isThere))).toEqual(Array(30).fill(true));
    await replicated.resume(replicated.otherReplicaUrl);
    await waitUntil(async () => {
      const read = await Promise.all(Array.from({ length: 10 }, onReplica));
      return read.every(Boolean);
    });
  });

  test("is not used even without a notification of the change", async () => {
    await replicated.pause();
    await write("Unheard");
    await waitUntil(async () => !(await onReplica()));
    expect(await titles()).toContainEqual({ title: "Unheard" });
    await replicated.resume();
    await waitUntil(onReplica);
  });

  test("is not used while change notifications are interrupted", async () => {
    setReplicaHearing(false);
    expect(await onReplica()).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await onReplica()).toBe(false);
    setReplicaHearing(true);
    await waitUntil(onReplica);
  });
});

describe("an unavailable replica", () => {
  test("is reported once, skipped, and used again when it is back", async () => {
    proxy.refuse();
    const answers = await Promise.all(Array.from({ length: 20 }, onReplica));
    expect(answers).toEqual(Array(20).fill(false));
    await waitUntil(async () => onAway.mock.calls.length > 0);
    expect(await onReplica()).toBe(false);
    proxy.thaw();
    await waitUntil(onReplica);
    expect([onAway.mock.calls.length, onBack.mock.calls.length]).toEqual([1, 1]);
  });

  test("does not block reads if it stops answering", async () => {
    await stopOrm();
    // A statement may take longer than this test.
    await startOrm({ url: replicated.primaryUrl, replicaUrl: proxy.url, patience: 100 });
    setReplicaHearing(true);
    await waitUntil(onReplica);
    const waiting = readForMany(() =>
      query<{ standby: boolean }>(
        "select pg_is_in_recovery() as standby, pg_sleep(case when pg_is_in_recovery() then 400 else 0 end)",
      ),
    );
    await waitUntil(isSleeping);
    // Opens more connections, which then stop answering while idle.
    await Promise.all(Array.from({ length: 8 }, onReplica));
    proxy.freeze();
    expect((await waiting)[0]?.standby).toBe(false);
    proxy.thaw();
    await waitUntil(onReplica);
    // None of the silent connections is reused.
    expect(await Promise.all(Array.from({ length: 20 }, onReplica))).toEqual(Array(20).fill(true));
    proxy.cut();
  });

  test("is ignored if it is the primary itself", async () => {
    await stopOrm();
    await startOrm({ url: replicated.primaryUrl, replicaUrl: replicated.primaryUrl });
    setReplicaHearing(true);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await onReplica()).toBe(false);
    expect(await titles()).not.toEqual([]);
  });
});

describe("a replica of an unavailable primary", () => {
  let primary: TcpProxy;
  const start = async (standInMs?: number) => {
    await startBoth(standInMs);
    loseBoth();
  };
  const loseBoth = () => {
    primary.refuse();
    setReplicaHearing(false);
  };
  const startBoth = async (standInMs?: number) => {
    await stopOrm();
    primary = await tcpProxy(replicated.primaryUrl);
    const timeouts = { acquire: 1_500, busy: 2_000, connect: 1_000, query: 1_500 };
    const replicaOptions = { onAway, onBack, ...(standInMs === undefined ? {} : { standInMs }) };
    await startOrm({ url: primary.url, replicaUrl: proxy.url, timeouts, replicaOptions });
    setReplicaHearing(true);
    await waitUntil(onReplica);
  };
  afterEach(() => primary.close());

  test("serves only reads that prefer it, prepared or not, until notifications return", async () => {
    await start();
    expect(await Promise.all([onReplica(), onReplica()])).toEqual([true, true]);
    expect(await readForMany(() => STANDBY.all({}))).toEqual([{ standby: true }]);
    await expect(readsReplica()).rejects.toThrow(/No connection/);
    primary.thaw();
    setReplicaHearing(true);
    await waitUntil(onReplica);
    expect(await readsReplica()).toBe(false);
  });

  test("serves nothing if it lacks a change that this server was notified of", async () => {
    await startBoth();
    await replicated.pause();
    await write("Only on the primary");
    noteChangeForReplica();
    await waitUntil(async () => !(await onReplica()));
    loseBoth();
    await expect(titles()).rejects.toThrow(/No connection|Connection terminated/);
  });

  test("serves nothing after this server has saved a change", async () => {
    await start();
    noteChangeForReplica(true);
    await expect(onReplica()).rejects.toThrow(/No connection|Connection terminated/);
  });

  test("is given up if it does not answer either", async () => {
    await start();
    proxy.freeze();
    await expect(onReplica()).rejects.toThrow();
    await expect(onReplica()).rejects.toThrow(/No connection/);
    proxy.thaw();
  });

  test("serves nothing after its time limit", async () => {
    await start(0);
    await expect(onReplica()).rejects.toThrow(/No connection|Connection terminated/);
  });
});
