import { int, raw } from "./sql";
import { type Statement, statement } from "./statement.server";

/** Rows per statement: it ends long before the limit for statements, however many rows are due. */
const SWEEP_ROWS = 1_000;

/**
 * Declares how to delete a table's expired rows, oldest first: `sweep("devices.sweep", "sessions",
 * "expires_at < now()")`. The condition's first word is the column of their time, which needs an index.
 * @returns a function that deletes some of them and returns the number
 */
export function sweep(name: string, table: string, over: `${string} < ${string}`): () => Promise<number> {
  const [time = ""] = over.split(" ", 1);
  const count = int.from`count(*)::int`;
  const take: Statement<{ count: number }, unknown> = statement(name, { count })`
    with gone as (
      delete from ${raw(table)} where ctid = any(array(
        select ctid from ${raw(table)} where ${raw(over)} order by ${raw(time)} limit ${SWEEP_ROWS} for update skip locked))
      returning 1)
    select ${{ count }} from gone`;
  return async () => (await take.first())?.count ?? 0;
}
