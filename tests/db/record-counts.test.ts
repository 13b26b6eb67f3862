import { openDatabase } from "tests/support/database";
import { database, databaseUrl, setUpOrm } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { afterEach, expect, test } from "vitest";
import { addUpRecordCounts, recordCounts } from "~/platform/record-counts.server";

setUpOrm();

/** The facets by which each table's records are counted. */
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
const STORED = `select kind, facets, sum(count)::int as count from record_counts group by 1, 2 having sum(count) <> 0 order by 1, 2`;

/** After every change the stored counts equal the computed ones. */
afterEach(async () => {
  expect(await database.rows(STORED)).toEqual(await database.rows(COMPUTED));
});

test("one new record of each kind is counted", async () => {
  for (const table of Object.keys(FACETS)) if (table !== "orders") await insertRecord(database, table);
  await database.rows(
    `insert into orders (member_id, plan_name, tier, amount, currency, days)
     select id, 'Premium', 'Premium', 29, 'USD', 30 from members`,
  );
  await database.rows("update orders set status = 'approved'");
  const found = await database.rows<{ kind: string }>(STORED);
  expect(found.map(({ kind }) => kind)).toEqual(Object.keys(FACETS).toSorted());
});

test("counts match after bulk inserts, changes of facets, unrelated changes and deletes", async () => {
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

test("a rolled back change is not counted", async () => {
  await database.rows(
    "begin; insert into quotes (category, name, last) values ('Stocks', 'Gone', 1); rollback",
  );
});

test("concurrent writers do not block each other", async () => {
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

test("adding up keeps the counts, with one row per kind and facets", async () => {
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

test("a truncated table counts zero", async () => {
  await database.rows("truncate news, quotes cascade");
  expect(
    await database.rows(
      "select kind from record_counts where kind = 'news' group by 1 having sum(count) <> 0",
    ),
  ).toEqual([]);
});
