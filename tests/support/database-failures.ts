import type { TestApp } from "./test-app";

/** Error codes of PostgreSQL's appendix: a bug of the product, or a server that shuts down. */
const SQLSTATES = { broken: "P0001", away: "57P01" } as const;

export type FailureKind = keyof typeof SQLSTATES;

const failingFunction = (name: string, returns: string, kind: FailureKind) =>
  `create or replace function ${name}() returns ${returns} language plpgsql as
   $$ begin raise exception 'broken for a test' using errcode = '${SQLSTATES[kind]}'; end $$`;

/** Fails every write of one kind to a table while `happen` runs, like a full disk. */
export async function withFailingWrites<Result>(
  { sql }: TestApp,
  operation: "insert" | "update" | "delete",
  table: string,
  run: () => Promise<Result>,
  kind: FailureKind = "broken",
): Promise<Result> {
  await sql(failingFunction("broken_write", "trigger", kind));
  await sql(`create trigger broken before ${operation} on ${table} execute function broken_write()`);
  try {
    return await run();
  } finally {
    await sql(`drop trigger broken on ${table}`);
  }
}

/** Fails every read of a table as an unavailable database would while `happen` runs; all else works. */
export async function withUnavailableTable<Result>(
  app: TestApp,
  table: string,
  run: () => Promise<Result>,
): Promise<Result> {
  await app.sql(failingFunction("broken_read", "boolean", "away"));
  return withoutTable(app, table, async () => {
    await app.sql(
      `create view ${table} as select kept.* from broken_read() left join ${table}_gone kept on true`,
    );
    try {
      return await run();
    } finally {
      await app.sql(`drop view ${table}`);
    }
  });
}

/** Makes reads of a table slower than any page waits while `run` runs; all else stays fast. */
export async function withSlowTable<Result>(
  app: TestApp,
  table: string,
  run: () => Promise<Result>,
): Promise<Result> {
  return withoutTable(app, table, async () => {
    await app.sql(
      `create view ${table} as
         select kept.* from (select pg_sleep(30)) as slow left join ${table}_gone as kept on true`,
    );
    try {
      return await run();
    } finally {
      // A read that still waits would hold the view until the time limit of its statement.
      await app.sql(
        "select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
      );
      await app.sql(`drop view ${table}`);
    }
  });
}

/** Runs a function while a table is missing, as after a failed migration: an error, not an outage. */
export async function withoutTable<Result>(
  { sql }: TestApp,
  table: string,
  run: () => Promise<Result>,
): Promise<Result> {
  await sql(`alter table ${table} rename to ${table}_gone`);
  try {
    return await run();
  } finally {
    await sql(`alter table ${table}_gone rename to ${table}`);
  }
}

/** The same without one column: only reads of that column fail. */
export async function withoutColumn<Result>(
  { sql }: TestApp,
  table: string,
  column: string,
  run: () => Promise<Result>,
): Promise<Result> {
  await sql(`alter table ${table} rename column ${column} to hidden_for_a_test`);
  try {
    return await run();
  } finally {
    await sql(`alter table ${table} rename column hidden_for_a_test to ${column}`);
  }
}
