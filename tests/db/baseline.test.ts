import { MikroORM } from "@mikro-orm/postgresql";
import { Baseline } from "db/baseline/baseline";
import { MIGRATIONS, migrateDatabase, migrationOptions } from "db/migrate.server";
import { readCatalogue } from "tests/support/catalogue";
import { emptyDatabase } from "tests/support/postgres";
import { expect, it } from "vitest";

const LAST = MIGRATIONS.at(-1)?.name ?? "";

async function runBaseline(url: string): Promise<void> {
  const options = migrationOptions(url);
  const migrations = { ...options.migrations, migrationsList: [{ name: LAST, class: Baseline }] };
  const orm = await MikroORM.init({ ...options, migrations });
  await orm.getMigrator().up();
  await orm.close(true);
}

const MARKS = /^row track_record_marks: .*"from_day": "-infinity"|^sequence track_record_marks_id_seq: /;
const OWN = /^sequence mikro_orm_migrations_id_seq: /;

/** Four migrations each marked the whole record; one mark says the same. */
it("creates item by item what the landed migrations create, except three repeated marks", async () => {
  const migrated = await emptyDatabase();
  const based = await emptyDatabase();
  await migrateDatabase(migrated.url);
  await runBaseline(based.url);
  const [before, after] = [await readCatalogue(migrated.url), await readCatalogue(based.url)];
  // The lines of functions are wrapped elsewhere.
  const rest = (items: readonly string[]) =>
    items.filter((item) => !MARKS.test(item) && !OWN.test(item)).map((item) => item.replace(/\s+/g, " "));
  expect(rest(before).length).toBeGreaterThan(4_000);
  expect(rest(after)).toEqual(rest(before));
  const marks = (items: readonly string[]) =>
    items.filter((item) => /^row track_record_marks/.test(item)).length;
  expect([marks(before), marks(after)]).toEqual([4, 1]);
  for (const database of [migrated, based]) await database.drop();
});
