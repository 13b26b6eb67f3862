import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import {
  containsIndex,
  currency,
  currencyCheck,
  edited,
  figure,
  figureCheck,
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
    ...edited(),
    ticker: p.text(),
    name: p.text(),
    marketCap: figure().nullable(),
    currentPrice: figure().nullable(),
    sharePortfolio: figure().nullable(),
    currentYearTarget: figure().nullable(),
    target2028: figure().fieldName("target_2028").nullable(),
    margin52WeekHigh: figure().fieldName("margin_52_week_high").nullable(),
    changeMargin52WeekLow: figure().fieldName("change_margin_52_week_low").nullable(),
    week52High: figure().fieldName("week_52_high").nullable(),
    week52Low: figure().fieldName("week_52_low").nullable(),
    category: oneOf(PICK_CATEGORIES),
    /** Since when it has this price; a trigger keeps it. */
    pricedAt: p.datetime(3).nullable(),
    currency: currency(),
  },
  checks: [
    lengthCheck("stock_picks", "ticker", 1, 20),
    lengthCheck("stock_picks", "name", 1, 300),
    figureCheck("stock_picks", "market_cap"),
    figureCheck("stock_picks", "current_price"),
    figureCheck("stock_picks", "share_portfolio"),
    figureCheck("stock_picks", "current_year_target"),
    figureCheck("stock_picks", "target_2028"),
    figureCheck("stock_picks", "margin_52_week_high"),
    figureCheck("stock_picks", "change_margin_52_week_low"),
    figureCheck("stock_picks", "week_52_high"),
    figureCheck("stock_picks", "week_52_low"),
    currencyCheck("stock_picks"),
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
