import { Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import { BackupError, EXIT } from "db/backup/backup-error";
import type { TableShape } from "db/backup/catalog.server";
import type { RowSink } from "db/backup/copy.server";
import { type Load, loadDatabase, notEmptyError } from "db/backup/load.server";
import { isBeforeBaseline } from "db/baseline/former-migrations";
import { isKnownMigration, migrationsFor } from "db/migrate.server";
import { type EntityManager, em, startOrm, stopOrm } from "db/orm.server";
import { beginChangesAnew } from "~/features/changes-feed/number-changes.server";
import { pauseChannels } from "~/features/newsletters/channels/queue-posts.server";
import { holdEditions } from "~/features/newsletters/editions.queries.server";
import { endPushes } from "~/features/newsletters/push/queue-push.server";
import { beginPriceAlertsAnew } from "~/features/watchlist/price-alerts/fire-alerts.server";
import { disableRestored } from "~/features/webhooks/webhooks.queries.server";
import {
  hasJobs,
  removeQueues,
  requeueJobs,
  WAITING_JOBS_COLUMNS,
  WAITING_JOBS_TABLE,
} from "~/platform/jobs/waiting-jobs.server";
import type { Storage } from "~/platform/storage.server";
import { JOBS, type Manifest, partName, tablePart, UPLOADS } from "./parts";
import {
  newerReleaseError,
  readEntries,
  tooOldError,
  type VerifiedArchive,
  verifyArchive,
} from "./read-archive";

export type RestoreOptions = { databaseUrl: string; storage: Storage; file: string };

export type Restored = { manifest: Manifest; newerMigrations: string[] };

/**
 * Fills an empty database and the storage from an archive, after verifying the whole archive. All rows,
 * references and newer migrations are committed together. Picture files written before a failure stay and are
 * overwritten by the next attempt.
 * @throws BackupError with a line to show; after any error the database is as empty as before
 */
export async function restore({ databaseUrl, storage, file }: RestoreOptions): Promise<Restored> {
  const { about, manifest } = await checkArchive(file);
  const migrations = migrationsFor(about.migrations);
  const { sequences } = manifest;
  const newerMigrations = await loadDatabase(
    databaseUrl,
    { migrations, sequences },
    {
      async copyRows(load) {
        if (await hasJobs(load.manager)) throw notEmptyError("it has waiting jobs");
        await loadArchive(file, manifest, load, storage);
      },
      async beforeCommit(manager) {
        await holdEditions(manager);
        await endPushes(manager);
        await pauseChannels(manager);
        await disableRestored(manager);
        await beginPriceAlertsAnew(manager);
        await beginChangesAnew(manager);
        if (manifest.jobs > 0) await requeue(databaseUrl, manager);
      },
    },
  );
  return { manifest, newerMigrations };
}

/** @throws BackupError when the archive is incomplete or this release cannot restore it */
export async function checkArchive(file: string): Promise<VerifiedArchive> {
  const verified = await verifyArchive(file);
  const { migrations } = verified.about;
  if (!migrations.every(isKnownMigration)) throw newerReleaseError(file);
  if (isBeforeBaseline(migrations)) throw tooOldError(file);
  return verified;
}

async function loadArchive(file: string, manifest: Manifest, load: Load, storage: Storage): Promise<void> {
  if (!isDeepStrictEqual(manifest.tables.map(columnNames), load.tables.map(columnNames)))
    throw new BackupError(`The tables in ${file} do not match its migrations.`, EXIT.data);
  const rows = new Map<string, number>();
  for await (const entry of readEntries(file)) {
    const part = partName(entry.name);
    if (part === UPLOADS) {
      await storage.put(entry.name.slice(UPLOADS.length + 1), await buffer(entry.body));
      continue;
    }
    const sink = await sinkOf(part, manifest, load);
    await pipeline(Readable.from(entry.body), sink);
    if ("rowCount" in sink) rows.set(part, (rows.get(part) ?? 0) + sink.rowCount);
  }
  for (const { name, rows: expected } of manifest.tables)
    if ((rows.get(tablePart(name)) ?? 0) !== expected)
      throw new Error(`Some rows of ${name} were lost during the restore`);
}

/** Columns as a set: migrations applied in another order place them differently. */
const columnNames = ({ name, columns }: TableShape) => ({ name, columns: columns.toSorted() });

/** The target of an entry; descriptive entries were read before. */
async function sinkOf(part: string, { tables }: Manifest, load: Load): Promise<RowSink | Writable> {
  if (part === JOBS) return load.copyPassing(WAITING_JOBS_TABLE, WAITING_JOBS_COLUMNS);
  const table = tables.find(({ name }) => tablePart(name) === part);
  return table ? load.copyTable(table) : new Writable({ write: (_bytes, _encoding, done) => done() });
}

/** Last, because pg-boss creates its tables outside the transaction. */
async function requeue(databaseUrl: string, manager: EntityManager): Promise<void> {
  await startOrm({ url: databaseUrl });
  try {
    await requeueJobs(manager);
  } catch (error) {
    await removeQueues(em());
    throw error;
  } finally {
    await stopOrm();
  }
}
