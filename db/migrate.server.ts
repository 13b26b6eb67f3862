import { setTimeout as sleep } from "node:timers/promises";
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
import { Watchlist } from "./migrations/Migration20261129120000_watchlist";
import { Following } from "./migrations/Migration20261129130000_following";
import { Bell } from "./migrations/Migration20261129140000_bell";
import { Editions } from "./migrations/Migration20261129150000_editions";
import { PriceAlerts } from "./migrations/Migration20261129160000_price_alerts";
import { PrivateFeeds } from "./migrations/Migration20261130100000_private_feeds";
import { SignInLinks } from "./migrations/Migration20261130110000_sign_in_links";
import { Passkeys } from "./migrations/Migration20261130120000_passkeys";
import { Push } from "./migrations/Migration20261130130000_push";
import { SuppressedAddresses } from "./migrations/Migration20261130140000_suppressed_addresses";
import { Channels } from "./migrations/Migration20261130150000_channels";
import { ReportMailbox } from "./migrations/Migration20261130155000_report_mailbox";
import { EditionCounts } from "./migrations/Migration20261130160000_edition_counts";
import { HoldEmails } from "./migrations/Migration20261130170000_hold_emails";
import { EditionWords } from "./migrations/Migration20261130173000_edition_words";
import { MailSender } from "./migrations/Migration20261130175000_mail_sender";
import { ApiKeys } from "./migrations/Migration20261130200000_api_keys";
import { RecordChanges } from "./migrations/Migration20261130210000_record_changes";
import { RecordChangeTriggers } from "./migrations/Migration20261130210500_record_change_triggers";
import { UpdatedAtIndexes } from "./migrations/Migration20261130211000_updated_at_indexes";
import { IdempotencyKeys } from "./migrations/Migration20261130220000_idempotency_keys";
import { ExternalIds } from "./migrations/Migration20261130230000_external_ids";
import { Webhooks } from "./migrations/Migration20261201100000_webhooks";
import { PublicCallChanges } from "./migrations/Migration20261201100500_public_call_changes";
import { QuoteSymbols } from "./migrations/Migration20261201120000_quote_symbols";
import { EndedOnce } from "./migrations/Migration20261201130000_ended_once";
import { ChangeTimelines } from "./migrations/Migration20261201130500_change_timelines";
import { NarrowedStaff } from "./migrations/Migration20261202100000_narrowed_staff";
import { Reviews } from "./migrations/Migration20261202101000_reviews";
import { WorkingCopies } from "./migrations/Migration20261202110000_working_copies";
import { LabelsAndSegments } from "./migrations/Migration20261202120000_labels_and_segments";
import { ListViews } from "./migrations/Migration20261202130000_list_views";
import { UnfitDatabaseError } from "./unfit-database";

/** All migrations, oldest first. Listed by hand, because the bundled server has no folder to scan. */
export const MIGRATIONS: { name: string; class: Constructor<Migration> }[] = [
  { name: BASELINE, class: Baseline },
  { name: "Migration20261129120000_watchlist", class: Watchlist },
  { name: "Migration20261129130000_following", class: Following },
  { name: "Migration20261129140000_bell", class: Bell },
  { name: "Migration20261129150000_editions", class: Editions },
  { name: "Migration20261129160000_price_alerts", class: PriceAlerts },
  { name: "Migration20261130100000_private_feeds", class: PrivateFeeds },
  { name: "Migration20261130110000_sign_in_links", class: SignInLinks },
  { name: "Migration20261130120000_passkeys", class: Passkeys },
  { name: "Migration20261130130000_push", class: Push },
  { name: "Migration20261130140000_suppressed_addresses", class: SuppressedAddresses },
  { name: "Migration20261130150000_channels", class: Channels },
  { name: "Migration20261130155000_report_mailbox", class: ReportMailbox },
  { name: "Migration20261130160000_edition_counts", class: EditionCounts },
  { name: "Migration20261130170000_hold_emails", class: HoldEmails },
  { name: "Migration20261130173000_edition_words", class: EditionWords },
  { name: "Migration20261130175000_mail_sender", class: MailSender },
  { name: "Migration20261130200000_api_keys", class: ApiKeys },
  { name: "Migration20261130210000_record_changes", class: RecordChanges },
  { name: "Migration20261130210500_record_change_triggers", class: RecordChangeTriggers },
  { name: "Migration20261130211000_updated_at_indexes", class: UpdatedAtIndexes },
  { name: "Migration20261130220000_idempotency_keys", class: IdempotencyKeys },
  { name: "Migration20261130230000_external_ids", class: ExternalIds },
  { name: "Migration20261201100000_webhooks", class: Webhooks },
  { name: "Migration20261201100500_public_call_changes", class: PublicCallChanges },
  { name: "Migration20261201120000_quote_symbols", class: QuoteSymbols },
  { name: "Migration20261201130000_ended_once", class: EndedOnce },
  { name: "Migration20261201130500_change_timelines", class: ChangeTimelines },
  { name: "Migration20261202100000_narrowed_staff", class: NarrowedStaff },
  { name: "Migration20261202101000_reviews", class: Reviews },
  { name: "Migration20261202110000_working_copies", class: WorkingCopies },
  { name: "Migration20261202120000_labels_and_segments", class: LabelsAndSegments },
  { name: "Migration20261202130000_list_views", class: ListViews },
];

const isOurMigration = (name: string): boolean => MIGRATIONS.some((ours) => ours.name === name);

/** Whether this release contains the migration or replaces it. A newer release may have more. */
export const isKnownMigration = (name: string): boolean => isOurMigration(name) || isFormerMigration(name);

/** This release's migrations among those applied. The baseline stands for the migrations that it replaces. */
export const migrationsFor = (applied: readonly string[]): string[] => applied.filter(isOurMigration);

/** @property reachable it answers and accepts writes: a read-only server is not, or no longer, the primary */
export type DatabaseState = { reachable: boolean; pendingMigrations: number };

/** A number that no other lock uses: "openbell" read as hexadecimal digits of its letters, shortened. */
export const MIGRATION_LOCK = 1_869_636_974;

export type MigrateOptions = {
  /**
   * Runs before migrations change existing data, under their lock; not for an empty database. An error ends
   * the migration before anything has changed.
   */
  beforeChange?: (pending: readonly string[]) => Promise<void>;
};

/**
 * See `migrate` in orm.server.ts.
 * @throws UnfitDatabaseError if the database stopped between the migrations that the baseline replaces
 */
export async function migrateDatabase(url: string, { beforeChange }: MigrateOptions = {}): Promise<string[]> {
  const orm = await MikroORM.init(migrationOptions(url));
  orm.em.getKnex().on("query-error", restoreMessage);
  try {
    await requireUtf8(orm.em.getKnex());
    // Usually nothing is pending. To find that out, the migrator would first list every table.
    const { reachable, pendingMigrations } = await readDatabaseState(orm);
    if (reachable && pendingMigrations === 0) return [];
    // A session's lock on the only connection, so the migrations run on the same connection.
    // Another process may be making the backup.
    await takeLock(orm, beforeChange ? AN_HOUR_MS : 5 * A_MINUTE_MS);
    await refuseBeforeBaseline(orm);
    const pending = await migrationsToRun(orm);
    if (pending.length > 0 && pending.length < MIGRATIONS.length) await beforeChange?.(pending);
    const run = [];
    for (const names of runnableTogether(pending)) run.push(...(await runMigrations(orm, names)));
    // An index on an expression has no statistics after its migration, so the planner misuses it. No row
    // change would trigger them either. Without this, a search of a million rows took three seconds.
    if (run.length > 0) await orm.em.execute("analyze");
    return run.map(({ name }) => name);
  } finally {
    await orm.close(true);
  }
}

const A_MINUTE_MS = 60_000;
const AN_HOUR_MS = 60 * A_MINUTE_MS;
const TRY_EVERY_MS = 100;

/**
 * Asks again and again: an index that another process makes concurrently waits for every statement that is running,
 * also for one that waits for a lock.
 * @throws when another process has the lock for all that time
 */
async function takeLock(orm: MikroORM, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const [answer] = await orm.em.execute<{ taken: boolean }[]>("select pg_try_advisory_lock(?) as taken", [
      MIGRATION_LOCK,
    ]);
    if (answer?.taken) return;
    if (performance.now() > until) throw new Error("Another process has been migrating for too long.");
    await sleep(TRY_EVERY_MS);
  }
}

const isTransactional = (name: string): boolean => {
  const found = MIGRATIONS.find((each) => each.name === name);
  return !found || found.class.prototype.isTransactional();
};

/** Migrations in a row that share a transaction; each of the others is alone. */
function runnableTogether(names: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const name of names) {
    const last = groups.at(-1);
    if (last?.every(isTransactional) && isTransactional(name)) last.push(name);
    else groups.push([name]);
  }
  return groups;
}

/** The migrator would open a transaction around those, too, that cannot run in one. */
function runMigrations(orm: MikroORM, names: string[]) {
  orm.config.get("migrations").allOrNothing = names.every(isTransactional);
  return orm.getMigrator().up({ migrations: names });
}

/** The same migrations for a transaction that nobody else can see into: there an index blocks nobody. */
export const inOneTransaction = (): typeof MIGRATIONS =>
  MIGRATIONS.map(({ name, class: migration }) => ({
    name,
    class: class extends (migration as typeof Baseline) {
      override isTransactional(): boolean {
        return true;
      }
      override addSql(sql: Parameters<Migration["addSql"]>[0]): void {
        super.addSql(typeof sql === "string" ? sql.replace(/\bconcurrently /, "") : sql);
      }
    },
  }));

/** Another process may have run them while this one waited for the lock. */
async function migrationsToRun(orm: MikroORM): Promise<string[]> {
  const applied = new Set(migrationsFor((await appliedMigrations(orm.em.getKnex())) ?? []));
  return MIGRATIONS.map(({ name }) => name).filter((name) => !applied.has(name));
}

/** Runs under the lock: an instance of the release with the former migrations may be running them. */
async function refuseBeforeBaseline(orm: MikroORM): Promise<void> {
  const applied = (await appliedMigrations(orm.em.getKnex())) ?? [];
  if (!isBeforeBaseline(applied)) return;
  const remedy = `start commit ${LAST_COMMIT_BEFORE} with it once, then this release`;
  throw new UnfitDatabaseError(`the database is too old for this release: ${remedy}`);
}

/** The options of an ORM that only migrates: few connections, and no limit for a statement. */
export function migrationOptions(url: string, connections = 1, migrationsList = MIGRATIONS) {
  return {
    clientUrl: url,
    driverOptions: {
      connection: {
        connectionString: url,
        application_name: "openbell migrations",
        keepAlive: true,
        connectionTimeoutMillis: 5_000,
        // Behind a pooler the role has a limit, and an index of a million rows takes longer.
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
      migrationsList,
      snapshot: false,
      silent: true,
      // Disabling foreign keys requires a superuser, which hosted databases do not provide.
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
    // A session that began on a read-only server stays read-only. Its error makes the pool discard it, and
    // all sessions of the same age.
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
