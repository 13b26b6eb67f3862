import { startOrm, stopOrm } from "db/orm.server";
import { seedBulk } from "db/seeds/bulk.server";
import { openQueries, type Queries, type TestDatabase, testDatabase } from "tests/support/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Viewer } from "~/auth/viewer.server";
import { searchableGroups } from "~/features/search/search.groups.server";
import { findMatches } from "~/features/search/search.queries.server";
import { readSearch } from "~/features/search/search.rules";

const MEMBER = { kind: "member", tier: "Premium" } as Viewer;

/** The columns of a group: ticker, names, text. */
const SOURCES: Record<
  string,
  { table: string; ticker?: string; names: string[]; text?: string; published?: true }
> = {
  news: { table: "news", names: ["title"], text: "content", published: true },
  briefs: {
    table: "daily_briefs",
    ticker: "ticker",
    names: ["company_name", "ticker", "coalesce(headline, '')"],
    text: "analysis",
    published: true,
  },
  picks: { table: "stock_picks", ticker: "ticker", names: ["ticker", "name"] },
  alerts: { table: "trade_alerts", ticker: "ticker", names: ["ticker", "name"], text: "analysis" },
  videos: { table: "videos", names: ["title"], text: "caption", published: true },
  quotes: { table: "quotes", names: ["name"] },
};

let database: TestDatabase;
let queries: Queries;
beforeAll(async () => {
  database = await testDatabase();
  queries = openQueries(database.url);
  await startOrm({ url: database.url });
  const kinds = ["news", "briefs", "picks", "alerts", "videos", "quotes"];
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 280]));
  await seedBulk({ ...counts, now: new Date(), report() {} });
});
afterAll(async () => {
  await stopOrm();
  await queries.close();
  await database.drop();
});

type Row = { id: string; ticker: string | null; names: string[]; text: string };

/** Every record of a group, newest first. */
function everyRow(group: string): Promise<Row[]> {
  const { table, ticker = "null::text", names, text = "''", published } = SOURCES[group] ?? raise(group);
  return queries.run<Row>(`select id, lower(${ticker}) as ticker, array[${names.map((name) => `lower(${name})`)}] as names,
            lower(coalesce(${text}, '')) as text
       from ${table} ${published ? "where status = 'published'" : ""} order by created_at desc, id desc`);
}

function raise(group: string): never {
  throw new Error(`Nothing is known of ${group}`);
}

/** The rank of a record for a search, the least being the best; undefined if it does not match. */
function rankOf({ ticker, names, text }: Row, typed: string): number | undefined {
  const words = typed.split(/\s+/);
  const long = /[\p{L}\p{N}]{3}/u.test(typed);
  if (ticker === typed) return 0;
  if (names.some((name) => name.startsWith(typed))) return 1;
  if (names.some((name) => name.includes(long ? typed : ` ${typed}`))) return 2;
  if (!long) return names.some((name) => name.includes(typed)) ? 3 : undefined;
  if (words.every((word) => names.some((name) => name.includes(word)))) return 3;
  return words.every((word) => text.includes(word)) ? 4 : undefined;
}

function expectedIds(rows: readonly Row[], typed: string): string[] {
  const ranked = rows.flatMap((row) => {
    const rank = rankOf(row, typed.toLowerCase());
    return rank === undefined ? [] : [{ id: row.id, rank }];
  });
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, 200)
    .map(({ id }) => id);
}

const SEARCHES = [
  "gold",
  "The",
  "market",
  "Micro",
  "rates and copper",
  "year margin",
  "holds its margin in a weak quarter",
  "re",
  "in",
  "co",
  "#1",
  "Reading Micro",
  "Dow",
  "zqxjkv",
  "100 %",
  "a_b",
];

describe.each(Object.keys(SOURCES))("matches of %s", (name) => {
  it.each(SEARCHES)("search for %s returns every match, best and newest first", async (typed) => {
    const group = searchableGroups(MEMBER).find((one) => one.name === name) ?? raise(name);
    const search = readSearch(typed) ?? raise(typed);
    const rows = await everyRow(name);
    const [{ matches = [], total } = {}] = await findMatches([group], search, { limit: 200, offset: 0 });
    const expected = expectedIds(rows, typed);
    expect(matches.map(({ id }) => id)).toEqual(expected);
    if (expected.length > 0) expect(total).toBe(expected.length);
  });

  it.each(["KLM", "ABC"])("search puts the ticker %s first", async (ticker) => {
    const { table, ticker: column } = SOURCES[name] ?? raise(name);
    if (!column) return;
    const [last] = await queries.run<{ id: string }>(
      `update ${table} set ticker = '${ticker}' where id in (select id from ${table} order by created_at limit 1) returning id`,
    );
    const group = searchableGroups(MEMBER).find((one) => one.name === name) ?? raise(name);
    const search = readSearch(ticker.toLowerCase()) ?? raise(ticker);
    const [{ matches = [] } = {}] = await findMatches([group], search, { limit: 200, offset: 0 });
    expect(matches.map(({ id }) => id)).toContain(last?.id);
    expect(matches.map(({ id }) => id)).toEqual(expectedIds(await everyRow(name), ticker));
  });
});

describe("common matches", () => {
  const found = async (typed: string) => {
    const group = searchableGroups(MEMBER).find(({ name }) => name === "quotes") ?? raise("quotes");
    const search = readSearch(typed) ?? raise(typed);
    const [{ matches = [] } = {}] = await findMatches([group], search, { limit: 200, offset: 0 });
    return matches.map(({ id }) => id);
  };
  const newest = async (pattern: string, count: number) => {
    const rows = await queries.run<{ id: string }>(
      `select id from quotes where name like '${pattern}' order by created_at desc, id desc limit ${count}`,
    );
    return rows.map(({ id }) => id);
  };

  beforeAll(async () => {
    await queries.run(`insert into quotes (category, name, last, created_at)
         select 'Funds', 'A common fund' || case when n % 15 = 0 then ', an unusual one' else '' end, 1,
                now() - (7000 - n) * interval '1 second' from generate_series(1, 6000) as n`);
    await queries.run("analyze quotes");
  });

  it("return the newest ones", async () => {
    expect(await found("common")).toEqual(await newest("%common%", 200));
  });

  it("put the newest first when an index finds more than the limit", async () => {
    const all = await found("unusual");
    expect(all).toHaveLength(200);
    expect(all.slice(0, 60)).toEqual(await newest("%unusual%", 60));
  });
});
