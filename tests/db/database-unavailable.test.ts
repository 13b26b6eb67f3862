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

/** The error that a query throws to a page or a form. */
async function queryError(run: () => Promise<unknown> = () => em().find(News, {})): Promise<unknown> {
  return await run().then(
    () => expect.fail("this should have failed"),
    (error: unknown) => error,
  );
}

const cutAndWait = async () => {
  proxy.cut();
  await new Promise((resolve) => setTimeout(resolve, 100));
};

async function expectQueryWorks(): Promise<void> {
  expect(await em().execute("select 1 as one")).toEqual([{ one: 1 }]);
}

describe("an unavailable database", () => {
  test("is reported when nothing listens on its port", async () => {
    await start();
    await proxy.close();
    const error = await queryError();
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(String(error)).toContain("No connection to the database: connect ECONNREFUSED");
    const within = await queryError(() => em().transactional((manager) => manager.execute("select 1")));
    expect(isDatabaseUnavailable(within)).toBe(true);
    expect(await databaseState()).toEqual({ reachable: false, pendingMigrations: 0 });
  });

  test("is reported when its host does not exist", async () => {
    await start("postgres://openbell@nowhere.invalid:5432/openbell");
    expect(isDatabaseUnavailable(await queryError())).toBe(true);
  });

  test("is reported when the server ends the session, and the next query works", async () => {
    await start();
    const [{ pid } = { pid: 0 }] = await em().execute<{ pid: number }[]>("select pg_backend_pid() as pid");
    const slow = queryError(() => em().execute("select pg_sleep(5)"));
    const busy = "select pid from pg_stat_activity where state = 'active' and pid = ?";
    await waitUntil(async () => (await queryOnce(database.url, busy, [pid])).length > 0);
    await queryOnce(database.url, "select pg_terminate_backend(?)", [pid]);
    expect(isDatabaseUnavailable(await slow)).toBe(true);
    await expectQueryWorks();
  });

  test("leaves no cut idle connections for reuse", async () => {
    await start();
    await Promise.all([expectQueryWorks(), expectQueryWorks()]);
    proxy.cut();
    // The pool learns of a cut after a moment; a query sent before that fails in any pool.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await Promise.all([expectQueryWorks(), expectQueryWorks()]);
  });

  test("does not fail a query if it only restarts", async () => {
    await start();
    await expectQueryWorks();
    proxy.refuse();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const query = expectQueryWorks();
    setTimeout(proxy.thaw, 300);
    await query;
  });

  test("is reported after a cut within a transaction", async () => {
    await start();
    const error = await queryError(() =>
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
    ["is sent once that was noticed", () => cutAndWait()],
    ["gets no answer", () => Promise.resolve(proxy.freeze())],
  ])("is reported when a connection is lost within a transaction and the next statement %s", async (_, lose) => {
    await start();
    const add = "insert into news (title, content, category) values ('Never', 'Sample data.', 'Tech')";
    const error = await queryError(() =>
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

  test("is reported when a commit gets no answer", async () => {
    await start();
    const error = await queryError(() =>
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
  ])("is reported after %s within a nested transaction", async (_, lose) => {
    await start();
    const error = await queryError(() =>
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

  describe("a read-only primary", () => {
    const write = () => em().execute("insert into rate_limits (key) values (gen_random_uuid()::text)");
    const alter = () => `alter database "${decodeURIComponent(new URL(database.url).pathname.slice(1))}"`;
    const again = () =>
      queryOnce(database.url, `set transaction read write; ${alter()} reset default_transaction_read_only`);
    /** Opens both connections to the read-only primary. */
    beforeEach(async () => {
      await queryOnce(database.url, `${alter()} set default_transaction_read_only = on`);
      await start();
      await Promise.all([expectQueryWorks(), expectQueryWorks()]);
    });

    test("is unavailable for writes, and its connections are not reused after the first failure", async () => {
      const reading = em().execute("select pg_sleep(0.5)");
      await again();
      expect(isDatabaseUnavailable(await queryError(write))).toBe(true);
      // This connection was opened during the read-only time, though it has answered since.
      await reading;
      await Promise.all([write(), write()]);
    });

    test("is not ready until it is a primary again, even without a write", async () => {
      expect(await databaseState()).toEqual({ reachable: false, pendingMigrations: 0 });
      await again();
      await waitUntil(async () => (await databaseState()).reachable);
    });
  });

  test("is reported when a query times out on the server, and its connection stays usable", async () => {
    await start(proxy.url, 1);
    const pid = "select pg_backend_pid() as pid";
    const before = await em().execute(pid);
    expect(isDatabaseUnavailable(await queryError(() => em().execute("select pg_sleep(5)")))).toBe(true);
    expect(await em().execute(pid)).toEqual(before);
  });

  test("is reported when all connections are busy", async () => {
    await start(proxy.url, 1);
    await em().transactional(async (manager) => {
      await manager.execute("select 1");
      const error = await queryError();
      expect(isDatabaseUnavailable(error)).toBe(true);
      expect(String(error)).toContain("all connections are in use");
    });
    await expectQueryWorks();
  });

  test("is reported when the network drops every packet, and no dead connection remains", async () => {
    await start();
    const own = "select pg_backend_pid() as pid";
    // A transaction holds one connection, so the other query opens a second.
    const [one, other] = await em().transactional(async (manager) => [
      await manager.execute<{ pid: number }[]>(own),
      await em().execute<{ pid: number }[]>(own),
    ]);
    expect(one[0]?.pid).not.toBe(other[0]?.pid);
    proxy.freeze();
    expect(isDatabaseUnavailable(await queryError())).toBe(true);
    proxy.thaw();
    await Promise.all([expectQueryWorks(), expectQueryWorks(), expectQueryWorks()]);
  });

  test("is recognised by the error codes of driver and server", () => {
    const coded = (code: string) => Object.assign(new Error("said by code"), { code });
    for (const code of ["ECONNRESET", "EPIPE", "57P01", "57P02", "57P03", "53300", "08006", "57014"]) {
      expect(isDatabaseUnavailable(coded(code)), code).toBe(true);
    }
    expect(isDatabaseUnavailable(new Error("while saving", { cause: coded("ECONNREFUSED") }))).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([coded("ECONNREFUSED")], "all addresses"))).toBe(true);
  });
});

describe("a slow database", () => {
  test("is not unavailable while busy connections keep answering", async () => {
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

  test("a request of many statements waits no longer in total than one statement", async () => {
    await startOrm({ url: proxy.url, poolMax: 1, timeouts: { ...patience, busy: 2_000 } });
    /** Holds the only connection for more than half of the waiting time, while it keeps answering. */
    const whileTaken = (ask: () => Promise<unknown>) =>
      em().transactional(async (manager) => {
        await manager.execute("select 1");
        const query = ask();
        for (const _ of ["first", "second"]) await manager.execute("select pg_sleep(0.7)");
        return { asked: query };
      });
    const askTwice = async () => {
      await (await whileTaken(expectQueryWorks)).asked;
      return whileTaken(queryError);
    };
    const error = await shareWaiting(async () => (await askTwice()).asked);
    await shareWaiting(async () => {
      await (await whileTaken(expectQueryWorks)).asked;
      endSharedWaiting();
      // Sending the response gets a full waiting time again.
      await (await whileTaken(expectQueryWorks)).asked;
    });
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(String(error)).toContain("all connections are in use");
    // A request that gave up leaves nothing behind.
    await expectQueryWorks();
    await shareWaiting(expectQueryWorks);
  });

  test("is not unavailable when this process was blocked while answers arrived", async () => {
    await start(proxy.url, 1);
    const query = Promise.all([expectQueryWorks(), expectQueryWorks()]);
    await new Promise((resolve) => setImmediate(resolve));
    blockProcess(patience.acquire + patience.query);
    await query;
    const running = em().execute("select pg_sleep(0.5)");
    // Time for the query to leave. On a slower machine it leaves afterwards, which does no harm.
    await new Promise((resolve) => setTimeout(resolve, 100));
    blockProcess(patience.acquire + patience.query);
    await running;
  });
});

/** Blocks this process, as an overloaded machine does. Milliseconds. */
function blockProcess(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe("an available database", () => {
  test("is not reported as unavailable after rejected values and wrong statements", async () => {
    await start();
    for (const sql of [
      "select 1 / 0",
      "select * from nowhere",
      "insert into news (title) values ('')",
      "nonsense",
    ]) {
      expect(isDatabaseUnavailable(await queryError(() => em().execute(sql))), sql).toBe(false);
    }
    expect(isDatabaseUnavailable(await queryError(() => em().find(News, { title: "a\0b" })))).toBe(false);
    expect(isDatabaseUnavailable(await queryError(() => em().findOneOrFail(News, { title: "none" })))).toBe(
      false,
    );
  });

  test("is not reported as unavailable after any other error", () => {
    const endless = new Error("mine");
    endless.cause = endless;
    for (const thing of [endless, new TypeError("x"), "ECONNREFUSED", null, undefined, new Response()]) {
      expect(isDatabaseUnavailable(thing)).toBe(false);
    }
  });
});
