import { PICK_CATEGORIES, type PickCategory } from "db/entities/stock-pick";
import { COUNT_LIMIT, query } from "db/query.server";
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

const PUBLIC_COLUMNS = `id, market_cap as "marketCap", current_price as "currentPrice", priced_at as "pricedAt", currency, share_portfolio as "sharePortfolio",
  current_year_target as "currentYearTarget", target_2028 as "target2028",
  week_52_high as "week52High", week_52_low as "week52Low"`;

const COLUMNS_BY_ACCESS: Record<Access, string> = {
  locked: PUBLIC_COLUMNS,
  full: `${PUBLIC_COLUMNS}, ticker, name, margin_52_week_high as "margin52WeekHigh",
    change_margin_52_week_low as "changeMargin52WeekLow"`,
};

/** `percentFrom` of the rules, for the order of a whole list. */
const percentSql = (from: string, to: string) => `(${to} - ${from}) / nullif(${from}, 0)`;

const PUBLIC_ORDERS: Partial<Record<PickSortKey, string>> = {
  upside: percentSql("current_price", "current_year_target"),
  marketCap: "market_cap",
  currentPrice: "current_price",
  sharePortfolio: "share_portfolio",
  currentYTP: "current_year_target",
  tp2028: "target_2028",
};

const ORDERS_BY_ACCESS: Record<Access, Partial<Record<PickSortKey, string>>> = {
  // An order is an answer too: sorted by a masked column, the rows would spell it.
  locked: PUBLIC_ORDERS,
  full: {
    ...PUBLIC_ORDERS,
    ticker: `lower(ticker) collate "C"`,
    margin52WksHigh: `coalesce(margin_52_week_high, 100 * ${percentSql("week_52_high", "current_price")})`,
    ChMargin52WksLow: `coalesce(change_margin_52_week_low, 100 * ${percentSql("week_52_low", "current_price")})`,
  },
};

type PickQuery = { category?: PickCategory; sort: PickSort; limit: number; offset?: number };

/** Picks in the order that was asked for, what is not known last; the columns are those of the reader's access. */
export function picks(access: Access, { category, sort, limit, offset = 0 }: PickQuery): Promise<PickRow[]> {
  const order = ORDERS_BY_ACCESS[access][sort.key] ?? PUBLIC_ORDERS.upside;
  const direction = sort.direction === "asc" ? "asc" : "desc";
  return query<PickRow>(
    `select ${COLUMNS_BY_ACCESS[access]} from stock_picks ${category ? "where category = ?" : ""}
      order by ${order} ${direction} nulls last, id limit ? offset ?`,
    [...(category ? [category] : []), limit, offset],
  );
}

type PickPosition = { id: string; category: PickCategory; place: number };

/** The category of a pick, and its place there (from 1) in the order that the page begins with. */
export async function pickPosition(access: Access, id: string): Promise<PickPosition | undefined> {
  const { key, direction } = DEFAULT_SORT;
  const [found] = await query<PickPosition>(
    `select id, category, place::int from (
       select id, category, row_number() over (order by ${ORDERS_BY_ACCESS[access][key]} ${direction} nulls last, id) as place
         from stock_picks where category = (select category from stock_picks where id = ?)
     ) as ranked where id = ?`,
    [id, id],
  );
  return found;
}

/** The newest picks; the columns are those of the reader's access. */
export function latestPicks(access: Access, limit: number): Promise<PickRow[]> {
  return query<PickRow>(
    `select ${COLUMNS_BY_ACCESS[access]} from stock_picks order by created_at desc, id desc limit ?`,
    [limit],
  );
}

/** How many picks there are, counted up to `COUNT_LIMIT`, and when the newest figure among them was set. */
export async function pickTotals(category?: PickCategory): Promise<{ total: number; asOf: Date | null }> {
  const [totals] = await query<{ total: number; asOf: Date | null }>(
    `select count(*)::int as total, max(updated_at) as "asOf" from (
       select updated_at from stock_picks ${category ? "where category = ?" : ""} limit ${COUNT_LIMIT}
     ) as counted`,
    category ? [category] : [],
  );
  return totals ?? { total: 0, asOf: null };
}

/** The categories that hold picks, in the order of the specification, section 3. */
export async function categoriesInUse(): Promise<PickCategory[]> {
  const found = await query<{ category: PickCategory }>(
    `select category from unnest(?::text[]) with ordinality as known (category, place)
      where exists (select 1 from stock_picks p where p.category = known.category) order by place`,
    [[...PICK_CATEGORIES]],
  );
  return found.map(({ category }) => category);
}
