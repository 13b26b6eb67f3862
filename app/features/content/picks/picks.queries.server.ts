import { PICK_CATEGORIES, type PickCategory, StockPick } from "db/entities/stock-pick";
import { columns } from "db/entity-columns.server";
import { filtered } from "db/filtered.server";
import { COUNT_LIMIT } from "db/query.server";
import { array, type Fragment, int, literal, sql, text, timestamp, uuid } from "db/sql";
import { forEachOf, statement, variants } from "db/statement.server";
import type { Access } from "~/features/entitlements/access.server";
import { DEFAULT_SORT, type PickSort, type PickSortKey } from "./picks.rules";

export { PICK_CATEGORIES, type PickCategory };

/** What is masked for readers who have not paid; specification, section 4. */
type MaskedColumns = {
  ticker: string;
  name: string;
  margin52WeekHigh: string | null;
  changeMargin52WeekLow: string | null;
};

/** A pick as the tables show it: exact decimals, `sharePortfolio` and the margins in per cent. */
export type PickRow = {
  id: string;
  marketCap: string | null;
  currentPrice: string | null;
  /** Since when the price is what it is. */
  pricedAt: Date | null;
  /** ISO 4217 or a unit such as GBX, where it is known. */
  currency: string | null;
  sharePortfolio: string | null;
  currentYearTarget: string | null;
  target2028: string | null;
  week52High: string | null;
  week52Low: string | null;
} & Partial<MaskedColumns>;

const PUBLIC = {
  ...columns(StockPick, "id", "marketCap", "currentPrice", "pricedAt", "currency", "sharePortfolio"),
  ...columns(StockPick, "currentYearTarget", "target2028", "week52High", "week52Low"),
};
const WHOLE = {
  ...PUBLIC,
  ...columns(StockPick, "ticker", "name", "margin52WeekHigh", "changeMargin52WeekLow"),
};

/** `percentFrom` of the rules, for the order of a whole list. */
const percentSql = (from: Fragment<object>, to: Fragment<object>) =>
  sql`(${to} - ${from}) / nullif(${from}, 0)`;

const CURRENT_PRICE = sql`current_price`;
const UPSIDE = percentSql(CURRENT_PRICE, sql`current_year_target`);

/** An order is an answer too: sorted by a masked column, the rows would spell it. */
const PUBLIC_ORDERS = {
  upside: UPSIDE,
  marketCap: sql`market_cap`,
  currentPrice: CURRENT_PRICE,
  sharePortfolio: sql`share_portfolio`,
  currentYTP: sql`current_year_target`,
  tp2028: sql`target_2028`,
};

const MASKED_ORDERS = {
  ticker: sql`lower(ticker) collate "C"`,
  margin52WksHigh: sql`coalesce(margin_52_week_high, 100 * ${percentSql(sql`week_52_high`, CURRENT_PRICE)})`,
  ChMargin52WksLow: sql`coalesce(change_margin_52_week_low, 100 * ${percentSql(sql`week_52_low`, CURRENT_PRICE)})`,
};

const ORDERS_BY_ACCESS: Record<Access, Partial<Record<PickSortKey, Fragment<object>>>> = {
  locked: PUBLIC_ORDERS,
  full: { ...PUBLIC_ORDERS, ...MASKED_ORDERS },
};

const DIRECTIONS = { asc: sql`asc`, desc: sql`desc` };
const OF_CATEGORY = sql`and category = ${literal(PICK_CATEGORIES)("category")}`;

type PickQuery = { category?: PickCategory; sort: PickSort; limit: number; offset?: number };

/** One statement for each order, what is not known last. */
const listFor = <const Row extends typeof PUBLIC>(access: Access, row: Row) =>
  forEachOf(Object.keys(ORDERS_BY_ACCESS[access]) as PickSortKey[], (key) =>
    forEachOf(["asc", "desc"], (direction) =>
      filtered(
        `picks.list, ${access}, ${key} ${direction}`,
        row,
        { category: OF_CATEGORY },
        (declare, chosen) => declare`
        select ${row} from stock_picks where true ${chosen}
         order by ${ORDERS_BY_ACCESS[access][key] ?? UPSIDE} ${DIRECTIONS[direction]} nulls last, id
         limit ${int("limit")} offset ${int("offset", 0)}`,
      ),
    ),
  );

const LIST = { locked: listFor("locked", PUBLIC), full: listFor("full", WHOLE) };

/** Picks in the order that was asked for; the columns are those of the reader's access. */
export function picks(access: Access, { category, sort, limit, offset = 0 }: PickQuery): Promise<PickRow[]> {
  const key = sort.key in ORDERS_BY_ACCESS[access] ? sort.key : "upside";
  return LIST[access][key][sort.direction].all({ category, limit, offset });
}

type PickPosition = { id: string; category: PickCategory; place: number };

const DEFAULT_ORDER = sql`${ORDERS_BY_ACCESS.locked[DEFAULT_SORT.key] ?? UPSIDE} ${DIRECTIONS[DEFAULT_SORT.direction]}`;

const POSITION = statement("picks.position", {
  ...columns(StockPick, "id", "category"),
  place: int,
})`
  select id, category, place::int from (
    select id, category, row_number() over (order by ${DEFAULT_ORDER} nulls last, id) as place
      from stock_picks where category = (select category from stock_picks where id = ${uuid("id")})
  ) as ranked where id = ${uuid("id")}`;

/** The category of a pick, and its place there (from 1) in the order that the page begins with. */
export const pickPosition = (id: string): Promise<PickPosition | undefined> => POSITION.first({ id });

const LATEST = variants(
  "picks.latest",
  { locked: PUBLIC, full: WHOLE },
  (declare, row) => declare`
    select ${row} from stock_picks order by created_at desc, id desc limit ${int("limit")}`,
);

/** The newest picks; the columns are those of the reader's access. */
export const latestPicks = (access: Access, limit: number): Promise<PickRow[]> =>
  LATEST[access].all({ limit });

const TOTALS = filtered(
  "picks.totals",
  { total: int, asOf: timestamp.orNull },
  { category: OF_CATEGORY },
  (declare, chosen) => declare`
    select count(*)::int as total, max(updated_at) as "asOf" from (
      select updated_at from stock_picks where true ${chosen} limit ${COUNT_LIMIT}
    ) as counted`,
);

/** How many picks there are, counted up to `COUNT_LIMIT`, and when the newest figure among them was set. */
export async function pickTotals(category?: PickCategory): Promise<{ total: number; asOf: Date | null }> {
  return (await TOTALS.first({ category })) ?? { total: 0, asOf: null };
}

const IN_USE = statement("picks.categories", { category: literal(PICK_CATEGORIES) })`
  select category from unnest(${array(text)("known", [...PICK_CATEGORIES])}::text[])
         with ordinality as known (category, place)
   where exists (select 1 from stock_picks p where p.category = known.category) order by place`;

/** The categories that hold picks, in the order of the specification, section 3. */
export async function categoriesInUse(): Promise<PickCategory[]> {
  const found = await IN_USE.all({ known: [...PICK_CATEGORIES] });
  return found.map(({ category }) => category);
}
