import { type Knex, MikroORM } from "@mikro-orm/postgresql";
import { APPLICATION_NAME, restoreMessage } from "../connection.server";
import { requireUtf8 } from "../database-encoding.server";
import { inOneTransaction, MIGRATION_LOCK, migrationOptions } from "../migrate.server";
import type { EntityManager } from "../orm.server";
import { dropRebuildable } from "../rebuild.server";
import { BackupError, EXIT } from "./backup-error";
import { MIGRATIONS_TABLE, type TableShape, tablesOf } from "./catalog.server";
import { copyInto, copyTarget, prepareForCopying, quoted, type RowSink } from "./copy.server";

/** A database during a restore. Nobody else sees its rows yet. */
export type Load = {
  /** The manager of the transaction that contains every write. */
  manager: EntityManager;
  /** The empty tables, as the archive's migrations created them. */
  tables: readonly TableShape[];
  copyTable(table: TableShape): Promise<RowSink>;
  /**
   * Copies into a temporary table of this transaction, created if missing.
   * @param columns as in `create table`
   */
  copyPassing(name: string, columns: string): Promise<RowSink>;
};

type Work = {
  /** Runs without triggers and without checks of references. */
  copyRows(load: Load): Promise<void>;
  /** Runs after all checks and the newer migrations. */
  beforeCommit(manager: EntityManager): Promise<void>;
};

type LoadOptions = {
  /** Applied first, in this order. */
  migrations: readonly string[];
  /** The last number of each sequence. */
  sequences: Readonly<Record<string, string>>;
};

/** One for the transaction. The migrator reads its own table on the other. */
const CONNECTIONS = 2;

/**
 * Fills an empty database in one transaction. It applies the archive's migrations, copies the rows, checks
 * all references, applies newer migrations, and updates the planner's statistics.
 * @returns the names of the newer migrations
 * @throws BackupError if the database is not empty or a server uses it; any error leaves it unchanged
 */
export async function loadDatabase(url: string, options: LoadOptions, work: Work): Promise<string[]> {
  const orm = await MikroORM.init(migrationOptions(url, CONNECTIONS, inOneTransaction()));
  orm.em.getKnex().on("query-error", restoreMessage);
  let begun = false;
  try {
    return await orm.em.transactional(async (manager) => {
      const transaction = await openDatabase(manager);
      begun = true;
      return load(orm, manager as EntityManager, transaction, options, work);
    });
  } catch (error) {
    if (begun) await removeTraces(orm.em.getKnex());
    throw error;
  } finally {
    await orm.close(true);
  }
}

/** Opens the transaction once nobody else uses the database, or can before the commit. */
async function openDatabase(manager: { getTransactionContext<T>(): T | undefined }): Promise<Knex> {
  const transaction = manager.getTransactionContext<Knex>() as Knex;
  await requireUtf8(transaction);
  await prepareForCopying(transaction);
  // A server that starts now waits for this lock before it migrates, and then finds a complete database.
  await transaction.raw("set local lock_timeout = '5min'");
  await transaction.raw("select pg_advisory_xact_lock(?)", [MIGRATION_LOCK]);
  await refuseUsed(transaction);
  return transaction;
}

async function load(
  orm: MikroORM,
  manager: EntityManager,
  transaction: Knex,
  { migrations, sequences }: LoadOptions,
  work: Work,
): Promise<string[]> {
  await transaction.raw("set local maintenance_work_mem = '256MB'");
  await orm.getMigrator().up({ migrations: [...migrations], transaction });
  const tables = await tablesOf(transaction);
  await withoutTriggers(transaction, tables, () => work.copyRows(loadOf(manager, transaction, tables)));
  for (const [name, last] of Object.entries(sequences))
    await transaction.raw("select setval(quote_ident(?)::regclass, ?::bigint)", [name, last]);
  const newer = await orm.getMigrator().up({ transaction });
  await transaction.raw("analyze");
  await work.beforeCommit(manager);
  return newer.map(({ name }) => name);
}

const loadOf = (manager: EntityManager, transaction: Knex, tables: readonly TableShape[]): Load => ({
  manager,
  tables,
  copyTable: (table) => copyInto(transaction, copyTarget(table)),
  async copyPassing(name, columns) {
    await transaction.raw(`create temporary table if not exists ${quoted(name)} (${columns}) on commit drop`);
    return copyInto(transaction, quoted(name));
  },
});

/**
 * The archive contains what triggers compute (counts, times of changes). References are dropped and created
 * again, which checks them all at once. Rows that migrations wrote are deleted, because the archive has their
 * newer state. The ledger is still empty; its owner has no right to empty it.
 */
async function withoutTriggers(
  transaction: Knex,
  tables: readonly TableShape[],
  work: () => Promise<void>,
): Promise<void> {
  const names = tables.map(({ name }) => quoted(name));
  for (const name of names) await transaction.raw(`alter table ${name} disable trigger user`);
  await transaction.raw(`truncate ${(await emptiable(transaction, tables)).join(", ")}`);
  const rebuilt = await dropRebuildable(transaction, names);
  await work();
  for (const definition of rebuilt) await transaction.raw(definition);
  for (const name of names) await transaction.raw(`alter table ${name} enable trigger user`);
}

async function emptiable(transaction: Knex, tables: readonly TableShape[]): Promise<string[]> {
  const { rows } = await transaction.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(oid, 'truncate')`,
  );
  const allowed = new Set(rows.map(({ name }) => name));
  return tables.filter(({ name }) => allowed.has(name)).map(({ name }) => quoted(name));
}

async function refuseUsed(connection: Knex): Promise<void> {
  const { rows: servers } = await connection.raw(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = ?",
    [APPLICATION_NAME],
  );
  if (servers[0]?.count > 0)
    throw new BackupError("A server is running on this database. Stop it, then restore.", EXIT.later);
  const tables = await tablesOf(connection);
  if (tables.length > 0) throw notEmptyError(`it has ${tables.length} tables`);
}

/** @param why what the database contains */
export const notEmptyError = (why: string): BackupError =>
  new BackupError(
    `The database is not empty: ${why}. Restore into a new one, or move the embedded one away (DATA_DIR/postgres).`,
    EXIT.config,
  );

/**
 * The migrator creates its own table outside of the transaction. If the database is gone, there is nothing to
 * remove.
 */
async function removeTraces(connection: Knex): Promise<void> {
  await connection.raw(`drop table if exists ${MIGRATIONS_TABLE}`).catch(() => {});
}
