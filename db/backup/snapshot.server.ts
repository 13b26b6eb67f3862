import { type Knex, knex } from "@mikro-orm/postgresql";
import type { Queryable } from "../query.server";
import { appliedMigrations, sequencesOf, type TableShape, tablesOf } from "./catalog.server";
import { copyFrom, copyTarget, prepareForCopying, type RowSource } from "./copy.server";

/** The database at one moment, unaffected by later writes. Only one read at a time is possible. */
export type Snapshot = {
  /** The applied migrations. Empty if the database was never migrated. */
  migrations: readonly string[];
  tables: readonly TableShape[];
  /** The last number of each sequence. */
  sequences: Readonly<Record<string, string>>;
  /** The connection for statements that read the snapshot. */
  connection: Queryable;
  copyTable(table: TableShape): Promise<RowSource>;
  /** The rows of a query, in the format of `copyTable`. */
  copyQuery(sql: string): Promise<RowSource>;
};

/** Runs `work` on one connection, in one read-only transaction. */
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
