import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { containsIndex, edited, figure, figureCheck, lengthCheck, oneOf, prefixIndex } from "../columns";

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

/** One line of the markets table; `changePercent` is in percent (1.25 is 1.25 %). */
export const Quote = defineEntity({
  name: "Quote",
  tableName: "quotes",
  properties: {
    ...edited(),
    category: oneOf(QUOTE_CATEGORIES),
    name: p.text(),
    last: figure(),
    high: figure().nullable(),
    low: figure().nullable(),
    change: figure().nullable(),
    changePercent: figure().nullable(),
    volume: figure().default("0"),
  },
  checks: [
    lengthCheck("quotes", "name", 1, 300),
    figureCheck("quotes", "last"),
    figureCheck("quotes", "high"),
    figureCheck("quotes", "low"),
    figureCheck("quotes", "change"),
    figureCheck("quotes", "change_percent"),
    figureCheck("quotes", "volume"),
    { name: "quotes_volume_range", expression: "volume >= 0" },
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["category", "createdAt", "id"] },
    containsIndex("quotes", "name"),
    prefixIndex("quotes", "name"),
  ],
});
export type Quote = InferEntity<typeof Quote>;
