import { randomBytes } from "node:crypto";
import { knex } from "@mikro-orm/postgresql";
import { migrateDatabase } from "db/migrate.server";

export type TestDatabase = {
  url: string;
  /** Ends its connections, then drops the database. */
  drop(): Promise<void>;
};

/** A migrated database without rows, with the jobs' queues, on the server of TEST_DATABASE_URL. */
export function testDatabase(): Promise<TestDatabase> {
  return createDatabase(fromEnvironment("TEST_DATABASE_TEMPLATE"));
}

/** A database without tables, for tests of the migrations themselves. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase("template0");
}

/** As `emptyDatabase`, in the encoding of a system without a locale. */
export function asciiDatabase(): Promise<TestDatabase> {
  return createDatabase("template0 encoding 'SQL_ASCII' locale 'C' locale_provider libc");
}

/** The database that `testDatabase` copies: migrated once, because a copy is much faster. */
export async function createTemplate(): Promise<TestDatabase & { name: string }> {
  const template = await emptyDatabase();
  await migrateDatabase(template.url);
  // Tests also do what only superusers, or owners with extra rights, may do to the ledger.
  await queryOnce(template.url, "grant update, delete, truncate on call_events to current_user");
  return { ...template, name: databaseName(template.url) };
}

export type Queries = {
  run<Row>(sql: string, values?: readonly (string | number)[]): Promise<Row[]>;
  close(): Promise<void>;
};

/** Longer than any statement of a test on a busy machine: waiting is no failure. */
const PATIENCE_MS = 1_200_000;

/** Options of a limited pool of a test, whose queries wait for each other and for the server. */
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
  // File copy: writing each page to the WAL as well takes twice as long.
  await queryOnce(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      // "with (force)" fails while autovacuum, which this role may not end, works in the database.
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
