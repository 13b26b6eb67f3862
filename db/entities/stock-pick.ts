import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import {
  audience,
  containsIndex,
  currency,
  currencyCheck,
  decimal,
  decimalCheck,
  disclosure,
  disclosureCheck,
  editableColumns,
  externalId,
  externalIdCheck,
  foldedIndex,
  ifVisibleToMembers,
  lengthCheck,
  lowered,
  nullableSortIndexes,
  oneOf,
  orderIndex,
  PUBLICATION_STATUSES,
  prefixIndex,
  sortIndex,
  tickerIndex,
} from "../columns";
import { Instrument } from "./instrument";

export const PICK_CATEGORIES = [
  "VBTC-500",
  "Tenet",
  "Iron dome",
  "Global Stars",
  "Moonshots",
  "ETFs-Index Funds",
] as const;
export type PickCategory = (typeof PICK_CATEGORIES)[number];

/**
 * The orders of pick lists, as their indexes have them, with their columns. Unknown values come last in both
 * directions.
 */
export const PICK_ORDERS = {
  upside: {
    sql: "((current_year_target - current_price) / nullif(current_price, 0))",
    of: "current_price, current_year_target",
  },
  ticker: { sql: `(lower(ticker) collate "C")`, of: "ticker" },
  market_cap: { sql: "market_cap" },
  current_price: { sql: "current_price" },
  share_portfolio: { sql: "share_portfolio" },
  current_year_target: { sql: "current_year_target" },
  target_2028: { sql: "target_2028" },
  margin_52_week_high: {
    sql: "coalesce(margin_52_week_high, 100 * ((current_price - week_52_high) / nullif(week_52_high, 0)))",
    of: "margin_52_week_high, current_price, week_52_high",
  },
  change_margin_52_week_low: {
    sql: "coalesce(change_margin_52_week_low, 100 * ((current_price - week_52_low) / nullif(week_52_low, 0)))",
    of: "change_margin_52_week_low, current_price, week_52_low",
  },
} as const satisfies { readonly [order: string]: { sql: string; of?: string } };

/** The same orders for members who are not Private. They hide what the order itself would reveal. */
export const PICK_ORDERS_FOR_MEMBERS = {
  ticker: ifVisibleToMembers(PICK_ORDERS.ticker.sql),
  margin_52_week_high: ifVisibleToMembers(PICK_ORDERS.margin_52_week_high.sql),
  change_margin_52_week_low: ifVisibleToMembers(PICK_ORDERS.change_margin_52_week_low.sql),
} as const;

const ALL_ORDERS: readonly [name: string, order: { sql: string; of?: string }][] = [
  ...Object.entries(PICK_ORDERS),
  ...(Object.keys(PICK_ORDERS_FOR_MEMBERS) as (keyof typeof PICK_ORDERS_FOR_MEMBERS)[]).map(
    (name): [string, { sql: string; of?: string }] => [
      `${name}_for_members`,
      { sql: PICK_ORDERS_FOR_MEMBERS[name], of: `audience, ${PICK_ORDERS[name].of}` },
    ],
  ),
];

/** Each order for one category. The list of all picks is merged from the six categories. */
const listIndexes = ALL_ORDERS.flatMap(([name, { sql, of }]) =>
  (["asc", "desc"] as const).map((direction) =>
    orderIndex({
      table: "stock_picks",
      name: `by_${name}_${direction}`,
      order: `category, ${sql} ${direction} nulls last, id`,
      include: of,
      where: "status = 'published'",
    }),
  ),
);

/** A recommended stock. `ticker`, `name` and the two margins are for paying readers only. */
export const StockPick = defineEntity({
  name: "StockPick",
  tableName: "stock_picks",
  properties: {
    ...editableColumns(),
    ticker: p.text(),
    lowerTicker: lowered("ticker"),
    name: p.text(),
    marketCap: decimal().nullable(),
    currentPrice: decimal().nullable(),
    sharePortfolio: decimal().nullable(),
    currentYearTarget: decimal().nullable(),
    target2028: decimal().fieldName("target_2028").nullable(),
    margin52WeekHigh: decimal().fieldName("margin_52_week_high").nullable(),
    changeMargin52WeekLow: decimal().fieldName("change_margin_52_week_low").nullable(),
    week52High: decimal().fieldName("week_52_high").nullable(),
    week52Low: decimal().fieldName("week_52_low").nullable(),
    category: oneOf(PICK_CATEGORIES),
    /** Since when it has this price; a trigger sets it. */
    pricedAt: p.datetime(3).nullable(),
    currency: currency(),
    author: p.text().nullable(),
    disclosure: disclosure(),
    /** The pick's instrument; triggers set it. */
    instrument: () => p.manyToOne(Instrument).ref().nullable().deleteRule("no action"),
    audience: audience(),
    /** As in a trade alert. */
    status: oneOf(PUBLICATION_STATUSES).default("published"),
    externalId: externalId(),
  },
  checks: [
    lengthCheck("stock_picks", "ticker", 1, 20),
    lengthCheck("stock_picks", "name", 1, 300),
    decimalCheck("stock_picks", "market_cap"),
    decimalCheck("stock_picks", "current_price"),
    decimalCheck("stock_picks", "share_portfolio"),
    decimalCheck("stock_picks", "current_year_target"),
    decimalCheck("stock_picks", "target_2028"),
    decimalCheck("stock_picks", "margin_52_week_high"),
    decimalCheck("stock_picks", "change_margin_52_week_low"),
    decimalCheck("stock_picks", "week_52_high"),
    decimalCheck("stock_picks", "week_52_low"),
    currencyCheck("stock_picks"),
    lengthCheck("stock_picks", "author", 1, 100),
    disclosureCheck("stock_picks"),
    { name: "stock_picks_week_52_order", expression: "week_52_low <= week_52_high" },
    externalIdCheck("stock_picks"),
  ],
  uniques: [{ name: "stock_picks_external_id_unique", properties: ["externalId"] }],
  indexes: [
    { properties: ["updatedAt", "id"] },
    // Includes the column that filters published ones, so the index alone answers.
    orderIndex({ table: "stock_picks", name: "created_at_id", order: "created_at, id", include: "status" }),
    orderIndex({
      table: "stock_picks",
      name: "category_created_at_id",
      order: "category, created_at, id",
      include: "status",
    }),
    { properties: ["category", "updatedAt"] },
    { properties: ["instrument", "pricedAt", "id"] },
    ...listIndexes,
    orderIndex({ table: "stock_picks", name: "drafts", order: "created_at, id", where: "status = 'draft'" }),
    containsIndex("stock_picks", "ticker"),
    foldedIndex("stock_picks", "ticker"),
    containsIndex("stock_picks", "name"),
    foldedIndex("stock_picks", "name"),
    tickerIndex("stock_picks"),
    prefixIndex("stock_picks", "name"),
    sortIndex("stock_picks", "ticker", "category, created_at"),
    sortIndex("stock_picks", "category", "created_at"),
    ...["market_cap", "current_price", "current_year_target", "target_2028"].flatMap((figure) =>
      nullableSortIndexes("stock_picks", figure, "category, created_at"),
    ),
  ],
});
export type StockPick = InferEntity<typeof StockPick>;
