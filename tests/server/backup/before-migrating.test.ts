import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrateDatabase } from "db/migrate.server";
import { fillSmallSite, type Site, temporarySites, uploadsOf } from "tests/support/backups";
import { LATER, withLaterMigration } from "tests/support/later-migration";
import { queryOnce } from "tests/support/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backUpBeforeMigrating } from "~/server/backup/before-migrating";
import { checkArchive } from "~/server/backup/restore";

const { newSite, remove } = temporarySites();

let site: Site;
beforeAll(async () => {
  site = await newSite("site");
  await fillSmallSite(site);
});
afterAll(remove);

const backUp = (name: string, migration: string, now = new Date("2026-11-22T12:00:00Z")) =>
  backUpBeforeMigrating(migration, {
    ...{ folder: join(site.dataDir, name), databaseUrl: site.databaseUrl, storage: uploadsOf(site), now },
  });

const laterTables = () =>
  queryOnce<{ name: string }>(
    site.databaseUrl,
    "select tablename as name from pg_tables where tablename = 'later'",
  );

describe("a backup before migrating", () => {
  it("is not made of an empty database", async () => {
    const fresh = await newSite("fresh");
    const made: unknown[] = [];
    await migrateDatabase(fresh.databaseUrl, { beforeChange: async (pending) => void made.push(pending) });
    expect(made).toEqual([]);
  });

  it("stops the migrations if its folder cannot be written", async () => {
    writeFileSync(join(site.dataDir, "taken"), "a file");
    const migrating = withLaterMigration(() =>
      migrateDatabase(site.databaseUrl, {
        beforeChange: async ([first = ""]) => void (await backUp("taken", first)),
      }),
    );
    await expect(migrating).rejects.toThrow(
      "MIGRATION_BACKUPS: There is a file where the folder should be (EEXIST). Nothing was migrated.",
    );
    expect(await laterTables()).toEqual([]);
  });

  it("keeps the last three archives, and other files", async () => {
    mkdirSync(join(site.dataDir, "kept"));
    writeFileSync(join(site.dataDir, "kept", "openbell-mine.tar.gz"), "");
    for (const day of ["21", "24", "22", "23"])
      await backUp("kept", `Migration${day}`, new Date(`2026-11-${day}T12:00:00Z`));
    expect(readdirSync(join(site.dataDir, "kept")).toSorted()).toEqual([
      "before-Migration22-20261122T120000Z.tar.gz",
      "before-Migration23-20261123T120000Z.tar.gz",
      "before-Migration24-20261124T120000Z.tar.gz",
      "openbell-mine.tar.gz",
    ]);
  });

  it("has the rows and pictures of before, and is made once", async () => {
    const made: string[] = [];
    const start = () =>
      migrateDatabase(site.databaseUrl, {
        beforeChange: async ([first = ""]) => void made.push(await backUp("backups", first)),
      });
    const runs = await withLaterMigration(() => Promise.all([start(), start()]));
    expect(runs.flat()).toEqual([LATER]);
    expect(made).toEqual([join(site.dataDir, "backups", `before-${LATER}-20261122T120000Z.tar.gz`)]);
    const { about, manifest } = await checkArchive(made[0] ?? "");
    expect(about.migrations).not.toContain(LATER);
    expect(manifest.tables.find(({ name }) => name === "banners")?.rows).toBe(1);
    expect(manifest.pictures).toEqual({ files: 1, missing: 0 });
    expect(await laterTables()).toHaveLength(1);
  });
});
