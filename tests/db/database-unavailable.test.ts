import { endSharedWaiting, shareWaiting } from "db/connection-wait.server";
import { News } from "db/entities/news";
import { databaseState, em, isDatabaseUnavailable, startOrm, stopOrm } from "db/orm.server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { queryOnce, type TestDatabase, testDatabase } from "../support/postgres";
import { waitUntil } from "../support/server-process";
import { type TcpProxy, tcpProxy } from "../support/tcp-proxy";

let database: TestDatabase;
let proxy: TcpProxy;

beforeEach(async () => {
  database = await testDatabase();
  proxy = await tcpProxy(database.url);
});

afterEach(async () => {
  await stopOrm();
  await proxy.close();
  await database.drop();
});

const patience = { acquire: 1_500, busy: 4_000, connect: 1_000, query: 1_500 };

function start(url = proxy.url, poolMax = 2) {
  return startOrm({ url, poolMax, timeouts: patience });
}

/** What a query throws, as a page or a form would meet it. */
async function failure(run: () => Promise<unknown> = () => em().find(News, {})): Promise<unknown> {
  return await run().then(
    () => expect.fail("this should have failed"),
    (error: unknown) => error,
  );
}

const cutAndNoticed = async () => {
  proxy.cut();
  await new Promise((resolve) => setTimeout(resolve, 100));
};

async function expectQueryWorks(): Promise<void> {
  expect(await em().execute("select 1 as one")).toEqual([{ one: 1 }]);
}

describe("gone", () => {
  test("nobody listens", async () => {
    await start();
    await proxy.close();
    const error = await failure();
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(String(error)).toContain("No connection to the database: connect ECONNREFUSED");
    const within = await failure(() => em().transactional((manager) => manager.execute("select 1")));
    expect(isDatabaseUnavailable(within)).toBe(true);
    expect(await databaseState()).toEqual({ reachable: false, pendingMigrations: 0 });
  });

  test("no such host", async () => {
    await start("postgres://openbell@nowhere.invalid:5432/openbell");
    expect(isDatabaseUnavailable(await failure())).toBe(true);
  });

  test("the server ends the session, and the next query works", async () => {
    await start();
    const [{ pid } = { pid: 0 }] = await em().execute<{ pid: number }[]>("select pg_backend_pid() as pid");
    const slow = failure(() => em().execute("select pg_sleep(5)"));
    const busy = "select pid from pg_stat_activity where state = 'active' and pid = ?";
    await waitUntil(async () => (await queryOnce(database.url, busy, [pid])).length > 0);
    await queryOnce(database.url, "select pg_terminate_backend(?)", [pid]);
    expect(isDatabaseUnavailable(await slow)).toBe(true);
    await expectQueryWorks();
  });

  test("idle connections that were cut are not handed out", async () => {
    await start();
    await Promise.all([expectQueryWorks(), expectQueryWorks()]);
    proxy.cut();
    // The news of a cut takes a moment; a query sent within it fails in any pool.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await Promise.all([expectQueryWorks(), expectQueryWorks()]);
  });

  test("a restart of the database is waited out", async () => {
    await start();
    await expectQueryWorks();
    proxy.refuse();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const asked = expectQueryWorks();
    setTimeout(proxy.thaw, 300);
    await asked;
  });

  test("a cut in the middle of a transaction", async () => {
    await start();
    const error = await failure(() =>
      em().transactional(async (manager) => {
        manager.create(News, { title: "Never", content: "Sample data.", category: "Tech" });
        await manager.flush();
        proxy.cut();
      }),
    );
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(await em().count(News)).toBe(0);
  });

  test.each([
    ["is sent at once", () => Promise.resolve(proxy.cut())],
    ["is sent once that was noticed", () => cutAndNoticed()],
    ["gets no answer", () => Promise.resolve(proxy.freeze())],
  ])("a connection that is lost between two statements of a transaction, of which the next %s", async (_, lose) => {
    await start();
    const add = "insert into news (title, content, category) values ('Never', 'Sample data.', 'Tech')";
    const error = await failure(() =>
      em().transactional(async (manager) => {
        await manager.execute(add);
        await lose();
        await manager.execute("select 1").catch(() => undefined);
        await manager.execute("select 2");
      }),
    );
    expect([error, isDatabaseUnavailable(error)]).toEqual([error, true]);
    proxy.thaw();
    expect(await queryOnce(database.url, "select 1 from news")).toEqual([]);
  });

  test("a commit that gets no answer", async () => {
    await start();
    const error = await failure(() =>
      em().transactional(async (manager) => {
        await manager.execute("select 1");
        proxy.freeze();
      }),
    );
    expect([error, isDatabaseUnavailable(error)]).toEqual([error, true]);
  });

  test.each([
    ["a cut", () => proxy.cut()],
    ["no answer", () => proxy.freeze()],
  ])("%s within a transaction of a transaction", async (_, lose) => {
    await start();
    const error = await failure(() =>
      em().transactional((manager) =>
        manager.transactional(async (inner) => {
          await inner.execute("select 1");
          lose();
          await inner.execute("select 2");
        }),
      ),
    );
    expect([error, isDatabaseUnavailable(error)]).toEqual([error, true]);
  });

  describe("a primary that only reads", () => {
    const write = () => em().execute("insert into rate_limits (key) values (gen_random_uuid()::text)");
    const alter = () => `alter database "${decodeURIComponent(new URL(database.url).pathname.slice(1))}"`;
    const again = () =>
      queryOnce(database.url, `set transaction read write; ${alter()} reset default_transaction_read_only`);
    /** Both connections are made, and lead to what only reads. */
    beforeEach(async () => {
      await queryOnce(database.url, `${alter()} set default_transaction_read_only = on`);
      await start();
      await Promise.all([expectQueryWorks(), expectQueryWorks()]);
    });

    test("is away for what is written, and no connection of its time is handed out once that was noticed", async () => {
      const reading = em().execute("select pg_sleep(0.5)");
      await again();
      expect(isDatabaseUnavailable(await failure(write))).toBe(true);
      // This one was heard of since, and is of its time.
      await reading;
      await Promise.all([write(), write()]);
    });

    test("is not ready, and is once it is a primary again, though nobody wrote", async () => {
      expect(await databaseState()).toEqual({ reachable: false, pendingMigrations: 0 });
      await again();
      await waitUntil(async () => (await databaseState()).reachable);
    });
  });

  test("a query that takes too long is cancelled by the server, and its connection stays good", async () => {
    await start(proxy.url, 1);
    const pid = "select pg_backend_pid() as pid";
    const before = await em().execute(pid);
    expect(isDatabaseUnavailable(await failure(() => em().execute("select pg_sleep(5)")))).toBe(true);
    expect(await em().execute(pid)).toEqual(before);
  });

  test("all connections busy", async () => {
    await start(proxy.url, 1);
    await em().transactional(async (manager) => {
      await manager.execute("select 1");
      const error = await failure();
      expect(isDatabaseUnavailable(error)).toBe(true);
      expect(String(error)).toContain("all connections are in use");
    });
    await expectQueryWorks();
  });

  test("a black hole: a query ends, and no dead connection is left over, tried or not", async () => {
    await start();
    const own = "select pg_backend_pid() as pid";
    // While one is held by a transaction, the other query has to open the second.
    const [one, other] = await em().transactional(async (manager) => [
      await manager.execute<{ pid: number }[]>(own),
      await em().execute<{ pid: number }[]>(own),
    ]);
    expect(one[0]?.pid).not.toBe(other[0]?.pid);
    proxy.freeze();
    expect(isDatabaseUnavailable(await failure())).toBe(true);
    proxy.thaw();
    await Promise.all([expectQueryWorks(), expectQueryWorks(), expectQueryWorks()]);
  });

  test("the driver's and the server's other ways to say so", () => {
    const coded = (code: string) => Object.assign(new Error("said by code"), { code });
    for (const code of ["ECONNRESET", "EPIPE", "57P01", "57P02", "57P03", "53300", "08006", "57014"]) {
      expect(isDatabaseUnavailable(coded(code)), code).toBe(true);
    }
    expect(isDatabaseUnavailable(new Error("while saving", { cause: coded("ECONNREFUSED") }))).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([coded("ECONNREFUSED")], "all addresses"))).toBe(true);
  });
});

describe("slow, not gone", () => {
  test("all connections busy, with one answer after the other", async () => {
    await start(proxy.url, 1);
    let waiting: Promise<void> | undefined;
    await em().transactional(async (manager) => {
      await manager.execute("select 1");
      waiting = expectQueryWorks();
      for (const _ of ["half", "all", "more than all the time to wait"]) {
        await manager.execute("select pg_sleep(0.8)");
      }
    });
    await waiting;
  });

  test("a request of many statements waits no longer in all than one of a single statement", async () => {
    await startOrm({ url: proxy.url, poolMax: 1, timeouts: { ...patience, busy: 2_000 } });
    /** Keeps the only connection for more than half of what one may wait, with answers all the while. */
    const whileTaken = (ask: () => Promise<unknown>) =>
      em().transactional(async (manager) => {
        await manager.execute("select 1");
        const asked = ask();
        for (const _ of ["first", "second"]) await manager.execute("select pg_sleep(0.7)");
        return { asked };
      });
    const askTwice = async () => {
      await (await whileTaken(expectQueryWorks)).asked;
      return whileTaken(failure);
    };
    const error = await shareWaiting(async () => (await askTwice()).asked);
    await shareWaiting(async () => {
      await (await whileTaken(expectQueryWorks)).asked;
      endSharedWaiting();
      // An answer that is being sent has the time again.
      await (await whileTaken(expectQueryWorks)).asked;
    });
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(String(error)).toContain("all connections are in use");
    // Whoever gave up keeps nothing.
    await expectQueryWorks();
    await shareWaiting(expectQueryWorks);
  });

  test("answers that came while this process stood still", async () => {
    await start(proxy.url, 1);
    const asked = Promise.all([expectQueryWorks(), expectQueryWorks()]);
    await new Promise((resolve) => setImmediate(resolve));
    standStill(patience.acquire + patience.query);
    await asked;
    const running = em().execute("select pg_sleep(0.5)");
    // Time for it to leave; where the machine needs more it leaves afterwards, and nothing is missed.
    await new Promise((resolve) => setTimeout(resolve, 100));
    standStill(patience.acquire + patience.query);
    await running;
  });
});

/** A machine that has no time for this process for a while, in milliseconds. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe("not gone", () => {
  test("refused values and wrong statements", async () => {
    await start();
    for (const sql of [
      "select 1 / 0",
      "select * from nowhere",
      "insert into news (title) values ('')",
      "nonsense",
    ]) {
      expect(isDatabaseUnavailable(await failure(() => em().execute(sql))), sql).toBe(false);
    }
    expect(isDatabaseUnavailable(await failure(() => em().find(News, { title: "a\0b" })))).toBe(false);
    expect(isDatabaseUnavailable(await failure(() => em().findOneOrFail(News, { title: "none" })))).toBe(
      false,
    );
  });

  test("anything else", () => {
    const endless = new Error("mine");
    endless.cause = endless;
    for (const thing of [endless, new TypeError("x"), "ECONNREFUSED", null, undefined, new Response()]) {
      expect(isDatabaseUnavailable(thing)).toBe(false);
    }
  });
});
