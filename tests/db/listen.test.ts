import { em, listen, startOrm, stopOrm } from "db/orm.server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryOnce, type TestDatabase, testDatabase } from "../support/postgres";
import { type TcpProxy, tcpProxy } from "../support/tcp-proxy";
import { saveSample } from "./samples";

/** Milliseconds; only what hangs takes as long. */
const PATIENCE = 120_000;

let database: TestDatabase;
let proxy: TcpProxy;

beforeEach(async () => {
  database = await testDatabase();
  proxy = await tcpProxy(database.url);
  await start(60_000);
});

/** @param patience milliseconds for anything that is asked of the database */
const start = (patience: number) =>
  startOrm({
    url: proxy.url,
    poolMax: 2,
    timeouts: { acquire: patience, busy: 2 * patience, connect: patience, query: patience },
  });

/** As before, but for who gives up soon: only where what does not answer is what the test is about. */
async function startImpatient() {
  await stopOrm();
  await start(500);
}

afterEach(async () => {
  await stopOrm();
  await proxy.close();
  await database.drop();
});

const CONTENT = [
  "ads",
  "banners",
  "daily_briefs",
  "movers",
  "news",
  "packages",
  "pick_lists",
  "quotes",
  "stock_picks",
  "trade_alerts",
  "videos",
];

function state() {
  const heard: string[] = [];
  const onConnected = vi.fn();
  const onLost = vi.fn();
  return { heard, onMessage: (payload: string) => void heard.push(payload), onConnected, onLost };
}

test("each change of content is told with its table's name, other changes are not", async () => {
  const { heard, onMessage } = state();
  await listen("content", onMessage);
  for (const table of CONTENT) await saveSample(em(), table);
  // A new one is told of by the record that shows it.
  await saveSample(em(), "images");
  await saveSample(em(), "members");
  await saveSample(em(), "changes");
  await em().execute("update news set title = title || '!'");
  await em().execute("update images set width = width + 1");
  // What was counted of an ad is no news: it would drop every kept page every two seconds.
  await em().execute("update ads set kept_views = kept_views + 1");
  await em().execute("delete from videos");
  await em().execute("truncate quotes");
  await em().execute("update ads set alt_text = 'Capital at risk.'");
  await em().execute("notify content, 'last'");
  await vi.waitFor(() => expect(heard.at(-1)).toBe("last"), PATIENCE);
  // An alert that names a ticker for the first time makes its instrument.
  expect([...new Set(heard)].sort()).toEqual([...CONTENT, "images", "instruments", "last"].sort());
  expect(heard.slice(-5)).toEqual(["images", "videos", "quotes", "ads", "last"]);
});

test("a change is told when it is committed, once per transaction and table", async () => {
  const { heard, onMessage } = state();
  await listen("content", onMessage);
  const undone = em().transactional(async (manager) => {
    await saveSample(manager, "news");
    throw new Error("changed my mind");
  });
  await expect(undone).rejects.toThrow("changed my mind");
  await em().transactional(async (manager) => {
    const knex = manager.getTransactionContext();
    await manager.execute(
      "insert into quotes (category, name, last) values ('Bonds', 'A', 1)",
      [],
      "run",
      knex,
    );
    await manager.execute(
      "insert into quotes (category, name, last) values ('Bonds', 'B', 1)",
      [],
      "run",
      knex,
    );
    expect(heard).not.toContain("quotes");
  });
  await em().execute("notify content, 'last'");
  await vi.waitFor(() => expect(heard.at(-1)).toBe("last"), PATIENCE);
  expect(heard.filter((table) => table === "quotes")).toEqual(["quotes"]);
});

test("a lost connection comes back by itself, and both are told", async () => {
  const { heard, onMessage, onConnected, onLost } = state();
  await listen("content", onMessage, { onConnected, onLost });
  expect(onConnected).toHaveBeenCalledTimes(1);
  const end =
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()";
  expect(await queryOnce(database.url, end)).toHaveLength(1);
  await vi.waitFor(() => expect(onConnected).toHaveBeenCalledTimes(2), PATIENCE);
  expect(onLost).toHaveBeenCalledTimes(1);
  await em().execute("notify content, 'again'");
  await vi.waitFor(() => expect(heard).toContain("again"), PATIENCE);
});

test("without a database the loss is told once, however often it is tried", async () => {
  await startImpatient();
  const { onMessage, onConnected, onLost } = state();
  proxy.freeze();
  await listen("content", onMessage, { onConnected, onLost });
  expect(onLost).toHaveBeenCalledTimes(1);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(onLost).toHaveBeenCalledTimes(1);
  expect(onConnected).not.toHaveBeenCalled();
  proxy.thaw();
  await vi.waitFor(() => expect(onConnected).toHaveBeenCalledTimes(1), PATIENCE);
});

test("a connection that only looks alive is found out", async () => {
  await startImpatient();
  const { heard, onMessage, onConnected, onLost } = state();
  await listen("content", onMessage, { onConnected, onLost, heartbeatMs: 100 });
  await vi.waitFor(() => expect(onConnected).toHaveBeenCalled(), PATIENCE);
  // A slow machine may have lost it before.
  const [lostBefore, connectedBefore] = [onLost.mock.calls.length, onConnected.mock.calls.length];
  proxy.freeze();
  await vi.waitFor(() => expect(onLost.mock.calls.length).toBeGreaterThan(lostBefore), PATIENCE);
  proxy.thaw();
  await vi.waitFor(() => expect(onConnected.mock.calls.length).toBeGreaterThan(connectedBefore), PATIENCE);
  await vi.waitFor(async () => {
    await queryOnce(database.url, "notify content, 'again'");
    expect(heard).toContain("again");
  }, PATIENCE);
});

test("who stopped listening hears nothing and holds no connection", async () => {
  const { heard, onMessage, onConnected, onLost } = state();
  const unlisten = await listen("content", onMessage, { onConnected, onLost });
  await unlisten();
  await em().execute("notify content, 'unheard'");
  const listeners =
    "select 1 from pg_stat_activity where query like 'listen %' and datname = current_database()";
  await vi.waitFor(async () => expect(await queryOnce(database.url, listeners)).toEqual([]), PATIENCE);
  expect(heard).toEqual([]);
  expect(onLost).not.toHaveBeenCalled();
});

test("a channel's name is a plain word", async () => {
  await expect(listen('content"; drop table news; --', () => {})).rejects.toThrow("Not a channel's name");
});
