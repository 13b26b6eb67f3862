import { openDatabase } from "tests/support/database";
import { database, databaseUrl, setUpDatabase } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { afterEach, expect, test } from "vitest";

setUpDatabase();

const STORED_TOTALS = `select day::text, status, currency, count, amount::text, refunds, refunded::text from payment_totals
  where (count, amount, refunds, refunded) <> (0, 0, 0, 0) order by 1, 2, 3`;

const COMPUTED_TOTALS = `
  select (created_at at time zone 'UTC')::date::text as day, status, currency, count(*)::int as count,
         sum(amount)::text as amount, count(refunded_at)::int as refunds,
         coalesce(sum(amount) filter (where refunded_at is not null), 0)::numeric(16, 2)::text as refunded
    from payments group by 1, 2, 3 order by 1, 2, 3`;

/** After every change the stored totals equal the computed ones. */
afterEach(async () => {
  expect(await database.rows(STORED_TOTALS)).toEqual(await database.rows(COMPUTED_TOTALS));
});

const payment = (values: Record<string, unknown> = {}) => insertRecord(database, "payments", values);
const storedTotals = () =>
  database.rows<{ status: string; count: number; amount: string; refunds: number; refunded: string }>(
    STORED_TOTALS,
  );

test("a new payment counts by status and currency", async () => {
  await payment({ amount: "29.00" });
  await payment({ amount: "79.50" });
  await payment({ status: "PENDING", amount: "10.00" });
  await payment({ currency: "EUR", amount: "5.25" });
  const found = await storedTotals();
  expect(found.map(({ status, count, amount }) => [status, count, amount])).toEqual([
    ["COMPLETED", 1, "5.25"],
    ["COMPLETED", 2, "108.50"],
    ["PENDING", 1, "10.00"],
  ]);
});

test("a completed payment changes its status total, and a refund counts separately", async () => {
  await database.rows("update payments set status = 'COMPLETED' where status = 'PENDING'");
  await database.rows("update payments set refunded_at = now() where amount = 10");
  const usd = (await storedTotals()).find(({ amount }) => amount === "118.50");
  expect(usd).toMatchObject({ count: 3, refunds: 1, refunded: "10.00" });
});

test("totals match after one statement inserts many days, and after unrelated updates", async () => {
  const member = await insertRecord(database, "members");
  await database.rows(
    `insert into payments (member_id, plan, tier, amount, currency, status, payment_method, created_at)
     select ?, 'Premium', 'Premium', 10 + n, 'USD', (array['COMPLETED', 'FAILED'])[1 + n % 2], 'paypal',
            now() - n * interval '7 hours'
       from generate_series(1, 500) n`,
    [member],
  );
  await database.rows("update payments set plan = 'Renamed'");
  await database.rows(
    "update payments set created_at = created_at - interval '1 day' where status = 'FAILED'",
  );
});

test("concurrent writers all count", async () => {
  const members = await Promise.all(Array.from({ length: 20 }, () => insertRecord(database, "members")));
  const writers = members.map(() => openDatabase(databaseUrl));
  await Promise.all(
    writers.map(async (writer, index) => {
      for (let nth = 0; nth < 5; nth += 1) {
        await insertRecord(writer, "payments", { member_id: members[index], amount: "1.00" });
      }
      await writer.close();
    }),
  );
});

test("deleted and truncated payments no longer count", async () => {
  await database.rows("delete from payments where status = 'FAILED'");
  await database.rows("truncate payments cascade");
  expect(await storedTotals()).toEqual([]);
});
