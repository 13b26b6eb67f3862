import { openDatabase } from "tests/support/database";
import { database, databaseUrl, setUpOrm } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { afterEach, expect, test } from "vitest";
import { addUpRecordCounts, recordCounts } from "~/platform/record-counts.server";

setUpOrm();

/** What the records of each table are counted by. */
const FACETS: Record<string, string> = {
  members: "'{}'",
  orders: "jsonb_build_object('status', status)",
  packages: "'{}'",
  daily_briefs: "jsonb_build_object('status', status)",
  stock_picks: "jsonb_build_object('status', status)",
  trade_alerts: "jsonb_build_object('status', status)",
  news: "jsonb_build_object('status', status)",
  videos: "jsonb_build_object('status', status, 'is_free', is_free)",
  quotes: "'{}'",
  movers: "'{}'",
  ads: "jsonb_build_object('status', status)",
  banners: "'{}'",
  mails: "jsonb_build_object('state', state)",
  calls: "jsonb_build_object('kind', kind, 'state', state, 'mistake', mistake)",
};

const COMPUTED = `${Object.entries(FACETS)
  .map(
    ([table, facets]) =>
      `select '${table}' as kind, (${facets})::jsonb as facets, count(*)::int from ${table} group by 2`,
  )
  .join(" union all ")} order by 1, 2`;
const KEPT = `select kind, facets, sum(count)::int as count from record_counts group by 1, 2 having sum(count) <> 0 order by 1, 2`;

/** Whatever was done to the records, what is kept is what counting them gives. */
afterEach(async () => {
  expect(await database.rows(KEPT)).toEqual(await database.rows(COMPUTED));
});

test("one record of each kind is one", async () => {
  for (const table of Object.keys(FACETS)) if (table !== "orders") await insertRecord(database, table);
  await database.rows(
    `insert into orders (member_id, plan_name, tier, amount, currency, days)
     select id, 'Premium', 'Premium', 29, 'USD', 30 from members`,
  );
  await database.rows("update orders set status = 'approved'");
  const found = await database.rows<{ kind: string }>(KEPT);
  expect(found.map(({ kind }) => kind)).toEqual(Object.keys(FACETS).toSorted());
});

test("many at once, a change of what is counted by, a change of nothing of it, a delete", async () => {
  await database.rows(
    `insert into videos (title, youtube_link, status, is_free)
     select 'Video ' || n, 'https://youtu.be/' || n, case when n % 3 = 0 then 'draft' else 'published' end, n % 2 = 0
       from generate_series(1, 300) as n`,
  );
  await database.rows("update videos set status = 'draft' where is_free");
  await database.rows("update videos set title = 'Renamed'");
  await database.rows("delete from videos where status = 'published'");
  await database.rows("update mails set state = 'failed'");
});

test("a change that is taken back was none", async () => {
  await database.rows(
    "begin; insert into quotes (category, name, last) values ('Stocks', 'Gone', 1); rollback",
  );
});

test("of two who write at the same time neither waits for the other", async () => {
  const [one, other] = [openDatabase(databaseUrl), openDatabase(databaseUrl)];
  const write = (name: string) =>
    `insert into news (title, content, category) values ('${name}', 'Text', 'Tech')`;
  try {
    await one.rows("begin");
    await one.rows(write("One"));
    await other.rows("set lock_timeout = '2s'");
    await other.rows(write("Other"));
    await addUpRecordCounts();
    await one.rows("commit");
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});

test("added up they are as many, in one row of each", async () => {
  for (let nth = 0; nth < 5; nth += 1) await insertRecord(database, "news");
  const before = (await recordCounts())("news");
  await Promise.all([addUpRecordCounts(), addUpRecordCounts()]);
  const counts = await recordCounts();
  expect(counts("news")).toBe(before);
  expect(counts("videos", { status: "draft" }) + counts("videos", { status: "published" })).toBe(
    counts("videos"),
  );
  expect(counts("videos", { status: "draft", is_free: true })).toBeGreaterThan(0);
  const [{ rows } = { rows: 0 }] = await database.rows<{ rows: number }>(
    "select max(times)::int as rows from (select count(*) as times from record_counts group by kind, facets) as each",
  );
  expect(rows).toBe(1);
});

test("an emptied table has none", async () => {
  await database.rows("truncate news, quotes");
  expect(
    await database.rows(
      "select kind from record_counts where kind = 'news' group by 1 having sum(count) <> 0",
    ),
  ).toEqual([]);
});
