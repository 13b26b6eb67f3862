import { defaultPool, type EntityManager } from "./orm.server";

/** PostgreSQL's type number of timestamptz. */
const TIMESTAMPTZ_OID = 1184;

/** What statements run on: the pool, or one transaction of it; a unit of work stands for the one it has open. */
export type Queryable = { raw(text: string, values: never): PromiseLike<unknown> };

type QueryResult = { rows: Record<string, unknown>[]; fields: { name: string; dataTypeID: number }[] };

/**
 * Plain rows of a statement, the cheap way for what needs no entities.
 * Values travel beside the text as bound parameters: the ORM's own `execute` would write them into it.
 * Decimals come as strings, moments as `Date`; the ORM sets its driver to leave moments as text, so they are made here.
 * @param text SQL with `?` for each of `values`; columns named as the row's properties (`created_at as "createdAt"`).
 */
export async function query<Row>(
  text: string,
  values: readonly unknown[] = [],
  connection: Queryable | EntityManager = defaultPool(),
): Promise<Row[]> {
  const transaction = "getTransactionContext" in connection ? connection.getTransactionContext() : connection;
  const target = (transaction as Queryable | undefined) ?? defaultPool();
  const result = (await target.raw(text, [...values] as never)) as QueryResult;
  const timestampColumns = (result.fields ?? []).filter(({ dataTypeID }) => dataTypeID === TIMESTAMPTZ_OID);
  for (const row of timestampColumns.length > 0 ? result.rows : []) {
    for (const { name } of timestampColumns) {
      const value = row[name];
      if (typeof value === "string") row[name] = new Date(value);
    }
  }
  return result.rows as Row[];
}

/** Rows are counted up to here: nobody pages further, and counting a million of them would make every list slow. */
export const COUNT_LIMIT = 10_000;

/**
 * What has the words of a back-office's search is counted up to here: the index only tells which rows may have them, and
 * each is read to be sure.
 */
export const SEARCH_LIMIT = 1_000;
