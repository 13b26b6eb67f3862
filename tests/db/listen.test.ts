import { em, listen, startOrm, stopOrm } from "db/orm.server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryOnce, type TestDatabase, testDatabase } from "../support/postgres";
import { type TcpProxy, tcpProxy } from "../support/tcp-proxy";
import { saveSample } from "./samples";

/** Milliseconds. Only a hanging test takes this long. */
const PATIENCE = 120_000;

let database: TestDatabase;
let proxy: TcpProxy;

beforeEach(async () => {
  database = await testDatabase();
  proxy = await tcpProxy(database.url);
  await start(60_000);
});

/** @param patience time limit of every database operation, in milliseconds */
const start = (patience: number) =>
  startOrm({
    url: proxy.url,
    poolMax: 2,
    timeouts: { acquire: patience, busy: 2 * patience, connect: patience, query: patience },
  });

/** With short time limits, for tests in which the database does not answer. */
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

test("each change of content notifies its table's name, other changes do not", async () => {
  const { heard, onMessage } = state();
  await listen("content", onMessage);
  for (const table of CONTENT) await saveSample(em(), table);
  // A new picture needs no notification of its own: the record that shows it sends one.
  await saveSample(em(), "images");
  await saveSample(em(), "members");
  await saveSample(em(), "changes");
  await em().execute("update news set title = title || '!'");
  await em().execute("update images set width = width + 1");
  // Changed ad counts do not notify: they would clear every cached page every two seconds.
  await em().execute("update ads set kept_views = kept_views + 1");
  await em().execute("delete from videos");
  await em().execute("truncate quotes");
  await em().execute("update ads set alt_text = 'Capital at risk.'");
  await em().execute("notify content, 'last'");
  await vi.waitFor(() => expect(heard.at(-1)).toBe("last"), PATIENCE);
  // An alert with a new ticker creates its instrument.
  expect([...new Set(heard)].sort()).toEqual([...CONTENT, "images", "instruments", "last"].sort());
  expect(heard.slice(-5)).toEqual(["images", "videos", "quotes", "ads", "last"]);
});

test("a change notifies on commit, once per transaction and table", async () => {
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

test("a lost connection reconnects, and reports both the loss and the return", async () => {
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

test("an unavailable database reports one loss, however many retries follow", async () => {
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

test("a half-open connection is detected", async () => {
  await startImpatient();
  const { heard, onMessage, onConnected, onLost } = state();
  await listen("content", onMessage, { onConnected, onLost, heartbeatMs: 100 });
  await vi.waitFor(() => expect(onConnected).toHaveBeenCalled(), PATIENCE);
  // A slow machine may have lost the connection before this point.
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

test("a stopped listener receives nothing and holds no connection", async () => {
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

test("a channel name must be a plain word", async () => {
  await expect(listen('content"; drop table news; --', () => {})).rejects.toThrow("Not a channel's name");
});
