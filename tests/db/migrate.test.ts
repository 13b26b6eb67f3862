import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MIGRATIONS, migrateDatabase } from "db/migrate.server";
import { databaseState, isDatabaseUnavailable, migrate, startOrm, stopOrm } from "db/orm.server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { emptyDatabase, queryOnce, type TestDatabase } from "../support/postgres";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

let database: TestDatabase;
let folder: string;
let program: string;

beforeAll(async () => {
  // Inside node_modules, so that its imports resolve. The program is bundled like the server.
  folder = mkdtempSync(join(ROOT, "node_modules", ".migrate-test-"));
  const source = join(folder, "program.ts");
  program = join(folder, "out", "program.mjs");
  writeFileSync(
    source,
    `import { migrateDatabase } from ${JSON.stringify(join(ROOT, "db/migrate.server"))};
     process.once("message", async (url) => process.send?.(await migrateDatabase(String(url)), () => process.exit()));
     process.send?.("ready");`,
  );
  const { build } = await import("vite");
  await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    build: {
      ssr: source,
      outDir: join(folder, "out"),
      rollupOptions: { output: { entryFileNames: "program.mjs" } },
    },
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(async () => {
  database = await emptyDatabase();
});

afterEach(async () => {
  await stopOrm();
  await database.drop();
});

const ALL = MIGRATIONS.map(({ name }) => name);

async function messageFrom(child: ChildProcess): Promise<unknown> {
  const [message]: unknown[] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => [`ended with ${code}`]),
  ]);
  return message;
}

test("four processes at once: one migrates, the others find nothing to do", async () => {
  const children = Array.from({ length: 4 }, () => fork(program));
  expect(await Promise.all(children.map(messageFrom))).toEqual(Array(4).fill("ready"));
  for (const child of children) child.send(database.url);
  const results = await Promise.all(children.map(messageFrom));
  expect(results.filter((names) => Array.isArray(names) && names.length === 0)).toHaveLength(3);
  expect(results).toContainEqual(ALL);
  const rows = await queryOnce<{ name: string }>(
    database.url,
    "select name from mikro_orm_migrations order by id",
  );
  expect(rows.map(({ name }) => name)).toEqual(ALL);
});

test("a second migration waits for the first", async () => {
  const results = await Promise.all([migrateDatabase(database.url), migrateDatabase(database.url)]);
  expect(results.flat()).toEqual(ALL);
  // Only this database's locks: others on the same server have their own.
  const heldLocks = `select 1 from pg_locks join pg_database d on d.oid = database
     where locktype = 'advisory' and datname = current_database()`;
  const locks = await queryOnce(database.url, heldLocks);
  expect(locks).toEqual([]);
});

test("the role's statement timeout does not apply to migrations", async () => {
  const { pathname } = new URL(database.url);
  await queryOnce(
    database.url,
    `alter role current_user in database ${pathname.slice(1)} set statement_timeout = '100ms'`,
  );
  // The second migration waits longer than this limit.
  const results = await Promise.all([migrateDatabase(database.url), migrateDatabase(database.url)]);
  expect(results.flat()).toEqual(ALL);
});

test("pending migrations are counted before and after migrating", async () => {
  await startOrm({ url: database.url });
  expect(await databaseState()).toEqual({ reachable: true, pendingMigrations: ALL.length });
  expect(await migrate()).toEqual(ALL);
  expect(await databaseState()).toEqual({ reachable: true, pendingMigrations: 0 });
  expect(await migrate()).toEqual([]);
});

test("a failed migration leaves no tables behind", async () => {
  await queryOnce(database.url, "create table trade_alerts (id int)");
  await expect(migrateDatabase(database.url)).rejects.toThrow('relation "trade_alerts" already exists');
  const tables = "select tablename from pg_tables where schemaname = 'public' order by 1";
  expect(await queryOnce(database.url, tables)).toEqual([
    { tablename: "mikro_orm_migrations" },
    { tablename: "trade_alerts" },
  ]);
});

test("an unreachable database is reported at once as unavailable", async () => {
  const url = new URL(database.url);
  url.port = "1";
  const error: unknown = await migrateDatabase(url.href).catch((thrown: unknown) => thrown);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(String(error)).toContain("ECONNREFUSED");
  url.port = new URL(database.url).port;
  url.username = "stranger";
  // The message depends on the server's rules: no such role, no password, or no entry in pg_hba.conf.
  await expect(migrateDatabase(url.href)).rejects.toThrow(/"stranger"/);
});

test("migrations collect statistics, and a start without migrations does not", async () => {
  const analyzeCounts = () =>
    queryOnce<{ times: string }>(
      database.url,
      "select distinct analyze_count as times from pg_stat_user_tables where schemaname = 'public'",
    );
  await migrateDatabase(database.url);
  expect(await analyzeCounts()).toEqual([{ times: "1" }]);
  await migrateDatabase(database.url);
  expect(await analyzeCounts()).toEqual([{ times: "1" }]);
});
