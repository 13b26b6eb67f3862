import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import {
  containsIndex,
  currency,
  currencyCheck,
  decimal,
  decimalCheck,
  editableColumns,
  lengthCheck,
  oneOf,
  prefixIndex,
} from "../columns";

export const PICK_CATEGORIES = [
  "VBTC-500",
  "Tenet",
  "Iron dome",
  "Global Stars",
  "Moonshots",
  "ETFs-Index Funds",
] as const;
export type PickCategory = (typeof PICK_CATEGORIES)[number];

/** A stock the house likes. `ticker`, `name` and the two margins are for paying readers only. */
export const StockPick = defineEntity({
  name: "StockPick",
  tableName: "stock_picks",
  properties: {
    ...editableColumns(),
    ticker: p.text(),
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
    /** Since when it has this price; a trigger keeps it. */
    pricedAt: p.datetime(3).nullable(),
    currency: currency(),
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
    { name: "stock_picks_week_52_order", expression: "week_52_low <= week_52_high" },
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["category", "createdAt", "id"] },
    containsIndex("stock_picks", "ticker"),
    containsIndex("stock_picks", "name"),
    prefixIndex("stock_picks", "ticker"),
    prefixIndex("stock_picks", "name"),
  ],
});
export type StockPick = InferEntity<typeof StockPick>;
