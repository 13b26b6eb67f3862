import { cpSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { knex, MikroORM } from "@mikro-orm/postgresql";
import { migrationOptions } from "db/migrate.server";
import {
  addPendingJob,
  fillSmallSite,
  NOW,
  packEntries,
  QUEUE,
  readContents,
  readEntries,
  readPendingJobs,
  type Site,
  tablesIn,
  temporarySites,
  uploadsOf,
  writeValidArchive,
} from "tests/support/backups";
import { asciiDatabase, queryOnce } from "tests/support/postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "~/platform/storage.server";
import { backUp } from "~/server/backup/back-up";
import { restore } from "~/server/backup/restore";

const { folder, newSite, remove } = temporarySites();
const whole = join(folder, "whole.tar.gz");
const changed = join(folder, "changed.tar.gz");

/** Empty until the last restore. */
let site: Site;

beforeAll(async () => {
  const full = await newSite("full");
  await fillSmallSite(full);
  await addPendingJob(full);
  await backUp({ databaseUrl: full.databaseUrl, storage: uploadsOf(full), file: whole, now: NOW });
  site = await newSite("target");
});
afterAll(remove);

const restoreInto = (file: string, storage: Storage = uploadsOf(site), { databaseUrl } = site) =>
  restore({ databaseUrl, storage, file });

/** A storage that must not be used. */
const untouched: Storage = {
  put: () => Promise.reject(new Error("touched")),
  read: () => Promise.reject(new Error("touched")),
  list: () => {
    throw new Error("touched");
  },
  removeFolder: () => Promise.reject(new Error("touched")),
};

async function expectRefusal(file: string, exitCode: number, message: RegExp, into = site): Promise<void> {
  await expect(restoreInto(file, untouched, into)).rejects.toMatchObject({
    name: "BackupError",
    exitCode,
    message: expect.stringMatching(message),
  });
}

describe("a restore is refused", () => {
  it("if the database is not in UTF-8, before any write", async () => {
    const ascii = await asciiDatabase();
    const into = { databaseUrl: ascii.url, storage: untouched, file: whole };
    await expect(restore(into)).rejects.toThrow("the database's encoding is SQL_ASCII, not UTF8");
    expect(await queryOnce(ascii.url, "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
    await ascii.drop();
  });

  it("if the database has tables, which stay unchanged", async () => {
    const full = await newSite("not empty");
    await fillSmallSite(full);
    const before = await readContents(full);
    const message = /^The database is not empty: it has \d+ tables\. Restore into a new one/;
    await expectRefusal(whole, 78, message, full);
    expect(await readContents(full)).toEqual(before);
  });

  it("if the queue still has another database's jobs", async () => {
    const waiting = await newSite("with jobs");
    await addPendingJob(waiting);
    const before = await tablesIn(waiting);
    await expectRefusal(whole, 78, /^The database is not empty: it has waiting jobs/, waiting);
    expect(await tablesIn(waiting)).toEqual(before);
  });

  it("while a server runs on the database", async () => {
    const pool = knex({
      client: "pg",
      connection: { connectionString: site.databaseUrl, application_name: "openbell" },
    });
    try {
      await pool.raw("select 1");
      await expectRefusal(whole, 75, /^A server is running on this database\. Stop it, then restore\.$/);
    } finally {
      await pool.destroy();
    }
    expect(await tablesIn(site)).toEqual([]);
  });

  it.each([0.001, 0.1, 0.5, 0.9, 0.999])("if the archive was cut at %f of its length", async (share) => {
    cpSync(whole, changed);
    truncateSync(changed, Math.floor(share * readFileSync(whole).length));
    await expectRefusal(changed, 65, /is not a backup of Openbell\.$|was cut or altered: its end is missing/);
    expect(await tablesIn(site)).toEqual([]);
  });

  it("if a byte of the archive was changed", async () => {
    const bytes = readFileSync(whole);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
    writeFileSync(changed, bytes);
    await expectRefusal(changed, 65, /is not a backup of Openbell\.$|was cut or altered/);
  });

  it("if a row was changed and compressed correctly", async () => {
    const entries = await readEntries(whole);
    const row = entries.get("tables/banners/000001");
    entries.set("tables/banners/000001", Buffer.from(String(row).replace("A title", "a title")));
    await packEntries(changed, entries);
    await expectRefusal(changed, 65, /was cut or altered: its checksums do not match/);
  });

  it("if an entry or the manifest was removed", async () => {
    const entries = await readEntries(whole);
    await packEntries(changed, new Map([...entries].filter(([name]) => name !== "manifest.json")));
    await expectRefusal(changed, 65, /its end is missing/);
    await packEntries(changed, new Map([...entries].filter(([name]) => !name.startsWith("uploads/"))));
    await expectRefusal(changed, 65, /its checksums do not match/);
  });

  it("if data follows the manifest, or the manifest is invalid", async () => {
    const entries = await readEntries(whole);
    await packEntries(changed, new Map(entries).set("tables/more/000001", Buffer.from("1\n")));
    await expectRefusal(changed, 65, /there is data after its manifest/);
    await packEntries(changed, new Map(entries).set("manifest.json", Buffer.from("{}")));
    await expectRefusal(changed, 65, /its manifest cannot be read/);
  });

  it("if a picture or the manifest exceeds the memory limit, before it is read", async () => {
    const entries = await readEntries(whole);
    const picture = [...entries.keys()].find((name) => name.startsWith("uploads/")) ?? "";
    for (const name of [picture, "backup.json"]) {
      await writeValidArchive(changed, new Map(entries).set(name, Buffer.alloc(32 * 1024 * 1024 + 1)));
      await expectRefusal(changed, 65, new RegExp(`was cut or altered: ${name} has 33554433 bytes`));
    }
    expect(await tablesIn(site)).toEqual([]);
  });

  it("if the archive has a newer format or unknown migrations", async () => {
    const entries = await readEntries(whole);
    const manifest = JSON.parse(String(entries.get("backup.json")));
    const withManifest = (change: object) =>
      writeValidArchive(
        changed,
        new Map(entries).set("backup.json", Buffer.from(JSON.stringify({ ...manifest, ...change }))),
      );
    await withManifest({ format: 2 });
    await expectRefusal(changed, 65, /was made by a newer release/);
    await withManifest({ migrations: [...manifest.migrations, "Migration20991231000000_later"] });
    await expectRefusal(changed, 65, /was made by a newer release/);
    expect(await tablesIn(site)).toEqual([]);
  });

  it("if the file is missing or not an archive", async () => {
    await expectRefusal(join(folder, "nowhere.tar.gz"), 66, /^There is no file .*nowhere\.tar\.gz\.$/);
    await expectRefusal(folder, 66, /cannot be read \(EISDIR\)/);
    writeFileSync(changed, "");
    await expectRefusal(changed, 65, /is not a backup of Openbell/);
    writeFileSync(changed, "something else");
    await expectRefusal(changed, 65, /is not a backup of Openbell/);
    await packEntries(changed, new Map([["holiday.jpg", Buffer.from("beach")]]));
    await expectRefusal(changed, 65, /is not a backup of Openbell/);
    await packEntries(changed, new Map([["backup.json", Buffer.from('{"product":"another"}')]]));
    await expectRefusal(changed, 65, /is not a backup of Openbell/);
  });
});

describe("a failed restore leaves the database empty", () => {
  // All into one database: whatever a failed restore left there would be in the way of the next one.
  afterEach(async () => {
    expect(await tablesIn(site)).toEqual([]);
  });

  it("if the pictures do not fit on the disk", async () => {
    const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    const storage = { ...untouched, put: () => Promise.reject(full) };
    await expect(restoreInto(whole, storage)).rejects.toBe(full);
  });

  it("if a row breaks a constraint of its table", async () => {
    const entries = await readEntries(whole);
    const row = String(entries.get("tables/banners/000001")).replace("A title", "");
    await writeValidArchive(changed, entries.set("tables/banners/000001", Buffer.from(row)));
    await expect(restoreInto(changed)).rejects.toThrow("banners_title_length");
  });

  it("if a row refers to a missing one", async () => {
    const entries = await readEntries(whole);
    entries.delete("tables/images/000001");
    const manifest = JSON.parse(String(entries.get("manifest.json")));
    for (const table of manifest.tables) if (table.name === "images") table.rows = 0;
    await writeValidArchive(changed, entries.set("manifest.json", Buffer.from(JSON.stringify(manifest))));
    await expect(restoreInto(changed)).rejects.toThrow("banners_image_id_foreign");
  });

  it("if a table has too few rows", async () => {
    const entries = await readEntries(whole);
    entries.delete("tables/banners/000001");
    await writeValidArchive(changed, entries);
    await expect(restoreInto(changed)).rejects.toThrow("Some rows of banners were lost during the restore");
  });

  it("if the tables differ from the migrations'", async () => {
    const entries = await readEntries(whole);
    const manifest = JSON.parse(String(entries.get("manifest.json")));
    manifest.tables.pop();
    await writeValidArchive(changed, entries.set("manifest.json", Buffer.from(JSON.stringify(manifest))));
    await expect(restoreInto(changed)).rejects.toThrow("do not match its migrations");
  });

  it("if a job cannot be queued again", async () => {
    const entries = await readEntries(whole);
    const job = String(entries.get("jobs/000001")).replace(QUEUE, "");
    await writeValidArchive(changed, entries.set("jobs/000001", Buffer.from(job)));
    await expect(restoreInto(changed)).rejects.toThrow(/name/i);
  });
});

it("a restore after failed ones restores everything", async () => {
  await restoreInto(whole);
  expect(await queryOnce(site.databaseUrl, "select title from banners")).toEqual([{ title: "A title" }]);
  expect(await readPendingJobs(site)).toHaveLength(1);
});

describe("the leftovers of a killed restore", () => {
  it("do not prevent the next one: an empty migrations table and queues without jobs", async () => {
    const left = await newSite("left");
    const orm = await MikroORM.init(migrationOptions(left.databaseUrl));
    await orm.getMigrator().getExecutedMigrations();
    await orm.close(true);
    await addPendingJob(left, { undone: false });
    expect(await tablesIn(left)).toEqual(expect.arrayContaining(["public.mikro_orm_migrations", "jobs.job"]));
    await restoreInto(whole, uploadsOf(left), left);
    expect(await queryOnce(left.databaseUrl, "select title from banners")).toEqual([{ title: "A title" }]);
    expect(await readPendingJobs(left)).toHaveLength(1);
  });
});

describe("a backup", () => {
  it("is refused if the database is empty", async () => {
    const { databaseUrl } = await newSite("nothing");
    const options = { databaseUrl, storage: untouched, file: changed, now: NOW };
    await expect(backUp(options)).rejects.toMatchObject({
      exitCode: 78,
      message: "There is nothing to back up: the database is empty.",
    });
  });
});
