import { randomBytes } from "node:crypto";
import { knex } from "@mikro-orm/postgresql";
import { migrateDatabase } from "db/migrate.server";

export type TestDatabase = {
  url: string;
  /** Ends whoever is still connected, then removes the database. */
  drop(): Promise<void>;
};

/** A migrated database without rows, with the jobs' queues, of the caller's own, on the server of TEST_DATABASE_URL. */
export function testDatabase(): Promise<TestDatabase> {
  return createDatabase(fromEnvironment("TEST_DATABASE_TEMPLATE"));
}

/** A database without tables, for tests of the migrations themselves. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase("template0");
}

/** As `emptyDatabase`, in the encoding that a system without a locale leads to. */
export function asciiDatabase(): Promise<TestDatabase> {
  return createDatabase("template0 encoding 'SQL_ASCII' locale 'C' locale_provider libc");
}

/** The database that `testDatabase` copies: migrated once, since a copy takes a fraction of the time. */
export async function createTemplate(): Promise<TestDatabase & { name: string }> {
  const template = await emptyDatabase();
  await migrateDatabase(template.url);
  // What only a superuser does to the ledger, or an owner that gave itself these rights, tests do, too.
  await queryOnce(template.url, "grant update, delete, truncate on call_events to current_user");
  return { ...template, name: databaseName(template.url) };
}

export type Queries = {
  run<Row>(sql: string, values?: readonly (string | number)[]): Promise<Row[]>;
  close(): Promise<void>;
};

/** Longer than any statement of a test takes on a machine that does other things: whoever waits for it is no failure. */
const PATIENCE_MS = 1_200_000;

/** The options of at most so many connections of a test's own, which wait for each other and for the server. */
export const patientConnections = (url: string, max: number) => ({
  client: "pg",
  connection: url,
  acquireConnectionTimeout: PATIENCE_MS,
  pool: { min: 0, max, createTimeoutMillis: PATIENCE_MS, acquireTimeoutMillis: PATIENCE_MS },
});

/** Runs SQL on connections that stay open until `close`. */
export function openQueries(url: string): Queries {
  const connection = knex(patientConnections(url, 4));
  return {
    async run<Row>(sql: string, values: readonly (string | number)[] = []) {
      const result: { rows: Row[] } = await connection.raw(sql, [...values]);
      return result.rows;
    },
    close: () => connection.destroy(),
  };
}

/** Runs SQL on a connection that is closed afterwards. */
export async function queryOnce<Row>(
  url: string,
  sql: string,
  values: (string | number)[] = [],
): Promise<Row[]> {
  const queries = openQueries(url);
  try {
    return await queries.run<Row>(sql, values);
  } finally {
    await queries.close();
  }
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const server = fromEnvironment("TEST_DATABASE_URL");
  const name = `openbell_test_${randomBytes(6).toString("hex")}`;
  // Its files are copied: to write each of its pages into the log as well takes twice as long.
  await queryOnce(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      // "with (force)" fails where the server itself is cleaning up in there, which is not ours to end.
      const ours = `datname = '${name}' and usename = current_user`;
      const queries = openQueries(server);
      try {
        await queries.run(`select pg_terminate_backend(pid) from pg_stat_activity where ${ours}`);
        await queries.run(`drop database if exists ${name}`);
      } finally {
        await queries.close();
      }
    },
  };
}

function databaseName(url: string): string {
  return new URL(url).pathname.slice(1);
}

function fromEnvironment(name: "TEST_DATABASE_URL" | "TEST_DATABASE_TEMPLATE"): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: tests/support/global-setup.ts does that.`);
  return value;
}
