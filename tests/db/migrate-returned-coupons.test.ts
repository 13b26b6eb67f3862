import { migrateDatabase } from "db/migrate.server";
import { backTo } from "tests/support/earlier-schema";
import { emptyDatabase, openQueries } from "tests/support/postgres";
import { expect, it } from "vitest";

it("a use of a coupon whose money went back before is free, and the browsers of those who had a trial are known", async () => {
  const database = await emptyDatabase();
  const queries = openQueries(database.url);
  try {
    await migrateDatabase(database.url);
    await backTo(database.url, "Migration20261127130000_access_tiers");
    await queries.run(
      `insert into members (firstname, lastname, email, password_hash, status, referral_code)
       values ('Ada', 'Wexford', 'ada@demo.test', ?, 'active', 'CODE-ADA'), ('Bo', 'Wexford', 'bo@demo.test', ?, 'active', 'CODE-BO')`,
      ["h".repeat(30), "h".repeat(30)],
    );
    await queries.run(
      `insert into known_devices (member_id, device_hash)
       select id, encode(sha256(referral_code::bytea), 'hex') from members`,
    );
    await queries.run(
      `insert into trials (member_id, plan_name, tier, days, access_from, access_until)
       select id, 'Premium', 'Premium', 14, now(), now() + interval '14 days' from members where email = 'ada@demo.test'`,
    );
    await queries.run(
      "insert into coupons (code, purpose, percent, most_uses) values ('ONE', 'Readers', 20, 1)",
    );
    for (const refunded of ["null", "now()"])
      await queries.run(
        `with o as (insert into orders (member_id, plan_name, tier, amount, discount, coupon_id, coupon_code, coupon_held,
                                        currency, days, status, captured_at)
                    select m.id, 'Premium', 'Premium', 23.20, 5.80, c.id, 'ONE', true, 'USD', 30, 'captured', now()
                      from members m, coupons c where m.email = 'ada@demo.test' returning *)
         insert into payments (order_id, member_id, plan, tier, amount, currency, status, payment_method, refunded_at)
         select id, member_id, plan_name, tier, amount, currency, 'COMPLETED', 'PayPal', ${refunded} from o`,
      );
    await migrateDatabase(database.url);
    expect(
      await queries.run(
        `select o.coupon_held as held, p.refunded_at is not null as refunded, p.payer_id as payer
           from orders o join payments p on p.order_id = o.id order by 1`,
      ),
    ).toEqual([
      { held: false, refunded: true, payer: null },
      { held: true, refunded: false, payer: null },
    ]);
    expect(
      await queries.run(
        `select m.referral_code as code from trial_devices v join known_devices d using (device_hash)
           join members m on m.id = d.member_id`,
      ),
    ).toEqual([{ code: "CODE-ADA" }]);
    expect(await queries.run("select count(*)::int as known from known_devices where is_browser")).toEqual([
      { known: 0 },
    ]);
  } finally {
    await queries.close();
    await database.drop();
  }
});
