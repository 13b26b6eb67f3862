import type { TestApp } from "./app";

/** Lets something happen while a table is not there, as after a botched migration: not "away", but broken. */
export async function whileGone<Result>(
  app: TestApp,
  table: string,
  happen: () => Promise<Result>,
): Promise<Result> {
  await app.sql(`alter table ${table} rename to ${table}_gone`);
  try {
    return await happen();
  } finally {
    await app.sql(`alter table ${table}_gone rename to ${table}`);
  }
}
