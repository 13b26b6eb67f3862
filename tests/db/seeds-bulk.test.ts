import { startOrm, stopOrm } from "db/orm.server";
import { BULK_KINDS, type BulkKind } from "db/seeds/bulk/arguments";
import { parseCounts, seedBulk } from "db/seeds/bulk.server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { queryOnce, type TestDatabase, testDatabase } from "../support/postgres";

const everything = (rows: number) => Object.fromEntries(BULK_KINDS.map((kind) => [kind, rows]));

describe("the arguments of the bulk seed", () => {
  test.each([
    [["--members", "100000", "--news", "5000"], { members: 100_000, news: 5000 }],
    [["--quotes=1_000_000", "--movers", "1,000"], { quotes: 1_000_000, movers: 1000 }],
    [["--briefs", "0"], { briefs: 0 }],
    [["--ad-counts", "7"], { "ad-counts": 7 }],
    [["--news=5", "--everything", "9"], { ...everything(9), news: 5 }],
  ])("%j are accepted", (args, counts) => {
    expect(parseCounts(args)).toEqual({ counts });
  });

  test.each([
    [[], "Say how many, for example --members 100000 --news 5000"],
    [["--articles", "5"], '"--articles" is not known. Say how many'],
    [["members", "5"], '"members" is not known'],
    [["--members"], "--members needs a number after it"],
    [["--members", "--news"], '--members "--news" is not a whole number'],
    [["--members", "-5"], '--members "-5" is not a whole number'],
    [["--members", "1e6"], '--members "1e6" is not a whole number'],
    [["--members", "5.5"], '--members "5.5" is not a whole number'],
    [["--members", "20000000"], "--members 20000000 is more than 10,000,000 at a time"],
    [["--members", "5", "--members=6"], "--members is given twice"],
  ])("%j are rejected", (args, problem) => {
    expect(parseCounts(args)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

const NOW = new Date("2026-07-16T14:32:00.000Z");
/** Each kind's table, with a condition if the table also has other rows. */
const TABLES = {
  members: "members",
  registrations: "registrations where browser_hash is not null",
  links: "single_use_tokens",
  sessions: "sessions",
  payments: "payments where provider_capture_id is null or provider_capture_id not like 'BULKGC-%'",
  gifts: "gifts",
  trials: "trials",
  referrals: "referrals",
  news: "news",
  briefs: "daily_briefs",
  picks: "stock_picks",
  alerts: "trade_alerts",
  videos: "videos",
  quotes: "quotes",
  movers: "movers",
  calls: "calls",
  instruments: "instruments where symbol ~ '^N[0-9]'",
  prices: "daily_prices where source like 'bulk #%'",
  locks: "lock_days",
  ads: "ads",
  "ad-counts": "ad_counts",
  banners: "banners",
  library: "library_pictures",
  coupons: "coupons",
  mails: "mails",
  changes: "changes",
  bin: "binned_records",
  limits: "rate_limits",
} as const satisfies Record<BulkKind, string>;

describe("bulk rows", () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await testDatabase();
    await startOrm({ url: database.url });
  });

  afterEach(async () => {
    await stopOrm();
    await database.drop();
  });

  const count = async (from: string) =>
    Number((await queryOnce<{ n: string }>(database.url, `select count(*) as n from ${from}`))[0]?.n);
  const make = (counts: Partial<Record<keyof typeof TABLES, number>>) =>
    seedBulk({ ...counts, now: NOW, report: () => {} });
  const digest = async (table: string) =>
    (
      await queryOnce<{ digest: string }>(
        database.url,
        `select md5(string_agg(t::text, ';' order by t::text)) as digest from (select * from ${table}) t`,
      )
    )[0]?.digest;

  const digests = () => Promise.all(Object.values(TABLES).map(digest));

  test("have the requested number of each kind, are the same in every database, and a second run adds more", async () => {
    await make(everything(300));
    for (const table of Object.values(TABLES)) expect([table, await count(table)]).toEqual([table, 300]);
    // Those of payments and of gifts.
    expect(await count("orders")).toBe(600);
    const first = await digests();
    await stopOrm();
    await database.drop();
    database = await testDatabase();
    await startOrm({ url: database.url });
    await make(everything(300));
    expect(await digests()).toEqual(first);
    await make(everything(40));
    for (const table of Object.values(TABLES)) expect([table, await count(table)]).toEqual([table, 340]);
  });

  test("are spread over categories, tiers and dates, and are consistent", async () => {
    await make({ members: 2000, payments: 2000, quotes: 2000, picks: 500, alerts: 500, news: 600 });
    expect(await count("(select distinct category from quotes) as c")).toBe(8);
    expect(await count("(select distinct category from news) as c")).toBe(6);
    expect(await count("(select distinct category from stock_picks) as c")).toBe(6);
    expect(await count("(select distinct subscription || status from members) as c")).toBe(9);
    expect(await count("members where subscription = 'Basic'")).toBeGreaterThan(1500);
    expect(await count("members where (subscription = 'Basic') <> (subscription_expires_at is null)")).toBe(
      0,
    );
    expect(await count("(select distinct member_id from payments) as m")).toBe(2000);
    expect(await count("(select distinct status from payments) as s")).toBe(3);
    expect(
      await count(
        "payments p join orders o on o.id = p.order_id where p.member_id <> o.member_id or p.amount <> o.amount",
      ),
    ).toBe(0);
    expect(await count("quotes where not (low <= last and last <= high)")).toBe(0);
    expect(
      await count("stock_picks where not (week_52_low < current_price and current_price < week_52_high)"),
    ).toBe(0);
    expect(await count("trade_alerts where (tag = 'buy') <> (stop_loss < current_price)")).toBe(0);
    const recent = `news where created_at > '${NOW.toISOString()}'::timestamptz - interval '350 days'`;
    expect(await count(recent)).toBeGreaterThan(250);
    expect(
      await count("news where title ~ ' #[0-9]+$' and content like '%' || chr(10) || chr(10) || '%'"),
    ).toBe(600);
    expect(await count(`news where created_at > '${NOW.toISOString()}'`)).toBe(0);
  });

  test("have ids that are valid UUIDs of version 8", async () => {
    await make({ quotes: 200, payments: 0, members: 100 });
    const valid = "id::text ~ '^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$'";
    expect(await count(`quotes where ${valid}`)).toBe(200);
    expect(await count(`members where ${valid}`)).toBe(100);
  });

  test("keep indexes and foreign keys, even if many rows make the seed rebuild them", async () => {
    const schema = () =>
      queryOnce<{ definition: string }>(
        database.url,
        `select indexdef as definition from pg_indexes where schemaname = 'public'
         union all
         select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
           from pg_constraint where connamespace = 'public'::regnamespace
         order by 1`,
      );
    const before = await schema();
    expect(before.filter(({ definition }) => definition.includes("gin_trgm_ops")).length).toBeGreaterThan(15);
    expect(before.filter(({ definition }) => definition.includes("FOREIGN KEY")).length).toBeGreaterThan(5);
    await make({ members: 100, quotes: 20_000, payments: 20_000 });
    expect(await schema()).toEqual(before);
    expect(await count("pg_stats where tablename = 'quotes' and attname = 'category'")).toBe(1);
  });

  test("rebuild indexes for many rows, but not for a few", async () => {
    const index = async () => (await queryOnce(database.url, "select 'movers_name_trgm'::regclass::oid"))[0];
    const first = await index();
    await make({ movers: 81_000 });
    const second = await index();
    expect(second).not.toEqual(first);
    await make({ movers: 20_000 });
    expect(await index()).toEqual(second);
  });

  test("reject payments without members with a plain message", async () => {
    await expect(make({ payments: 5 })).rejects.toThrow("Payments need members: add --members");
    expect(await count("orders")).toBe(0);
  });

  test.each([
    [{ registrations: 1 }, "Registrations need members"],
    [{ links: 1 }, "Links need members"],
    [{ sessions: 1 }, "Sessions need members"],
    [{ mails: 1 }, "Emails need members"],
    [{ members: 2, referrals: 3 }, "Referrals need as many members"],
    [{ members: 1, referrals: 1 }, "Referrals need as many members, and two at least"],
    [{ ads: 1, "ad-counts": 366 }, "Ad counts need an ad for every 365 of them: add --ads"],
    [{ briefs: 1, locks: 366 }, "Locks need a brief for every 365 of them: add --briefs"],
  ])("reject %j with a plain message", async (counts, problem) => {
    await expect(make(counts)).rejects.toThrow(problem);
  });
});
