import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { migrateDatabase } from "db/migrate.server";
import { em, migrate, startOrm, stopOrm } from "db/orm.server";
import { BULK_KINDS } from "db/seeds/bulk/arguments";
import { seedBulk } from "db/seeds/bulk.server";
import { packTar, unpackTar } from "modern-tar";
import { readConfig, setConfig } from "~/platform/config.server";
import { enqueue, startJobs, stopJobs } from "~/platform/jobs/queue.server";
import { diskStorage } from "~/platform/storage/disk-storage.server";
import { MANIFEST, type Manifest, PartSums } from "~/server/backup/parts";
import { seedIfEmpty } from "~/server/seed";
import { emptyDatabase, openQueries, type Queries, queryOnce, type TestDatabase } from "./postgres";

/** The data of a site: its database and its folder of pictures. */
export type Site = { databaseUrl: string; dataDir: string };

export const uploadsOf = ({ dataDir }: Site) => diskStorage(join(dataDir, "uploads"));

export const NOW = new Date("2026-11-22T12:00:00Z");

/** The queue of the jobs that `fillSite` leaves pending. */
export const QUEUE = "backup_test";

/** Works on a database as the server does. The last settings remain the configuration. */
export async function runAsServer<Result>(site: Site, work: () => Promise<Result>): Promise<Result> {
  const { databaseUrl, dataDir } = site;
  const read = readConfig({ NODE_ENV: "test", DEMO: "1", DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  setConfig(read.config);
  await startOrm({ url: databaseUrl });
  try {
    return await work();
  } finally {
    await stopOrm();
  }
}

/**
 * The demo with its pictures, `each` rows of every growing kind, and three pending jobs, one of them
 * tomorrow.
 */
export async function fillSite(site: Site, each: number): Promise<void> {
  await runAsServer(site, async () => {
    await migrate();
    await seedIfEmpty(NOW);
    const counts = Object.fromEntries(BULK_KINDS.map((kind) => [kind, each]));
    await seedBulk({ ...counts, now: NOW, report: () => {} });
    await startJobs([QUEUE], () => {});
    await enqueue(QUEUE, { said: 'a "quote", a \\ and a\nline' });
    await enqueue(QUEUE, { of: "a transaction" }, {}, em());
    await enqueue(QUEUE, { when: "tomorrow" }, { delaySeconds: 86_400 });
    await stopJobs();
  });
}

/** One picture with its file, and one banner that shows it. */
export async function fillSmallSite(site: Site): Promise<void> {
  await migrateDatabase(site.databaseUrl);
  await queryOnce(
    site.databaseUrl,
    `with picture as (insert into images (width, height, byte_size, widths) values (320, 200, 3, '{320}') returning id)
     insert into banners (title, image_id) select 'A title', id from picture`,
  );
  const [banner] = await queryOnce<{ id: string }>(site.databaseUrl, "select image_id as id from banners");
  await uploadsOf(site).put(`${banner?.id}/320.webp`, Buffer.from("abc"));
}

/** A pending job, or only its queue. */
export async function addPendingJob(site: Site, { undone = true } = {}): Promise<void> {
  await runAsServer(site, async () => {
    await startJobs([QUEUE], () => {});
    if (undone) await enqueue(QUEUE, {});
    await stopJobs();
  });
}

const TABLES = "select tablename as name from pg_tables where schemaname = 'public' order by 1";

/** The parts of a database to compare: rows, sequences, indexes, constraints and triggers. */
export async function readContents({ databaseUrl }: Site): Promise<Record<string, unknown>> {
  const queries = openQueries(databaseUrl);
  try {
    const tables = await queries.run<{ name: string }>(TABLES);
    const rows: Record<string, string> = {};
    for (const { name } of tables) rows[name] = await hashOf(queries, name);
    return { rows, ...(await shapeOf(queries)) };
  } finally {
    await queries.close();
  }
}

async function hashOf(queries: Queries, table: string): Promise<string> {
  // The time of a migration is not content.
  const row = table === "mikro_orm_migrations" ? "r.name" : "r::text";
  const [found] = await queries.run<{ print: string }>(
    `select count(*) || ' ' || md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) as print from "${table}" as r`,
  );
  return found?.print ?? "";
}

async function shapeOf(queries: Queries): Promise<Record<string, unknown>> {
  return {
    sequences: await queries.run(
      "select sequencename, last_value from pg_sequences where schemaname = 'public' and sequencename not like 'mikro%' order by 1",
    ),
    indexes: await queries.run("select indexdef from pg_indexes where schemaname = 'public' order by 1"),
    constraints: await queries.run(
      `select conrelid::regclass::text, conname, convalidated, pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace order by 1, 2`,
    ),
    triggers: await queries.run(
      `select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
    ),
  };
}

/** The pending jobs, with the fields that a queue guarantees. */
export async function readPendingJobs({ databaseUrl }: Site): Promise<unknown[]> {
  const queries = openQueries(databaseUrl);
  try {
    return await queries.run(
      `select name, data, round(extract(epoch from start_after - now()) / 3600)::int as hours from jobs.job
        where state = 'created' order by data::text`,
    );
  } finally {
    await queries.close();
  }
}

/** Every file below a folder by its path, with a hash of its content. */
export function filesIn(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [relative(folder, path), createHash("sha256").update(readFileSync(path)).digest("hex")]),
  );
}

/** The number of tables in all schemas that a backup restores. */
export async function tablesIn({ databaseUrl }: Site): Promise<string[]> {
  const queries = openQueries(databaseUrl);
  try {
    const found = await queries.run<{ name: string }>(
      "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'jobs')",
    );
    return found.map(({ name }) => name);
  } finally {
    await queries.close();
  }
}

/** The entries of an archive by name. */
export async function readEntries(file: string): Promise<Map<string, Buffer>> {
  const entries = await unpackTar(gunzipSync(readFileSync(file)));
  return new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? [])]));
}

/** An archive of these entries unchanged: their checksums may be wrong. */
export async function packEntries(file: string, entries: Map<string, Buffer>): Promise<void> {
  const packed = [...entries].map(([name, data]) => ({ header: { name, size: data.length }, data }));
  writeFileSync(file, gzipSync(await packTar(packed)));
}

/** An archive of these entries with correct checksums. */
export async function writeValidArchive(file: string, entries: Map<string, Buffer>): Promise<void> {
  const sums = new PartSums();
  for (const [name, bytes] of entries) sums.begin(name, bytes.length)(bytes);
  const manifest = JSON.parse(String(entries.get(MANIFEST))) as Manifest;
  const manifestEntry = Buffer.from(JSON.stringify({ ...manifest, parts: sums.sums() }));
  await packEntries(file, new Map(entries).set(MANIFEST, manifestEntry));
}

export const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "openbell-backup-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** Empty sites of a test, each with a database and a folder inside one temporary folder. */
export function temporarySites() {
  const { folder, remove } = temporaryFolder();
  const databases: TestDatabase[] = [];
  return {
    folder,
    async newSite(name: string): Promise<Site> {
      const database = await emptyDatabase();
      databases.push(database);
      return { databaseUrl: database.url, dataDir: join(folder, name) };
    },
    async remove(): Promise<void> {
      for (const database of databases) await database.drop();
      remove();
    },
  };
}
