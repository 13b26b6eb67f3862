import { MIGRATIONS, migrateDatabase } from "db/migrate.server";
import { startOrm, stopOrm } from "db/orm.server";
import { spec } from "tests/support/spec";
import { afterEach, expect, test } from "vitest";
import { emptyDatabase, queryOnce, type TestDatabase } from "../support/postgres";

let database: TestDatabase;
afterEach(async () => {
  await stopOrm();
  await database.drop();
});

const NAME = "Migration20261126110000_receipt_numbers";
const sql = <Row extends object>(text: string) => queryOnce<Row>(database.url, text);

const payment = (plan: string, day: number, more = "'COMPLETED', null") => `
  insert into payments (member_id, plan, tier, amount, currency, payment_method, payment_date, updated_at, status, refunded_at)
  select id, '${plan}', 'Premium', 29, 'USD', 'PayPal', '2026-05-0${day}', '2026-05-09', ${more} from members`;

/** As it was before receipts had numbers, with payments of every kind. */
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
  await sql(`insert into members (firstname, lastname, email, password_hash, referral_code)
             values ('Ada', 'Byron', 'ada@demo.test', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', 'ABCDEFGH23')`);
  await sql(payment("third", 4));
  await sql(payment("first", 1, "'COMPLETED', '2026-05-08'"));
  await sql(payment("second", 2, "'COMPLETED', '2026-05-07'"));
  await sql(payment("failed", 3, "'FAILED', null"));
  await sql(payment("waits", 3, "'PENDING', null"));
}

const numbers = () =>
  sql("select plan, receipt_number as receipt, credit_note_number as note from payments order by 2, plan");

test(
  "payments of before are numbered as they were paid and given back, change in nothing else, and the next goes on",
  spec("beyond receipts credit notes numbered"),
  async () => {
    await databaseBefore();
    expect(await migrateDatabase(database.url)).toEqual([NAME]);
    const before = [
      { plan: "first", receipt: 1, note: 2 },
      { plan: "second", receipt: 2, note: 1 },
      { plan: "third", receipt: 3, note: null },
    ];
    const none = ["failed", "waits"].map((plan) => ({ plan, receipt: null, note: null }));
    expect(await numbers()).toEqual([...before, ...none]);
    expect(await sql("select distinct updated_at::date::text as day from payments")).toEqual([
      { day: "2026-05-09" },
    ]);
    await sql(payment("fourth", 1, "'COMPLETED', '2026-05-02'"));
    expect(await numbers()).toEqual([...before, { plan: "fourth", receipt: 4, note: 3 }, ...none]);
  },
);
