import { loadDatabase } from "db/backup/load.server";
import { MIGRATIONS, migrateDatabase } from "db/migrate.server";
import { emptyDatabase, queryOnce } from "tests/support/postgres";
import { expect, it } from "vitest";

const OUTSIDE = "Migration20261130211000_updated_at_indexes";
const VALID = `select indisvalid as valid from pg_index where indexrelid = 'news_updated_at_id_index'::regclass`;

it("a migration outside a transaction replaces what its interrupted attempt left", async () => {
  const database = await emptyDatabase();
  await migrateDatabase(database.url);
  await queryOnce(
    database.url,
    `delete from mikro_orm_migrations where name = '${OUTSIDE}'; drop index news_updated_at_id_index;
     create index news_updated_at_id_index on news (title)`,
  );
  expect(await migrateDatabase(database.url)).toEqual([OUTSIDE]);
  const made = "select indexdef from pg_indexes where indexname = 'news_updated_at_id_index'";
  expect(await queryOnce(database.url, made)).toEqual([
    { indexdef: expect.stringContaining("(updated_at, id)") },
  ]);
  await database.drop();
});

it("a backup of before such a migration is restored in one transaction, with its index", async () => {
  const database = await emptyDatabase();
  const names = MIGRATIONS.map(({ name }) => name);
  const before = names.slice(0, names.indexOf(OUTSIDE));
  const none = { copyRows: async () => {}, beforeCommit: async () => {} };
  const newer = await loadDatabase(database.url, { migrations: before, sequences: {} }, none);
  expect(newer).toContain(OUTSIDE);
  expect(await queryOnce(database.url, VALID)).toEqual([{ valid: true }]);
  await database.drop();
});
