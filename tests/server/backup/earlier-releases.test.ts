import { join } from "node:path";
import { FORMER_MIGRATIONS } from "db/baseline/former-migrations";
import { MIGRATIONS } from "db/migrate.server";
import {
  fillSmallSite,
  NOW,
  readEntries,
  type Site,
  tablesIn,
  temporarySites,
  uploadsOf,
  writeValidArchive,
} from "tests/support/backups";
import { LATER, withLaterMigration } from "tests/support/later-migration";
import { queryOnce } from "tests/support/postgres";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { backUp } from "~/server/backup/back-up";
import { checkArchive, restore } from "~/server/backup/restore";

const { folder, newSite, remove } = temporarySites();
const made = join(folder, "made.tar.gz");
const earlier = join(folder, "earlier.tar.gz");

let site: Site;
beforeAll(async () => {
  const source = await newSite("source");
  await fillSmallSite(source);
  await backUp({ databaseUrl: source.databaseUrl, storage: uploadsOf(source), file: made, now: NOW });
});
beforeEach(async () => {
  site = await newSite("target");
});
afterAll(remove);

/** Makes `earlier` from `made`, like the backup of a database with these migrations. */
async function backupOf(migrations: readonly string[]): Promise<void> {
  const entries = await readEntries(made);
  const manifest = JSON.parse(String(entries.get("backup.json")));
  await writeValidArchive(
    earlier,
    entries.set("backup.json", Buffer.from(JSON.stringify({ ...manifest, migrations }))),
  );
}

const restoreInto = (file: string) =>
  restore({ databaseUrl: site.databaseUrl, storage: uploadsOf(site), file });
const query = (sql: string) => queryOnce(site.databaseUrl, sql);
const applied = () => query("select name from mikro_orm_migrations order by id");

const OWN = MIGRATIONS.map(({ name }) => name);

it("a backup is restored if all migrations ran that the baseline replaces", async () => {
  await backupOf([...FORMER_MIGRATIONS, ...OWN]);
  expect((await restoreInto(earlier)).newerMigrations).toEqual([]);
  expect(await query("select title from banners")).toEqual([{ title: "A title" }]);
  expect(await applied()).toEqual(OWN.map((name) => ({ name })));
});

it("a backup is restored with its rows before later migrations run", async () => {
  const { newerMigrations } = await withLaterMigration(() => restoreInto(made));
  expect(newerMigrations).toEqual([LATER]);
  expect(await query("select banners from later")).toEqual([{ banners: 1 }]);
  expect(await applied()).toEqual([...OWN, LATER].map((name) => ({ name })));
});

it("a backup is refused in one line if only some of the replaced migrations ran", async () => {
  await backupOf(FORMER_MIGRATIONS.slice(0, 60));
  const refusal = {
    name: "BackupError",
    exitCode: 65,
    message: `${earlier} is too old for this release. Restore it with commit 5dc6d42b, start that version once, then start this release.`,
  };
  await expect(checkArchive(earlier)).rejects.toMatchObject(refusal);
  await expect(restoreInto(earlier)).rejects.toMatchObject(refusal);
  expect(await tablesIn(site)).toEqual([]);
});
