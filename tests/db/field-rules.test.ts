import { MIGRATIONS, migrateDatabase } from "db/migrate.server";
import { startOrm, stopOrm } from "db/orm.server";
import { afterEach, expect, test } from "vitest";
import { emptyDatabase, queryOnce, type TestDatabase } from "../support/postgres";

let database: TestDatabase;
afterEach(async () => {
  await stopOrm();
  await database.drop();
});

const DAY = "2026-05-01T08:00:00.000Z";
const sql = <Row extends object>(text: string) => queryOnce<Row>(database.url, text);

const NAME = "Migration20261122060000_field_rules";

/** As it was before the rules, with rows that break them beside some that do not. */
async function databaseBefore(): Promise<void> {
  database = await emptyDatabase();
  await migrateDatabase(database.url);
  const orm = await startOrm({ url: database.url });
  for (const { class: Step } of MIGRATIONS.filter(({ name }) => name === NAME)) {
    const step = new Step(orm.em.getDriver(), orm.config);
    step.down();
    for (const statement of step.getQueries()) await orm.em.execute(String(statement));
  }
  await sql(`delete from mikro_orm_migrations where name = '${NAME}'`);
  await sql(`insert into quotes (category, name, last, low, high, updated_at) values
    ('Indices', 'crossed', 5, 9, 4, '${DAY}'), ('Indices', 'ordered', 5, 4, 9, '${DAY}'),
    ('Indices', 'half', 5, 9, null, '${DAY}')`);
  await sql(`insert into stock_picks (ticker, name, category, week_52_low, week_52_high, updated_at) values
    ('CRS', 'crossed', 'Tenet', 20, 10, '${DAY}'), ('EQ', 'equal', 'Tenet', 10, 10, '${DAY}')`);
  await sql(`insert into packages (name, tier, price, expires_in, updated_at) values
    ('Gold', 'Basic', 29, 30, '${DAY}'), ('Private circle', 'Basic', 99, 30, '${DAY}'),
    ('Gift', 'Premium', 0, 30, '${DAY}'), ('Plain', 'Basic', 0, null, '${DAY}'), ('Usual', 'Private', 9, 7, '${DAY}')`);
}

test("rows that break a rule are mended, and as old as they were", async () => {
  await databaseBefore();
  expect(await migrateDatabase(database.url)).toEqual([NAME]);
  expect(await sql("select name, low, high, version from quotes order by name")).toEqual([
    { name: "crossed", low: "4", high: "9", version: 2 },
    { name: "half", low: "9", high: null, version: 1 },
    { name: "ordered", low: "4", high: "9", version: 1 },
  ]);
  const picks = await sql(
    "select name, week_52_low as low, week_52_high as high, version from stock_picks order by name",
  );
  expect(picks).toEqual([
    { name: "crossed", low: "10", high: "20", version: 2 },
    { name: "equal", low: "10", high: "10", version: 1 },
  ]);
  expect(await sql("select name, tier, version from packages order by name")).toEqual([
    { name: "Gift", tier: "Basic", version: 2 },
    { name: "Gold", tier: "Premium", version: 2 },
    { name: "Plain", tier: "Basic", version: 1 },
    { name: "Private circle", tier: "Private", version: 2 },
    { name: "Usual", tier: "Private", version: 1 },
  ]);
  const dates = await sql<{ updated_at: Date }>(
    "select updated_at from quotes union select updated_at from stock_picks union select updated_at from packages",
  );
  expect(dates.map(({ updated_at }) => new Date(updated_at).toISOString())).toEqual([DAY]);
});
