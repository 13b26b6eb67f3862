import type { Database } from "./database";

/** Lets every write of one kind to a table fail while `run` runs, as a full disk or a bad day would. */
export async function breaking<Result>(
  database: Database,
  deed: "insert" | "update" | "delete",
  table: string,
  run: () => Promise<Result>,
): Promise<Result> {
  await database.rows(`create or replace function broken() returns trigger language plpgsql as
    $$ begin raise exception 'broken for a test'; end $$`);
  await database.rows(`create trigger broken before ${deed} on ${table} execute function broken()`);
  try {
    return await run();
  } finally {
    await database.rows(`drop trigger broken on ${table}`);
  }
}

/** Hides a column while `run` runs: what reads it fails. */
export async function without<Result>(
  database: Database,
  table: string,
  column: string,
  run: () => Promise<Result>,
): Promise<Result> {
  await database.rows(`alter table ${table} rename column ${column} to hidden_for_a_test`);
  try {
    return await run();
  } finally {
    await database.rows(`alter table ${table} rename column hidden_for_a_test to ${column}`);
  }
}
