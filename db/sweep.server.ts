import { int, raw } from "./sql";
import { type Statement, statement } from "./statement.server";

/** Rows that one statement takes: it ends long before statements are cancelled, however much has come together. */
const SWEEP_ROWS = 1_000;

/**
 * Declares how a table is swept of rows whose time is over, oldest first: `sweep("devices.sweep", "sessions", "expires_at < now()")`.
 * The condition's first word is the column of their time, which needs an index.
 * @returns what takes away a part of them and tells how many
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
