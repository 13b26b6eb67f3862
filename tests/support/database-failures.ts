import type { TestApp } from "./test-app";

/** How it breaks, as PostgreSQL's appendix "Error Codes" names it: a bug of ours, or a server that is shutting down. */
const SQLSTATES = { broken: "P0001", away: "57P01" } as const;

export type FailureKind = keyof typeof SQLSTATES;

const failingFunction = (name: string, returns: string, kind: FailureKind) =>
  `create or replace function ${name}() returns ${returns} language plpgsql as
   $$ begin raise exception 'broken for a test' using errcode = '${SQLSTATES[kind]}'; end $$`;

/** Lets every write of one kind to a table fail while `happen` runs, as a full disk or a bad day would. */
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

/** Lets the database be away for whoever reads a table while `happen` runs; all else it answers. */
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

/** Lets a table take far longer to read than any page would wait while `run` runs; all else is as quick as ever. */
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
      await app.sql(`drop view ${table}`);
    }
  });
}

/** Lets something happen while a table is not there, as after a botched migration: not "away", but broken. */
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

/** The same while it lacks a column: what reads that one fails, and nothing else. */
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
