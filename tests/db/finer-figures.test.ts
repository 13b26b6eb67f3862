import { MIGRATIONS, migrateDatabase } from "db/migrate.server";
import { startOrm, stopOrm } from "db/orm.server";
import { afterEach, expect, test } from "vitest";
import { emptyDatabase, queryOnce, type TestDatabase } from "../support/postgres";

let database: TestDatabase;
afterEach(async () => {
  await stopOrm();
  await database.drop();
});

const NAME = "Migration20261128100000_finer_figures";
const sql = <Row extends object>(text: string) => queryOnce<Row>(database.url, text);

const closes = () => sql("select close::text from daily_prices where source = 'import' order by day");

async function takeBack(): Promise<void> {
  const orm = await startOrm({ url: database.url });
  for (const { class: Step } of MIGRATIONS.filter(({ name }) => name === NAME)) {
    const step = new Step(orm.em.getDriver(), orm.config);
    step.down();
    for (const statement of step.getQueries()) await orm.em.execute(String(statement));
  }
  await sql(`delete from mikro_orm_migrations where name = '${NAME}'`);
}

const price = (day: string, close: string) =>
  sql(
    `insert into daily_prices (instrument_id, day, close, source) select id, '${day}', ${close}, 'import' from instruments where symbol = 'PEPE'`,
  );

test("taken back, figures keep their digits and new ones have eight decimals; up again, all are checked", async () => {
  database = await emptyDatabase();
  await migrateDatabase(database.url);
  await sql("insert into instruments (symbol, name, kind) values ('PEPE', 'Pepe', 'crypto')");
  await price("2026-11-25", "0.00000129456789");
  await takeBack();
  await expect(price("2026-11-26", "0.00000129456789")).rejects.toThrow("violates check constraint");
  await price("2026-11-26", "0.00000129");
  expect(await closes()).toEqual([{ close: "0.00000129456789" }, { close: "0.00000129" }]);

  expect(await migrateDatabase(database.url)).toEqual([NAME]);
  expect(await closes()).toHaveLength(2);
  expect(
    await sql("select conname from pg_constraint where conname like '%\\_figure' and not convalidated"),
  ).toEqual([]);
});
