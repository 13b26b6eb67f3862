import type { TestApp } from "./test-app";

/** How it breaks, as PostgreSQL's appendix "Error Codes" names it: a bug of ours, or a server that is shutting down. */
const SQLSTATES = { broken: "P0001", away: "57P01" } as const;

export type Breaking = keyof typeof SQLSTATES;

const failing = (name: string, returns: string, how: Breaking) =>
  `create or replace function ${name}() returns ${returns} language plpgsql as
   $$ begin raise exception 'broken for a test' using errcode = '${SQLSTATES[how]}'; end $$`;

/** Lets every write of one kind to a table fail while `happen` runs, as a full disk or a bad day would. */
export async function breaking<Result>(
  { sql }: TestApp,
  deed: "insert" | "update" | "delete",
  table: string,
  happen: () => Promise<Result>,
  how: Breaking = "broken",
): Promise<Result> {
  await sql(failing("broken_write", "trigger", how));
  await sql(`create trigger broken before ${deed} on ${table} execute function broken_write()`);
  try {
    return await happen();
  } finally {
    await sql(`drop trigger broken on ${table}`);
  }
}

/** Lets the database be away for whoever reads a table while `happen` runs; all else it answers. */
export async function whileUnread<Result>(
  app: TestApp,
  table: string,
  happen: () => Promise<Result>,
): Promise<Result> {
  await app.sql(failing("broken_read", "boolean", "away"));
  return whileGone(app, table, async () => {
    await app.sql(
      `create view ${table} as select kept.* from broken_read() left join ${table}_gone kept on true`,
    );
    try {
      return await happen();
    } finally {
      await app.sql(`drop view ${table}`);
    }
  });
}

/** Lets something happen while a table is not there, as after a botched migration: not "away", but broken. */
export async function whileGone<Result>(
  { sql }: TestApp,
  table: string,
  happen: () => Promise<Result>,
): Promise<Result> {
  await sql(`alter table ${table} rename to ${table}_gone`);
  try {
    return await happen();
  } finally {
    await sql(`alter table ${table}_gone rename to ${table}`);
  }
}

/** The same while it lacks a column: what reads that one fails, and nothing else. */
export async function without<Result>(
  { sql }: TestApp,
  table: string,
  column: string,
  happen: () => Promise<Result>,
): Promise<Result> {
  await sql(`alter table ${table} rename column ${column} to hidden_for_a_test`);
  try {
    return await happen();
  } finally {
    await sql(`alter table ${table} rename column hidden_for_a_test to ${column}`);
  }
}
