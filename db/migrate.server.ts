import { type Migration, Migrator } from "@mikro-orm/migrations";
import { type Constructor, MikroORM } from "@mikro-orm/postgresql";
import { appliedMigrations } from "./backup/catalog.server";
import { Baseline } from "./baseline/baseline";
import {
  BASELINE,
  isBeforeBaseline,
  isFormerMigration,
  LAST_COMMIT_BEFORE,
} from "./baseline/former-migrations";
import { restoreMessage } from "./connection.server";
import { requireUtf8 } from "./database-encoding.server";
import { UnfitDatabaseError } from "./unfit-database";

/** All migrations, oldest first. Listed because the server's bundle has no folder to look into. */
export const MIGRATIONS: { name: string; class: Constructor<Migration> }[] = [
  { name: BASELINE, class: Baseline },
];

const isOurMigration = (name: string): boolean => MIGRATIONS.some((ours) => ours.name === name);

/** Whether this release has the migration or replaces it: a newer one may have more. */
export const isKnownMigration = (name: string): boolean => isOurMigration(name) || isFormerMigration(name);

/** The migrations of this release that make the schema on which these ran: the baseline instead of those it replaces. */
export const migrationsFor = (applied: readonly string[]): string[] => applied.filter(isOurMigration);

/** @property reachable it answers and takes what is written: a server that only reads is no primary (any more) */
export type DatabaseState = { reachable: boolean; pendingMigrations: number };

/** Any number that nobody else locks by: "openbell" read as hexadecimal digits of its letters, shortened. */
export const MIGRATION_LOCK = 1_869_636_974;

/**
 * See `migrate` in orm.server.ts.
 * @throws UnfitDatabaseError when the database stopped between the migrations that the baseline replaces
 */
export async function migrateDatabase(url: string): Promise<string[]> {
  const orm = await MikroORM.init(migrationOptions(url));
  orm.em.getKnex().on("query-error", restoreMessage);
  try {
    await requireUtf8(orm.em.getKnex());
    // Usually nothing is pending. The migrator would first list every table to find that out.
    const { reachable, pendingMigrations } = await readDatabaseState(orm);
    if (reachable && pendingMigrations === 0) return [];
    // A session's lock, held by the only connection there is: the migrations run on that very connection.
    await orm.em.execute("set lock_timeout = '5min'");
    await orm.em.execute("select pg_advisory_lock(?)", [MIGRATION_LOCK]);
    await orm.em.execute("set lock_timeout = default");
    await refuseBeforeBaseline(orm);
    const run = await orm.getMigrator().up();
    // An index on an expression that a migration makes is not used well before it has statistics, and no row
    // changes that would have them made: a search of a million rows took three seconds until somebody said this.
    if (run.length > 0) await orm.em.execute("analyze");
    return run.map(({ name }) => name);
  } finally {
    await orm.close(true);
  }
}

/** Behind the lock: an instance of the release that has the former migrations may just be running them. */
async function refuseBeforeBaseline(orm: MikroORM): Promise<void> {
  const applied = (await appliedMigrations(orm.em.getKnex())) ?? [];
  if (!isBeforeBaseline(applied)) return;
  const remedy = `start commit ${LAST_COMMIT_BEFORE} with it once, then this release`;
  throw new UnfitDatabaseError(`the database is too old for this release: ${remedy}`);
}

/** The options of an ORM that only migrates: few connections, no limit to how long a statement may take. */
export function migrationOptions(url: string, connections = 1) {
  return {
    clientUrl: url,
    driverOptions: {
      connection: {
        connectionString: url,
        application_name: "openbell migrations",
        keepAlive: true,
        connectionTimeoutMillis: 5_000,
        // Where a pooler is in use the role has a limit, and an index of a million rows takes longer.
        options: "-c statement_timeout=0",
      },
      pool: { min: 1, max: connections, propagateCreateError: true },
      log: { warn() {}, deprecate() {} },
    },
    entities: [],
    discovery: { warnWhenNoEntities: false },
    connect: false,
    extensions: [Migrator],
    migrations: {
      migrationsList: MIGRATIONS,
      snapshot: false,
      silent: true,
      // Switching foreign keys off needs a superuser, which hosted databases do not give.
      disableForeignKeys: false,
    },
  };
}

/** See `databaseState` in orm.server.ts. */
export async function readDatabaseState(orm: MikroORM): Promise<DatabaseState> {
  try {
    const [{ exists, writable } = { exists: false, writable: false }] = await orm.em.execute<
      { exists: boolean; writable: boolean }[]
    >(
      `select to_regclass('mikro_orm_migrations') is not null as exists,
              not current_setting('transaction_read_only')::bool as writable`,
    );
    // Its session was begun there and stays as it is: as an error it is thrown away, and so are the others of its time.
    if (!writable) await orm.em.execute("do $$ begin raise sqlstate '25006'; end $$");
    const rows = exists
      ? await orm.em.execute<{ name: string }[]>("select name from mikro_orm_migrations")
      : [];
    const done = new Set(rows.map(({ name }) => name));
    return { reachable: true, pendingMigrations: MIGRATIONS.filter(({ name }) => !done.has(name)).length };
  } catch {
    return { reachable: false, pendingMigrations: 0 };
  }
}
