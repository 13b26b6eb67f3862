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

export const QUOTE_CATEGORIES = [
  "Indices",
  "Stocks",
  "Commodities",
  "Currencies",
  "ETFs",
  "Bonds",
  "Funds",
  "Cryptocurrencies",
] as const;
export type QuoteCategory = (typeof QUOTE_CATEGORIES)[number];

const orderIndex = (name: string, order: string) => ({
  name,
  expression: `create index ${name} on quotes (${order})`,
});

/** One line of the markets table; `changePercent` is in percent (1.25 is 1.25 %). */
export const Quote = defineEntity({
  name: "Quote",
  tableName: "quotes",
  properties: {
    ...editableColumns(),
    category: oneOf(QUOTE_CATEGORIES),
    name: p.text(),
    last: decimal(),
    high: decimal().nullable(),
    low: decimal().nullable(),
    change: decimal().nullable(),
    changePercent: decimal().nullable(),
    volume: decimal().default("0"),
    currency: currency(),
  },
  checks: [
    lengthCheck("quotes", "name", 1, 300),
    decimalCheck("quotes", "last"),
    decimalCheck("quotes", "high"),
    decimalCheck("quotes", "low"),
    decimalCheck("quotes", "change"),
    decimalCheck("quotes", "change_percent"),
    decimalCheck("quotes", "volume"),
    { name: "quotes_volume_range", expression: "volume >= 0" },
    currencyCheck("quotes"),
    { name: "quotes_range_order", expression: "low <= high" },
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["category", "createdAt", "id"] },
    // The orders readers choose. A category among them is filtered on the way: there are only eight.
    { properties: ["last", "id"] },
    { properties: ["changePercent", "id"] },
    { properties: ["volume", "id"] },
    { properties: ["updatedAt", "id"] },
    orderIndex("quotes_lower_name_id_index", "lower(name), id"),
    // Unknown changes come last both ways, so falling is not just rising read backwards.
    orderIndex("quotes_change_percent_falling_index", "change_percent desc nulls last, id desc"),
    containsIndex("quotes", "name"),
    prefixIndex("quotes", "name"),
  ],
});
export type Quote = InferEntity<typeof Quote>;
