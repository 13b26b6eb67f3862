import type { Knex } from "@mikro-orm/postgresql";
import { isDatabaseUnavailable } from "./database-unavailable";
import { defaultPool, type EntityManager, replicaForReads } from "./orm.server";
import { noteTables, tablesIn } from "./tables-read.server";

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
  connection?: Queryable | EntityManager,
): Promise<Row[]> {
  if (!connection) return rowsOf((await readAnywhere(text, values)) as QueryResult);
  const transaction = "getTransactionContext" in connection ? connection.getTransactionContext() : connection;
  const target = (transaction as Queryable | undefined) ?? defaultPool();
  return rowsOf((await target.raw(text, [...values] as never)) as QueryResult);
}

const readAnywhere = (text: string, values: readonly unknown[]): Promise<unknown> =>
  askAnywhere(text, (pool) => pool.raw(text, [...values] as never));

/** Reads from the replica if it is current, or if it stands in for the database; otherwise from the database. */
async function askAnywhere(text: string, ask: (pool: Knex) => PromiseLike<unknown>): Promise<unknown> {
  const replica = replicaForReads();
  if (!replica) return ask(defaultPool());
  // Told before there is a connection: a change heard of while we wait for one may not have come there yet.
  noteTables(tablesIn(text));
  const isFirst = replica.isCurrent || replica.standsInAtOnce;
  const read = isFirst ? await replica.read(ask) : undefined;
  if (read !== undefined) return read;
  try {
    return await ask(defaultPool());
  } catch (error) {
    if (isFirst || !replica.standsIn || !isDatabaseUnavailable(error)) throw error;
    replica.noteDatabaseAway();
    const standIn = await replica.read(ask);
    if (standIn === undefined) throw error;
    return standIn;
  }
}

type PreparedConnection = {
  query(sent: { name?: string; text: string; values: unknown[] }): Promise<QueryResult>;
};
type PoolClient = {
  acquireConnection(): Promise<PreparedConnection>;
  releaseConnection(connection: PreparedConnection): void;
  emit(event: "query", statement: { sql: string; bindings: readonly unknown[] }): void;
};

/**
 * The same as `query` on a connection that has parsed and planned the statement before: for one that is
 * asked again and again, of which the way to the driver and the planning are the larger part.
 * @param name under which each connection knows it
 * @param text SQL with `$1`, `$2` … for each of `values`
 * @param within a transaction, whose settings the plan is made by
 */
export async function queryPrepared<Row>(
  name: string,
  text: string,
  values: readonly unknown[],
  within?: Queryable,
): Promise<Row[]> {
  const ask = (pool: Queryable) => askPrepared(pool, { name, text, values: [...values] });
  if (within) return rowsOf<Row>(await ask(within));
  return rowsOf<Row>((await askAnywhere(text, ask)) as QueryResult);
}

async function askPrepared(
  pool: Queryable,
  { name, ...sent }: { name: string; text: string; values: unknown[] },
): Promise<QueryResult> {
  const { client } = pool as unknown as { client: PoolClient };
  const connection = await client.acquireConnection();
  try {
    // Whoever listens to what a pool is asked hears of this, too.
    client.emit("query", { sql: sent.text, bindings: sent.values });
    return await connection.query({ name, ...sent }).catch((error: unknown) => {
      if (isOutdatedPlan(error)) return connection.query(sent);
      throw error;
    });
  } finally {
    client.releaseConnection(connection);
  }
}

/** SQLSTATE 0A000: as a rule a migration has changed the type of a column since the connection prepared the statement. */
const isOutdatedPlan = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "0A000";

function rowsOf<Row>(result: QueryResult): Row[] {
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
