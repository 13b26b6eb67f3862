import type { Knex } from "@mikro-orm/postgresql";
import { isDatabaseUnavailable } from "./database-unavailable";
import { defaultPool, type EntityManager, replicaForReads } from "./orm.server";
import { noteTables, tablesIn } from "./tables-read.server";

/** PostgreSQL's type number of timestamptz. */
const TIMESTAMPTZ_OID = 1184;

/** Where statements run: the pool, or one of its transactions. A unit of work uses its open transaction. */
export type Queryable = { raw(text: string, values: never): PromiseLike<unknown> };

type QueryResult = { rows: Record<string, unknown>[]; fields: { name: string; dataTypeID: number }[] };

/**
 * Runs a statement and returns plain rows, which cost less than entities. Values are bound as parameters,
 * separate from the text: the ORM's own `execute` would write them into it. Decimals are strings, times are
 * `Date`. The ORM sets its driver to return times as text, so they are converted here.
 * @param text SQL with `?` for each of `values`; columns are named like the row's properties (`created_at as
 * "createdAt"`)
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

/**
 * Uses the replica if it is current, or if it replaces an unavailable database. Otherwise uses the database.
 */
async function askAnywhere(text: string, ask: (pool: Knex) => PromiseLike<unknown>): Promise<unknown> {
  const replica = replicaForReads();
  if (!replica) return ask(defaultPool());
  // Before waiting for a connection: a change that is reported during the wait may not have reached the
  // replica.
  noteTables(tablesIn(text));
  const isFirst = replica.isCurrent || replica.standsInAtOnce;
  const read = isFirst ? await replica.read(ask) : undefined;
  if (read !== undefined) return read;
  try {
    return await ask(defaultPool());
  } catch (error) {
    if (isFirst || !replica.standsIn || !isDatabaseUnavailable(error)) throw error;
    replica.noteDatabaseAway();
    const replicaRows = await replica.read(ask);
    if (replicaRows === undefined) throw error;
    return replicaRows;
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
 * The same as `query`, on a connection that has already parsed and planned the statement. Use it for frequent
 * statements, for which planning and the driver take most of the time.
 * @param name the statement's name on each connection
 * @param text SQL with `$1`, `$2` … for each of `values`
 * @param within a transaction, whose settings affect the plan
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
    // Observers of the pool's queries see this one, too.
    client.emit("query", { sql: sent.text, bindings: sent.values });
    return await connection.query({ name, ...sent }).catch((error: unknown) => {
      if (isOutdatedPlan(error)) return connection.query(sent);
      throw error;
    });
  } finally {
    client.releaseConnection(connection);
  }
}

/**
 * SQLSTATE 0A000: usually a migration changed a column's type after the connection prepared the statement.
 */
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

/**
 * Rows are counted up to this number. Nobody pages further, and counting a million rows would make every list
 * slow.
 */
export const COUNT_LIMIT = 10_000;

/**
 * Matches of a back-office search are counted up to this number. The index only finds candidates, and each
 * one is read to confirm it.
 */
export const SEARCH_LIMIT = 1_000;
