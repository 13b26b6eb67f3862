import { BASELINE, FORMER_MIGRATIONS } from "db/baseline/former-migrations";
import { MIGRATIONS, migrateDatabase } from "db/migrate.server";
import { databaseState, startOrm, stopOrm } from "db/orm.server";
import { UnfitDatabaseError } from "db/unfit-database";
import { readCatalogue } from "tests/support/catalogue";
import { LATER, withLaterMigration } from "tests/support/later-migration";
import { emptyDatabase, queryOnce, type TestDatabase } from "tests/support/postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let database: TestDatabase;
beforeEach(async () => {
  database = await emptyDatabase();
});
afterEach(async () => {
  await stopOrm();
  await database.drop();
});

const applied = async () => {
  const rows = await queryOnce<{ name: string }>(
    database.url,
    "select name from mikro_orm_migrations order by id",
  );
  return rows.map(({ name }) => name);
};

/** Creates a database with the baseline's schema whose history lists these migrations. */
async function migratedBy(names: readonly string[]): Promise<void> {
  await migrateDatabase(database.url);
  await queryOnce(database.url, "truncate mikro_orm_migrations");
  await queryOnce(
    database.url,
    `insert into mikro_orm_migrations (name) select unnest(array[${names.map((name) => `'${name}'`).join(", ")}])`,
  );
}

const ALL_FORMER = [...FORMER_MIGRATIONS, BASELINE];
const SINCE = MIGRATIONS.map(({ name }) => name).filter((name) => name !== BASELINE);

describe("the baseline", () => {
  it("runs on an empty database, followed by later migrations", async () => {
    expect(await withLaterMigration(() => migrateDatabase(database.url))).toEqual([
      BASELINE,
      ...SINCE,
      LATER,
    ]);
    expect(await applied()).toEqual([BASELINE, ...SINCE, LATER]);
    expect(await queryOnce(database.url, "select banners from later")).toEqual([{ banners: 0 }]);
  });

  it("leaves a database unchanged that ran all migrations it replaces", async () => {
    await migratedBy([...ALL_FORMER, ...SINCE]);
    const before = await readCatalogue(database.url);
    await startOrm({ url: database.url });
    expect(await databaseState()).toEqual({ reachable: true, pendingMigrations: 0 });
    expect(await migrateDatabase(database.url)).toEqual([]);
    expect(await readCatalogue(database.url)).toEqual(before);
    expect(await applied()).toEqual([...ALL_FORMER, ...SINCE]);
  });

  it("lets such a database run later migrations", async () => {
    await migratedBy([...ALL_FORMER, ...SINCE]);
    expect(await withLaterMigration(() => migrateDatabase(database.url))).toEqual([LATER]);
  });

  it.each([
    1,
    60,
    FORMER_MIGRATIONS.length,
  ])("refuses a database with only the first %d of them and names the commit to start", async (count) => {
    const names = FORMER_MIGRATIONS.slice(0, count);
    await migratedBy(names);
    const before = await readCatalogue(database.url);
    const refusal: unknown = await migrateDatabase(database.url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UnfitDatabaseError);
    expect(refusal).toMatchObject({
      message:
        "the database is too old for this release: start commit 5dc6d42b with it once, then this release",
    });
    expect(await readCatalogue(database.url)).toEqual(before);
    expect(await applied()).toEqual(names);
  });

  it("replaces 121 migrations with distinct names", () => {
    expect(new Set(ALL_FORMER).size).toBe(121);
    expect(ALL_FORMER).toEqual(ALL_FORMER.toSorted());
  });
});
