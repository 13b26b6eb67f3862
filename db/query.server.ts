import { type EntityManager, orm } from "./orm.server";

/** PostgreSQL's type number of timestamptz. */
const TIMESTAMPTZ = 1184;

/** What statements run on: the pool, or one transaction of it; a unit of work stands for the one it has open. */
export type Runs = { raw(text: string, values: never): PromiseLike<unknown> };

type Answer = { rows: Record<string, unknown>[]; fields: { name: string; dataTypeID: number }[] };

/**
 * Plain rows of a statement, the cheap way for what needs no entities.
 * Values travel beside the text as bound parameters: the ORM's own `execute` would write them into it.
 * Decimals come as strings, moments as `Date`; the ORM sets its driver to leave moments as text, so they are made here.
 * @param text SQL with `?` for each of `values`; columns named as the row's properties (`created_at as "createdAt"`).
 */
export async function rows<Row>(
  text: string,
  values: readonly unknown[] = [],
  on: Runs | EntityManager = orm().em.getKnex(),
): Promise<Row[]> {
  const transaction = "getTransactionContext" in on ? on.getTransactionContext() : on;
  const runs = (transaction as Runs | undefined) ?? orm().em.getKnex();
  const answer = (await runs.raw(text, [...values] as never)) as Answer;
  const moments = (answer.fields ?? []).filter(({ dataTypeID }) => dataTypeID === TIMESTAMPTZ);
  for (const row of moments.length > 0 ? answer.rows : []) {
    for (const { name } of moments) {
      const moment = row[name];
      if (typeof moment === "string") row[name] = new Date(moment);
    }
  }
  return answer.rows as Row[];
}

/** Rows are counted up to here: nobody pages further, and counting a million of them would make every list slow. */
export const COUNTED = 10_000;

/** How many rows there are, counted up to `COUNTED`. @param from what follows `from`, with `?` for each of `values` */
export async function countRows(from: string, values: readonly unknown[] = []): Promise<number> {
  const [counted] = await rows<{ total: number }>(
    `select count(*)::int as total from (select 1 from ${from} limit ${COUNTED}) as counted`,
    values,
  );
  return counted?.total ?? 0;
}
