import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import {
  containsIndex,
  currency,
  currencyCheck,
  decimal,
  decimalCheck,
  editableColumns,
  externalId,
  externalIdCheck,
  foldedIndex,
  lengthCheck,
  lowered,
  oneOf,
  orderIndex,
  prefixIndex,
  sortIndex,
} from "../columns";
import { Instrument } from "./instrument";

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

/** Indexes of a list's order, for all quotes and for those of one category. */
const listIndexes = (name: string, order: string, include?: string) => [
  orderIndex({ table: "quotes", name, order, include }),
  orderIndex({ table: "quotes", name: `category_${name}`, order: `category, ${order}`, include }),
];

/** One row of the markets table. `changePercent` is in per cent (1.25 is 1.25 %). */
export const Quote = defineEntity({
  name: "Quote",
  tableName: "quotes",
  properties: {
    ...editableColumns(),
    category: oneOf(QUOTE_CATEGORIES),
    name: p.text(),
    lowerName: lowered("name"),
    last: decimal(),
    high: decimal().nullable(),
    low: decimal().nullable(),
    change: decimal().nullable(),
    changePercent: decimal().nullable(),
    volume: decimal().default("0"),
    currency: currency(),
    /** The instrument's symbol. Without one, the quote matches an instrument by name. */
    symbol: p.text().nullable(),
    lowerSymbol: lowered("symbol").nullable(),
    /** The quote's instrument; triggers set it. */
    instrument: () => p.manyToOne(Instrument).ref().nullable().deleteRule("no action"),
    externalId: externalId(),
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
    lengthCheck("quotes", "symbol", 1, 20),
    { name: "quotes_range_order", expression: "low <= high" },
    externalIdCheck("quotes"),
  ],
  uniques: [{ name: "quotes_external_id_unique", properties: ["externalId"] }],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["category", "createdAt", "id"] },
    { properties: ["instrument", "updatedAt", "id"] },
    // The orders that readers can choose.
    ...listIndexes("last_id", "last, id"),
    ...listIndexes("change_percent_id", "change_percent, id"),
    ...listIndexes("volume_id", "volume, id"),
    ...listIndexes("updated_at_id", "updated_at, id"),
    ...listIndexes("lower_name_id", "lower(name), id", "name"),
    // Unknown changes come last in both directions, so the falling order is not the rising one reversed.
    ...listIndexes("change_percent_falling", "change_percent desc nulls last, id desc"),
    orderIndex({ table: "quotes", name: "lower_symbol", order: "lower(symbol), created_at, id" }),
    containsIndex("quotes", "name"),
    foldedIndex("quotes", "name"),
    prefixIndex("quotes", "name"),
    sortIndex("quotes", "name", "category, created_at"),
  ],
});
export type Quote = InferEntity<typeof Quote>;
