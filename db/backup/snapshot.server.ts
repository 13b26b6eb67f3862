import { type Knex, knex } from "@mikro-orm/postgresql";
import type { Queryable } from "../query.server";
import { appliedMigrations, sequencesOf, type TableShape, tablesOf } from "./catalog.server";
import { copyFrom, copyTarget, prepareForCopying, type RowSource } from "./copy.server";

/** The database as it was at one moment, whatever is written meanwhile. One thing at a time may be read of it. */
export type Snapshot = {
  /** Those applied; none where the database was never migrated. */
  migrations: readonly string[];
  tables: readonly TableShape[];
  /** The last number that each sequence has given. */
  sequences: Readonly<Record<string, string>>;
  /** What statements run on that read it. */
  connection: Queryable;
  copyTable(table: TableShape): Promise<RowSource>;
  /** The rows of a query, as `copyTable` has those of a table. */
  copyQuery(sql: string): Promise<RowSource>;
};

/** Does `work` on one connection in one transaction that only reads. */
export async function readSnapshot<Result>(
  url: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const pool = knex({
    client: "pg",
    connection: { connectionString: url, application_name: "openbell backup", keepAlive: true },
    pool: { min: 0, max: 1 },
  });
  try {
    return await pool.transaction(async (transaction) => work(await takeSnapshot(transaction)), {
      isolationLevel: "repeatable read",
      readOnly: true,
    });
  } finally {
    await pool.destroy();
  }
}

async function takeSnapshot(transaction: Knex): Promise<Snapshot> {
  await prepareForCopying(transaction);
  return {
    migrations: (await appliedMigrations(transaction)) ?? [],
    tables: await tablesOf(transaction),
    sequences: await sequencesOf(transaction),
    connection: transaction,
    copyTable: (table) => copyFrom(transaction, copyTarget(table)),
    copyQuery: (sql) => copyFrom(transaction, `(${sql})`),
  };
}
