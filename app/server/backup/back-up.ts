import { BackupError, EXIT } from "db/backup/backup-error";
import type { TableShape } from "db/backup/catalog.server";
import type { RowSource } from "db/backup/copy.server";
import { readSnapshot, type Snapshot } from "db/backup/snapshot.server";
import { queuesExist, WAITING_JOBS } from "~/platform/jobs/waiting-jobs.server";
import type { Storage } from "~/platform/storage.server";
import { ABOUT, type About, FORMAT, JOBS, MANIFEST, type Manifest, tablePart, UPLOADS } from "./parts";
import { readFile, storedKeys } from "./picture-files";
import { splitIntoPieces } from "./split-into-pieces";
import { type Archive, writeArchive } from "./write-archive";

export type BackupOptions = {
  databaseUrl: string;
  storage: Storage;
  /** Path of the archive; must not exist yet. */
  file: string;
  now: Date;
};

/**
 * Writes the database and its picture files into one archive, as of a single moment, while the site keeps
 * running. Only one chunk of a table or one picture file is in memory at a time.
 * @returns the archive's contents
 * @throws BackupError with a line to show
 */
export function backUp({ databaseUrl, storage, file, now }: BackupOptions): Promise<Manifest> {
  return readSnapshot(databaseUrl, async (snapshot) => {
    if (snapshot.migrations.length === 0)
      throw new BackupError("There is nothing to back up: the database is empty.", EXIT.config);
    return writeArchive(file, (archive) => writeAll(archive, snapshot, storage, now));
  });
}

/** Pictures first: the snapshot keeps the rows, but a picture may be deleted at any moment. */
async function writeAll(
  archive: Archive,
  snapshot: Snapshot,
  storage: Storage,
  now: Date,
): Promise<Manifest> {
  const { migrations, sequences } = snapshot;
  const about: About = {
    product: "openbell",
    format: FORMAT,
    createdAt: now.toISOString(),
    migrations: [...migrations],
  };
  await archive.add(ABOUT, json(about));
  const pictures = await writePictures(archive, snapshot, storage);
  const tables: Manifest["tables"] = [];
  for (const table of snapshot.tables)
    tables.push({ ...table, rows: await writeTable(archive, snapshot, table) });
  const jobs = await writeJobs(archive, snapshot);
  const manifest = { parts: archive.sums(), tables, jobs, pictures, sequences: { ...sequences } };
  await archive.add(MANIFEST, json(manifest));
  return manifest;
}

async function writePictures(archive: Archive, snapshot: Snapshot, storage: Storage) {
  const pictures = { files: 0, missing: 0 };
  for await (const key of storedKeys(snapshot)) {
    const bytes = await readFile(storage, key);
    if (bytes) await archive.add(`${UPLOADS}/${key}`, bytes);
    pictures[bytes ? "files" : "missing"] += 1;
  }
  return pictures;
}

const writeTable = async (archive: Archive, snapshot: Snapshot, table: TableShape): Promise<number> =>
  writeRows(archive, tablePart(table.name), await snapshot.copyTable(table));

/** A site that never ran has no queues yet. */
async function writeJobs(archive: Archive, { connection, copyQuery }: Snapshot): Promise<number> {
  return (await queuesExist(connection)) ? writeRows(archive, JOBS, await copyQuery(WAITING_JOBS)) : 0;
}

async function writeRows(archive: Archive, part: string, source: RowSource): Promise<number> {
  let entry = 0;
  for await (const piece of splitIntoPieces(source)) {
    entry += 1;
    await archive.add(`${part}/${String(entry).padStart(6, "0")}`, piece);
  }
  return source.rowCount;
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
