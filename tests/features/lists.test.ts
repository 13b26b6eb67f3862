import { PICK_CATEGORIES } from "db/entities/stock-pick";
import { startOrm, stopOrm } from "db/orm.server";
import { seedBulk } from "db/seeds/bulk.server";
import { openQueries, type Queries, type TestDatabase, testDatabase } from "tests/support/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { latestAlerts } from "~/features/content/alerts/alerts.queries.server";
import { newsPage } from "~/features/content/news/news.queries.server";
import { pickTotals } from "~/features/content/picks/pick-counts.queries.server";
import { pickPosition, picks } from "~/features/content/picks/picks.queries.server";
import { PICK_SORTS, type PickSortKey } from "~/features/content/picks/picks.rules";
import { MARKET_SORTS, type MarketSort } from "~/features/markets/market-list.rules";
import { leadingMovers, marketStrip, quotesPage } from "~/features/markets/markets.queries.server";
import { readConfig, setConfig } from "~/platform/config.server";

const ROWS = 144;

let database: TestDatabase;
let queries: Queries;
beforeAll(async () => {
  database = await testDatabase();
  queries = openQueries(database.url);
  const read = readConfig({ NODE_ENV: "test", DATABASE_URL: database.url });
  if ("config" in read) setConfig(read.config);
  await startOrm({ url: database.url });
  const counts = { picks: ROWS, alerts: ROWS, quotes: ROWS, movers: ROWS, news: ROWS };
  await seedBulk({ ...counts, now: new Date(), report() {} });
  for (const change of CHANGES) await queries.run(change);
});
afterAll(async () => {
  await stopOrm();
  await queries.close();
  await database.drop();
});

/** Equal values, unknown ones, and names that appear more than once. */
const CHANGES = [
  "update stock_picks set current_price = 10, current_year_target = 11 where left(id::text, 1) in ('0', '1')",
  "update stock_picks set current_year_target = null, market_cap = null where left(id::text, 1) in ('2', '3')",
  "update stock_picks set margin_52_week_high = null, current_price = null where left(id::text, 1) = '4'",
  "update stock_picks set ticker = 'same' where left(id::text, 1) = '5'",
  "update movers set change_percent = 5, volume = 1000 where left(id::text, 1) in ('0', '1', '2')",
  "update movers set change_percent = -99 where left(id::text, 1) = '3' and mover_type = 'losers'",
  "update trade_alerts set holding_period = 'as long as it takes' where left(id::text, 1) in ('0', '1')",
  "update quotes set change_percent = null where left(id::text, 1) in ('0', '1', '2')",
  "update quotes set last = 5, high = null, low = null, volume = 7 where left(id::text, 1) in ('3', '4')",
  // Both belong to one instrument, whose price is that of the newer one.
  `insert into quotes (category, name, last, updated_at)
     values ('Indices', 'Dow Jones', 1, '2026-02-01'), ('Bonds', 'dow jones', 2, '2026-01-01')`,
  `insert into quotes (category, name, last, updated_at)
     values ('Stocks', 'Nasdaq', 3, '2026-01-01'), ('Indices', 'Nasdaq', 4, '2026-02-01')`,
];

const ids = async (text: string) => (await queries.run<{ id: string }>(text)).map(({ id }) => id);
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** The whole table in an order, one page after the other. */
async function pages<Row extends { id: string }>(read: (page: number) => Promise<Row[]>): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const rows = await read(page);
    if (rows.length === 0) return found;
    found.push(...idsOf(rows));
  }
}

const PICK_VALUES: Record<PickSortKey, string> = {
  upside: "(current_year_target - current_price) / nullif(current_price, 0)",
  ticker: `lower(ticker) collate "C"`,
  marketCap: "market_cap",
  currentPrice: "current_price",
  sharePortfolio: "share_portfolio",
  currentYTP: "current_year_target",
  tp2028: "target_2028",
  margin52WksHigh:
    "coalesce(margin_52_week_high, 100 * ((current_price - week_52_high) / nullif(week_52_high, 0)))",
  ChMargin52WksLow:
    "coalesce(change_margin_52_week_low, 100 * ((current_price - week_52_low) / nullif(week_52_low, 0)))",
};

describe("the picks", () => {
  const orders = (Object.keys(PICK_SORTS) as PickSortKey[]).flatMap((key) =>
    (["asc", "desc"] as const).map((direction) => ({ key, direction })),
  );

  it.each(orders)("are complete and in order by $key, $direction, with unknown values last", async (sort) => {
    const order = `${PICK_VALUES[sort.key]} ${sort.direction} nulls last, id`;
    for (const category of [undefined, PICK_CATEGORIES[1]]) {
      const read = (page: number) => picks("full", { category, sort, limit: 33, offset: (page - 1) * 33 });
      const expected = await ids(
        `select id from stock_picks ${category ? `where category = '${category}'` : ""} order by ${order}`,
      );
      expect(await pages(read)).toEqual(expected);
    }
  });

  it("each know their place in their category", async () => {
    const places = await queries.run<{
      id: string;
      place: number;
    }>(`select id, (row_number() over (partition by category order by ${PICK_VALUES.upside} desc nulls last, id))::int as place
         from stock_picks`);
    for (const { id, place } of places) expect(await pickPosition(id)).toMatchObject({ id, place });
    expect(await pickPosition("00000000-0000-4000-8000-000000000000")).toBeUndefined();
  });

  it("are counted, and say when the newest figure was set", async () => {
    const [all] = await queries.run<{ asOf: Date }>(`select max(updated_at) as "asOf" from stock_picks`);
    expect(await pickTotals()).toEqual({ total: ROWS, asOf: new Date(all?.asOf ?? 0) });
    const [of] = await queries.run<{ total: number; asOf: Date }>(
      `select count(*)::int as total, max(updated_at) as "asOf" from stock_picks where category = 'Tenet'`,
    );
    expect(await pickTotals("Tenet")).toEqual({ total: of?.total, asOf: new Date(of?.asOf ?? 0) });
  });
});

describe("the quotes", () => {
  const orders: Record<MarketSort, [rising: string, falling: string]> = {
    name: ["lower(name), id", "lower(name) desc, id desc"],
    last: ["last, id", "last desc, id desc"],
    changePercent: ["change_percent nulls last, id", "change_percent desc nulls last, id desc"],
    volume: ["volume, id", "volume desc, id desc"],
    asOf: ["updated_at, id", "updated_at desc, id desc"],
  };

  it.each(Object.keys(MARKET_SORTS) as MarketSort[])("are complete and in order by %s", async (sort) => {
    for (const [nth, direction] of (["asc", "desc"] as const).entries()) {
      for (const category of [undefined, "Stocks"] as const) {
        const read = (page: number) => quotesPage({ category, sort, direction, page }, 22);
        const where = category ? `where category = '${category}'` : "";
        expect(await pages(read)).toEqual(
          await ids(`select id from quotes ${where} order by ${orders[sort][nth]}`),
        );
      }
    }
  });

  it("in the strip are the newest of exactly these names, in their order", async () => {
    const { value } = await marketStrip.latest();
    expect(value?.map(({ name, last }) => [name, last])).toEqual([
      ["Dow Jones", "1"],
      ["Nasdaq", "4"],
    ]);
  });
});

it("the first movers of each kind are those that move most, by size among the losers", async () => {
  const { value } = await leadingMovers.latest();
  const expected = await ids(
    `select id from (select *, row_number() over (
              partition by mover_type
              order by case mover_type when 'gainers' then -change_percent
                                       when 'losers' then -abs(change_percent)
                                       else -volume end, id) as place from movers) as ranked
      where place <= 6 order by mover_type, place`,
  );
  expect(idsOf(value ?? [])).toEqual(expected);
  expect(expected).toHaveLength(18);
});

it("open alerts come before ended ones, the newest first and the last ended first, on every page", async () => {
  const expected = await ids(
    `select id from (select *, coalesce(ends_at < date_trunc('day', now()) or ends_at <= now() and settled_at is not null, false) as over
                       from trade_alerts) as a
      order by over, case when over then ends_at else created_at end desc, id desc`,
  );
  for (const limit of [1, 7, 22, ROWS])
    expect(await pages((page) => latestAlerts("full", { limit, offset: (page - 1) * limit }))).toEqual(
      expected,
    );
});

it("articles are all there, of a category and of all", async () => {
  for (const category of [undefined, "Tech"]) {
    const read = async (page: number) =>
      (await newsPage(category, { limit: 18, offset: (page - 1) * 18 })).stories;
    const where = category ? `and category = '${category}'` : "";
    expect(await pages(read)).toEqual(
      await ids(`select id from news where status = 'published' ${where} order by created_at desc, id desc`),
    );
  }
});
