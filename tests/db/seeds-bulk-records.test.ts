import { BULK_KINDS } from "db/seeds/bulk/arguments";
import { seedBulk } from "db/seeds/bulk.server";
import { emptyBin } from "tests/support/bin";
import { app, database } from "tests/support/running-app";
import { api, setUpStaffApp } from "tests/support/staff-app";
import { beforeAll, describe, expect, it } from "vitest";

const EACH = 12;

setUpStaffApp();
beforeAll(async () => {
  const counts = Object.fromEntries(BULK_KINDS.map((kind) => [kind, EACH]));
  await seedBulk({ ...counts, now: new Date(), report: () => {} });
});

const APIS = {
  news: "news",
  "daily-brief": "daily_briefs",
  "stock-picks": "stock_picks",
  "trade-alert": "trade_alerts",
  videos: "videos",
  markets: "quotes",
  ads: "ads",
  banners: "banners",
};

const bulkRow = async (table: string) => {
  const [row] = await database.rows<{ id: string }>(`select id from ${table} order by id limit 1`);
  return row?.id ?? "";
};

describe.each(Object.entries(APIS))("a bulk row of %s", (path, table) => {
  it("is valid for its form: saving it unchanged changes nothing", async () => {
    const address = `/api/${path}/${await bulkRow(table)}`;
    const { body: before } = await api("GET", address);
    const saved = await api("PUT", address, before, "superadmin");
    expect([saved.status, saved.body]).toEqual([200, expect.anything()]);
    const { body: after } = await api("GET", address);
    const savedParts = { version: after.version, updatedAt: after.updatedAt };
    expect(after).toEqual({ ...before, ...savedParts });
  });

  it("is deleted alone, and emptying the bin deletes its own picture", async () => {
    const pictures = async () => (await database.rows("select id from images")).length;
    const before = await pictures();
    const address = `/api/${path}/${await bulkRow(table)}`;
    expect((await api("DELETE", address, undefined, "superadmin")).status).toBe(200);
    expect(await database.rows(`select id from ${table}`)).toHaveLength(EACH - 1);
    expect(await pictures()).toBe(before);
    await emptyBin(app);
    expect(before - (await pictures())).toBe(["news", "ads", "banners"].includes(path) ? 1 : 0);
  });
});

describe("columns that the database maintains", () => {
  it("match those of a save for calls and prices", async () => {
    const maintained = (table: string, columns: string) =>
      database.rows(`select ${columns} from ${table} order by id`);
    const tables = { trade_alerts: "ends_at, priced_at", stock_picks: "priced_at" };
    for (const [table, columns] of Object.entries(tables)) {
      const before = await maintained(table, columns);
      expect(before.length).toBeGreaterThan(0);
      await database.rows(`update ${table} set current_price = current_price, created_at = created_at`);
      expect([table, await maintained(table, columns)]).toEqual([table, before]);
    }
  });

  it("match the sum of all payments", async () => {
    const [sums] = await database.rows(
      `select (select sum(count) from payment_totals)::int as kept, (select sum(amount) from payment_totals) as amount,
              (select count(*) from payments)::int as made, (select sum(amount) from payments) as paid`,
    );
    // Including those of gifts.
    expect(sums).toMatchObject({ kept: 2 * EACH, made: 2 * EACH });
    expect(sums).toHaveProperty("amount", (sums as { paid: string }).paid);
  });
});

describe("bulk members", () => {
  const none = async (from: string) => expect(await database.rows(`select 1 from ${from}`)).toEqual([]);

  it("are pending if they have a registration and no verified address", async () => {
    await seedBulk({ members: 200, registrations: 50, now: new Date(), report: () => {} });
    await none(`members m where email::text like 'reader-%' and status = 'pending'
      and (email_verified_at is not null or registered_by_admin
           or not exists (select 1 from registrations where member_id = m.id))`);
    await none(`members m where email::text like 'reader-%' and status <> 'pending'
      and (email_verified_at is null or exists (select 1 from registrations where member_id = m.id))`);
  });

  it("pay after they registered, and refer only later members", async () => {
    await none("payments p join members m on m.id = p.member_id where p.payment_date < m.created_at");
    await none(`referrals r join members m on m.id = r.referrer_id join members f on f.id = r.friend_id
      where m.serial_number > f.serial_number and m.email <> 'reader-2@demo.test'`);
    await none(`referrals r left join payments p on p.id = r.payment_id
      where (r.state = 'joined') <> (p.id is null) or (r.state = 'reversed') <> (p.refunded_at is not null)
         or p.member_id <> r.friend_id or r.rewarded_at <> p.payment_date`);
    await none("referrals where rewarded_at < created_at");
  });

  it("were last seen during their session", async () => {
    await none("sessions where last_seen_at not between created_at and expires_at or last_seen_at > now()");
    await none("single_use_tokens where used_at < created_at or expires_at <= created_at");
  });
});
