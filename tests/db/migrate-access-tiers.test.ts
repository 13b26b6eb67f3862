import { migrateDatabase } from "db/migrate.server";
import { backTo } from "tests/support/earlier-schema";
import { expect, it } from "vitest";
import { emptyDatabase, openQueries } from "../support/postgres";

it("a payment of before whose days begin when Private was paid for until is told to have opened Private", async () => {
  const database = await emptyDatabase();
  const queries = openQueries(database.url);
  try {
    await migrateDatabase(database.url);
    await backTo(database.url, "Migration20261127110000_lock_conversions");
    for (const code of ["FIRST1", "SECOND"])
      await queries.run(
        `insert into members (firstname, lastname, email, password_hash, status, referral_code)
         values ('Ada', 'Wexford', ?, ?, 'active', ?)`,
        [`${code.toLowerCase()}@demo.test`, "h".repeat(30), code],
      );
    const paid = (code: string, tier: string, from: number, until: number) =>
      queries.run(
        `insert into payments (member_id, plan, tier, amount, currency, status, payment_method, access_from, expires_at)
         select id, ?, ?, 29, 'USD', 'COMPLETED', 'PayPal', date '2026-06-01' + cast(? as int), date '2026-06-01' + cast(? as int)
           from members where referral_code = ?`,
        [tier, tier, from, until, code],
      );
    await paid("FIRST1", "Private", 0, 30);
    await paid("FIRST1", "Premium", 30, 60);
    await paid("FIRST1", "Premium", 90, 120);
    await paid("SECOND", "Premium", 30, 60);
    await migrateDatabase(database.url);
    const found = await queries.run<{ code: string; tier: string; access: string | null }>(
      `select m.referral_code as code, p.tier, p.access_tier as access from payments p join members m on m.id = p.member_id
        order by 1, p.access_from`,
    );
    expect(found.map(({ code, tier, access }) => [code, tier, access])).toEqual([
      ["FIRST1", "Private", null],
      ["FIRST1", "Premium", "Private"],
      ["FIRST1", "Premium", null],
      ["SECOND", "Premium", null],
    ]);
  } finally {
    await queries.close();
    await database.drop();
  }
});
