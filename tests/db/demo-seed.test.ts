import { createHash, randomUUID } from "node:crypto";
import { DEMO_PASSWORD } from "db/demo/membership";
import { isEmpty, seedDemo } from "db/demo/seed.server";
import { ENTITIES } from "db/entities";
import { Image } from "db/entities/image";
import { em, startOrm, stopOrm } from "db/orm.server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { queryOnce, type TestDatabase, testDatabase } from "../support/postgres";

const NOW = new Date("2026-07-16T14:32:00.000Z");
const HASH = "$argon2id$stands-for-the-password-of-the-demo";
const TABLES = ENTITIES.map((entity) => entity.meta.tableName);

let database: TestDatabase;
let hashed: string[];
let reported: string[];

async function open(): Promise<void> {
  database = await testDatabase();
  await startOrm({ url: database.url });
  [hashed, reported] = [[], []];
}

async function close(): Promise<void> {
  await stopOrm();
  await database.drop();
}

const sameEachTime = (input: Buffer) => {
  const hex = createHash("sha256").update(input).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

async function seed(idOf: (input: Buffer) => string = sameEachTime): Promise<void> {
  await seedDemo({
    now: NOW,
    recordCalls: async () => {},
    report: (line) => reported.push(line),
    hashPassword: async (text) => {
      hashed.push(text);
      return HASH;
    },
    storePicture: async (input) => {
      const image = {
        id: idOf(input),
        width: 1,
        height: 1,
        byteSize: input.length,
        widths: [1],
        createdAt: NOW,
      };
      await em().upsert(Image, image);
      return { id: image.id };
    },
  });
}

/** A digest of each table's rows. */
async function contents(url: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of TABLES) {
    const [row] = await queryOnce<{ digest: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ';' order by t::text)), '') as digest from ${table} t`,
    );
    digests[table] = row?.digest ?? "";
  }
  return digests;
}

const count = async (from: string) =>
  Number((await queryOnce<{ n: string }>(database.url, `select count(*) as n from ${from}`))[0]?.n);

describe("an empty database", () => {
  beforeEach(open);
  afterEach(close);

  test("counts as empty until it is seeded, even with a picture in it", async () => {
    expect(await isEmpty()).toBe(true);
    await em().insert(Image, { width: 1, height: 1, byteSize: 1, widths: [1] });
    expect(await isEmpty()).toBe(true);
    await seed();
    expect(await isEmpty()).toBe(false);
  });

  test("gets the same rows on each seed", async () => {
    await seed();
    const first = await contents(database.url);
    const other = await testDatabase();
    try {
      await startOrm({ url: other.url });
      await seed();
      expect(await contents(other.url)).toEqual(first);
    } finally {
      await stopOrm();
      await other.drop();
    }
  });

  test("is seeded once when two processes start together", async () => {
    await Promise.all([seed(() => randomUUID()), seed(() => randomUUID())]);
    expect(await count("news")).toBe(40);
    expect(await count("images")).toBe(78);
    expect(reported.filter((line) => line.startsWith("Another process")).length).toBe(1);
  });
});

describe("a database with any content", () => {
  beforeEach(open);
  afterEach(close);

  test("is not changed by the seed", async () => {
    await seed();
    await queryOnce(database.url, "delete from news");
    const before = await contents(database.url);
    let stored = 0;
    await seed(() => {
      stored += 1;
      return randomUUID();
    });
    expect(stored).toBe(0);
    expect(await contents(database.url)).toEqual(before);
    expect(reported.at(-1)).toBe("The database is not empty: no demo content was added.");
  });
});

describe("the demo seed", () => {
  beforeAll(async () => {
    await open();
    await seed();
  });
  afterAll(close);

  test("contains all demo rows, each valid for its table", async () => {
    const counts = { news: 40, daily_briefs: 24, stock_picks: 60, trade_alerts: 79, videos: 20, quotes: 120 };
    for (const [table, rows] of Object.entries({
      ...counts,
      movers: 18,
      banners: 2,
      library_pictures: 6,
      packages: 3,
      coupons: 2,
      members: 30,
    })) {
      expect([table, await count(table)]).toEqual([table, rows]);
    }
    expect(hashed).toEqual([DEMO_PASSWORD]);
    expect(reported.at(-1)).toMatch(/^\d+ rows added\.$/);
    expect(await count(`members where password_hash <> '${HASH}'`)).toBe(0);
  });

  test("spans sixty days, and its newest rows are hours old", async () => {
    for (const table of [
      "news",
      "daily_briefs",
      // The other alerts span two years.
      "(select * from trade_alerts order by created_at desc limit 30) as newest",
      "videos",
      "stock_picks",
      "quotes",
      "members",
    ]) {
      const [row] = await queryOnce<{ oldest: Date; newest: Date }>(
        database.url,
        `select min(created_at) as oldest, max(created_at) as newest from ${table}`,
      );
      expect(NOW.getTime() - (row?.newest.getTime() ?? 0), table).toBeGreaterThan(0);
      expect(NOW.getTime() - (row?.newest.getTime() ?? 0), table).toBeLessThan(6 * 3_600_000);
      expect(NOW.getTime() - (row?.oldest.getTime() ?? 0), table).toBeLessThan(60 * 86_400_000);
    }
  });

  test("has the accounts of the operating contract in the states of their names", async () => {
    const staff = await queryOnce<{ email: string; role: string }>(
      database.url,
      "select email, role from staff where email in ('superadmin@demo.test', 'admin@demo.test', 'editor@demo.test') and status = 'active'",
    );
    expect(Object.fromEntries(staff.map(({ email, role }) => [email, role]))).toEqual({
      "superadmin@demo.test": "superadmin",
      "admin@demo.test": "admin",
      "editor@demo.test": "editor",
    });
    const members = await queryOnce<{ name: string; state: string }>(
      database.url,
      `select split_part(email::text, '@', 1) as name, concat_ws(' ', status, subscription,
         case when subscription_expires_at <= '${NOW.toISOString()}' then 'over' when subscription_expires_at is not null then 'running' end,
         case when email_verified_at is null then 'unverified' end) as state
       from members where email::text ~ '^(basic|premium|private|pending|lapsed)@'`,
    );
    expect(Object.fromEntries(members.map(({ name, state }) => [name, state]))).toEqual({
      basic: "active Basic",
      premium: "active Premium running",
      private: "active Private running",
      lapsed: "active Premium over",
      pending: "pending Basic unverified",
    });
  });

  test("has views and clicks for every published ad, with more on weekdays", async () => {
    const uncounted = "not exists (select 1 from ad_counts where ad_id = ads.id)";
    expect(await count(`ads where status = 'published' and ${uncounted}`)).toBe(0);
    expect(await count(`ads where status = 'draft' and not ${uncounted}`)).toBe(0);
    const [range] = await queryOnce<{ oldest: string; newest: string }>(
      database.url,
      "select min(day)::text as oldest, max(day)::text as newest from ad_counts",
    );
    expect(range).toEqual({ oldest: "2026-05-23", newest: "2026-07-16" });
    expect(
      await count(
        "ad_counts c join ads a on a.id = c.ad_id where c.day < (a.created_at at time zone 'UTC')::date",
      ),
    ).toBe(0);
    const rates = await queryOnce<{ rate: number }>(
      database.url,
      "select (sum(clicks)::float8 / sum(views)) as rate from ad_counts group by ad_id",
    );
    for (const { rate } of rates) {
      expect(rate).toBeGreaterThan(0.002);
      expect(rate).toBeLessThan(0.015);
    }
    const [week] = await queryOnce<{ working: number; free: number }>(
      database.url,
      `select avg(views) filter (where extract(isodow from day) < 6)::float8 as working,
              avg(views) filter (where extract(isodow from day) > 5)::float8 as free from ad_counts`,
    );
    expect(week?.working).toBeGreaterThan((week?.free ?? 0) * 1.5);
  });

  test("numbers members by registration date", async () => {
    const rows = await queryOnce<{ email: string }>(
      database.url,
      "select email from members order by serial_number",
    );
    const byDate = await queryOnce<{ email: string }>(
      database.url,
      "select email from members order by created_at",
    );
    expect(rows).toEqual(byDate);
  });

  test("puts results days and the ends of share calls on working days", async () => {
    const withResults = `instruments where next_results_on > '${NOW.toISOString().slice(0, 10)}'`;
    expect(await count(withResults)).toBe(4);
    expect(await count(`${withResults} and extract(isodow from next_results_on) > 5`)).toBe(0);
    const atWeekend = `trade_alerts where extract(isodow from ends_at at time zone 'UTC') > 5
      and ends_at > '${NOW.toISOString()}' and ticker not in ('BTC', 'ETH')`;
    expect(await count(atWeekend)).toBe(0);
  });

  test("has payments and referrals in every state, each consistent", async () => {
    for (const status of ["COMPLETED", "PENDING", "FAILED"]) {
      expect(await count(`payments where status = '${status}'`)).toBeGreaterThan(0);
    }
    expect(await count("payments where refunded_at is not null and status = 'COMPLETED'")).toBe(1);
    for (const state of ["joined", "rewarded", "reversed"]) {
      expect(await count(`referrals where state = '${state}'`)).toBeGreaterThan(0);
    }
    expect(
      await count(
        `payments p where (status = 'COMPLETED') <> (access_from is not null and expires_at > access_from)
          and not exists (select 1 from gifts g where g.order_id = p.order_id and p.access_from is null)`,
      ),
    ).toBe(0);
    expect(
      await count(
        "payments p join orders o on o.id = p.order_id where p.member_id <> o.member_id or p.amount <> o.amount",
      ),
    ).toBe(0);
    expect(
      await count("payments p join members m on m.id = p.member_id where p.payment_date < m.created_at"),
    ).toBe(0);
    expect(
      await count("referrals r join payments p on p.id = r.payment_id where p.member_id <> r.friend_id"),
    ).toBe(0);
    expect(await count("referrals where (state = 'joined') <> (payment_id is null)")).toBe(0);
  });

  test("has an open gift and a claimed one, each paid by its buyer", async () => {
    expect(await count("gifts where claimed_at is null")).toBe(1);
    expect(await count("gifts where claimed_by_id is not null and access_until > access_from")).toBe(1);
    expect(
      await count(`gifts g join orders o on o.id = g.order_id left join payments p on p.order_id = o.id
                    where p.status is distinct from 'COMPLETED' or p.member_id <> g.buyer_id or o.tier <> g.tier`),
    ).toBe(0);
  });

  test("grants no more access than was paid for or given", async () => {
    expect(
      await count(
        `members m where subscription_expires_at is not null and not exists (
           select 1 from payments p where p.member_id = m.id and p.tier = m.subscription and p.refunded_at is null
             and m.subscription_expires_at between p.expires_at and p.expires_at + interval '60 days')
           and not exists (
             select 1 from gifts g where g.claimed_by_id = m.id and g.tier = m.subscription
                and m.subscription_expires_at = g.access_until)`,
      ),
    ).toBe(0);
    expect(
      await count(
        "members where subscription <> 'Basic' and subscription_expires_at is null and not registered_by_admin",
      ),
    ).toBe(0);
  });

  test("names existing records in the change log, except deleted ones", async () => {
    const known = [
      "news",
      "daily_briefs",
      "stock_picks",
      "trade_alerts",
      "videos",
      "ads",
      "packages",
      "quotes",
    ]
      .map((table) => `select id::text from ${table}`)
      .join(" union ");
    expect(await count("changes")).toBe(12);
    expect(await count(`changes where (action = 'deleted') = (record_id in (${known}))`)).toBe(0);
  });
});
