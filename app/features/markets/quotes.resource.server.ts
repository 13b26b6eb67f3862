import type { InstrumentKind } from "db/entities/instrument";
import { QUOTE_CATEGORIES, Quote, type QuoteCategory } from "db/entities/quote";
import { categoryFilter, createdColumn } from "~/admin-kit/columns.server";
import { isAbove } from "~/admin-kit/constraints.server";
import { openRecord } from "~/admin-kit/declared-record.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import { externalId, externalIdConstraint } from "~/admin-kit/external-id.server";
import { choice, currency, optionalText, text, toOptions } from "~/admin-kit/fields.server";
import { decimal, optionalDecimal } from "~/admin-kit/number-fields.server";
import { derive, type Resource } from "~/admin-kit/resource.server";
import { warnEach } from "~/admin-kit/warnings.server";
import { rolesFor } from "~/auth/permissions.server";
import { changeDirection, DASH, formatSigned, formatVolume } from "~/ui/format";
import { exactPrice } from "~/ui/price-format";
import { warnAboutSymbol } from "./instruments/former-symbol-warnings.rules.server";
import { priceWarnings } from "./instruments/price-warnings.rules.server";
import { saveQuotePrices } from "./instruments/quote-price.server";
import { sharesSincePriced } from "./instruments/shares-since.queries.server";
import { completeQuote, quoteContradictions } from "./quote-figures.rules";
import { staleLabel } from "./quotes.rules";

const KIND_OF_CATEGORY: Record<QuoteCategory, InstrumentKind> = {
  Indices: "index",
  Stocks: "stock",
  Commodities: "commodity",
  Currencies: "currency",
  ETFs: "etf",
  Bonds: "bond",
  Funds: "fund",
  Cryptocurrencies: "crypto",
};

const pricesOfQuote = (values: Readonly<Record<string, unknown>>) => {
  const { symbol, name, category, currency } = values as Partial<Quote>;
  return {
    symbol: symbol ?? null,
    name: name ?? "",
    currency,
    kind: KIND_OF_CATEGORY[category ?? "Stocks"],
  };
};

/** A quote in the API; specification, section 3. */
const QUOTE = openRecord({
  entity: Quote,
  name: "MarketQuote",
  description:
    "One row of the markets table. `updatedAt` is the time of its price: a new name, category or symbol does not change it.",
  filters: ["category", "symbol", "name", "externalId"],
  fields: [
    choice("category", {
      label: "Category",
      half: true,
      options: toOptions(QUOTE_CATEGORIES),
      initial: "Indices",
      description: "Its tab.",
      example: "Indices",
    }),
    text("name", {
      label: "Name",
      maxLength: 300,
      half: true,
      description: "What is quoted.",
      example: "FTSE 100",
    }),
    decimal("last", {
      price: "price",
      label: "Last",
      half: true,
      hint: "Commas are ignored: 46,218.40 means 46218.40.",
      notation: "commasRemoved",
      description: "The last price.",
      example: 8251.4,
    }),
    decimal("volume", {
      label: "Volume",
      half: true,
      hint: "You can use K, M and B: 612.4M means 612400000. Empty means 0.",
      notation: "volume",
      min: 0,
      initial: "0",
      description: "The traded volume; 0 if unknown.",
      example: 612_400_000,
    }),
    optionalDecimal("high", {
      price: "range",
      label: "High",
      half: true,
      notation: "commasRemoved",
      description: "The highest price of the day.",
      example: 8270.15,
    }),
    optionalDecimal("low", {
      price: "range",
      label: "Low",
      half: true,
      notation: "commasRemoved",
      description: "The lowest price of the day.",
      example: 8198.02,
    }),
    optionalDecimal("change", {
      label: "Change",
      half: true,
      hint: "Since the last close, in the unit of the price.",
      notation: "commasRemoved",
      description: "Since the last close, in the unit of the price.",
      example: 42.65,
    }),
    optionalDecimal("changePercent", {
      label: "Change %",
      half: true,
      hint: "With or without the percent sign. Unreadable values count as 0.",
      notation: "percentOrZero",
      description: "The change in per cent: 0.52 means 0.52%.",
      example: 0.52,
    }),
    optionalText("symbol", {
      label: "Symbol",
      more: true,
      half: true,
      hint: "For example DJI or NVDA. Leave empty for the instrument with the quote's name.",
      maxLength: 20,
      isSymbol: true,
      description: "Its instrument's symbol. Null: the instrument with the same name is used.",
      example: "UKX",
    }),
    currency(),
    externalId(),
  ],
});

/** The quotes of the markets table, public for all readers. */
export const quotes: Resource<Quote> = {
  entity: Quote,
  path: "market",
  singular: "market",
  noun: "markets",
  roles: rolesFor("markets"),
  titleOf: derive(["name"], ({ name }) => name),
  missing: "Market not found.",
  loadFailed: "Failed to fetch markets",
  visibleTo: () => ({
    where: {},
    select: QUOTE.properties,
  }),
  listing: {
    title: "Markets",
    plural: "quotes",
    parent: { label: "Dashboard", to: "/admin" },
    columns: [
      {
        label: "Name",
        sort: "name",
        cell: derive(["name", "category"], ({ name, category }) => ({
          kind: "title",
          text: name,
          sub: category,
        })),
      },
      {
        label: "Last",
        sort: "last",
        field: "last",
        subLabel: "Currency",
        cell: derive(["last", "currency"], ({ last, currency }) => ({
          kind: "number",
          text: exactPrice(last),
          sub: currency ?? undefined,
        })),
      },
      {
        label: "Change",
        sort: "changePercent",
        field: "changePercent",
        cell: derive(["changePercent"], ({ changePercent }) =>
          changePercent == null
            ? { kind: "change", text: DASH }
            : {
                kind: "change",
                text: `${formatSigned(changePercent)}%`,
                direction: changeDirection(changePercent),
              },
        ),
      },
      {
        label: "Volume",
        sort: "volume",
        cell: derive(["volume"], ({ volume }) => ({ kind: "number", text: formatVolume(volume) })),
      },
      {
        label: "Updated",
        sort: "updatedAt",
        cell: derive([], ({ updatedAt }) => ({
          kind: "time",
          iso: updatedAt.toISOString(),
          warning: staleLabel(updatedAt, new Date()) && "Stale",
        })),
      },
      createdColumn(),
    ],
    search: { label: "Search name", in: ["name"] },
    chosenTogether: "category",
    filters: [categoryFilter(QUOTE_CATEGORIES)],
    empty: "No markets found.",
  },
  form: {
    fields: QUOTE.fields,
    constraints: [
      {
        check: "quotes_range_order",
        field: "high",
        isViolated: ({ low, high }) => isAbove(low, high),
        message: "High must not be below Low",
      },
      externalIdConstraint("quotes", "market"),
    ],
    completeValues: completeQuote,
    sharesSince: sharesSincePriced(({ updatedAt }) => updatedAt),
    warnings: [
      warnEach(quoteContradictions),
      priceWarnings(QUOTE.fields, pricesOfQuote),
      warnAboutSymbol({ symbol: "symbol", name: "name" }),
    ],
    add: { title: "Add market", done: "Market added successfully", failed: "Failed to save market" },
    update: { title: "Edit market", done: "Market updated successfully", failed: "Failed to save market" },
  },
  paste: {
    key: ["symbol", "name"],
    assumed: "category",
    synonyms: {
      name: ["instrument", "company", "market", "security", "title"],
      symbol: ["ticker", "code", "ric"],
      last: ["price", "lastprice", "close", "lasttrade", "px", "value"],
      high: ["dayhigh", "hi", "highprice"],
      low: ["daylow", "lo", "lowprice"],
      change: ["chg", "netchange", "netchg", "absolutechange"],
      changePercent: ["chg%", "%chg", "%change", "changepct", "pctchange", "%"],
      volume: ["vol"],
      category: ["class", "assetclass", "type"],
      currency: ["ccy", "cur"],
    },
  },
  afterWrite: saveQuotePrices,
  removal: {
    note: ({ name, category }) => `“${name}” in ${category}. ${IN_BIN}`,
    bin: () => "as it was",
    done: "Market deleted successfully",
    failed: "Failed to delete market.",
  },
  api: {
    schema: QUOTE.schema,
    filters: QUOTE.filters,
    serialize: QUOTE.serialize,
  },
};
