import { PICK_CATEGORIES, StockPick } from "db/entities/stock-pick";
import {
  categoryFilter,
  createdColumn,
  publicationColumn,
  publicationFilter,
} from "~/admin-kit/columns.server";
import { isAbove } from "~/admin-kit/constraints.server";
import { lockedRecord } from "~/admin-kit/declared-record.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import { externalId, externalIdConstraint } from "~/admin-kit/external-id.server";
import {
  type CommonOptions,
  choice,
  currency,
  type Field,
  type PriceRole,
  publicationStatus,
  text,
  toOptions,
} from "~/admin-kit/fields.server";
import { optionalDecimal } from "~/admin-kit/number-fields.server";
import { allOrVisible, type Column, derive, type Resource } from "~/admin-kit/resource.server";
import { warnEach } from "~/admin-kit/warnings.server";
import { workingCopyFilter } from "~/admin-kit/working-copies/copy-list.server";
import { rolesFor } from "~/auth/permissions.server";
import { warnAboutLiveCall } from "~/features/calls/live-call-warnings.rules.server";
import { recordCallsAfterWrite } from "~/features/calls/record-calls.server";
import { warnAboutSymbol } from "~/features/markets/instruments/former-symbol-warnings.rules.server";
import { priceWarnings } from "~/features/markets/instruments/price-warnings.rules.server";
import { exactPrice } from "~/ui/price-format";
import { audienceField, paywallFor } from "../audience.rules.server";
import {
  callAuthorField,
  DISCLOSURE_REQUIRED,
  disclosureField,
  signNewCall,
} from "../authorship.rules.server";
import { completePick, pickContradictions } from "./pick-figures.rules";
import { formatMarketCap } from "./picks.rules";

const priceField = (name: string, price: PriceRole, options: CommonOptions): Field =>
  optionalDecimal(name, { ...options, price, min: 0, half: true });

type PriceProperty = "currentYearTarget" | "target2028";

const priceColumn = (label: string, property: PriceProperty): Column<StockPick> => ({
  label,
  sort: property,
  cell: derive([property], (row) => ({ kind: "number", text: exactPrice(row[property]) })),
});

const PAYWALL = paywallFor("stock pick");

/**
 * A pick with the documented names of the API, including the odd ones; specification, section 3.
 */
const PICK = lockedRecord({
  entity: StockPick,
  name: "StockPick",
  description: "A stock with our targets.",
  filters: ["status", "category", "ticker", "externalId"],
  open: [
    ...["marketCap", "currentPrice", "sharePortfolio", "currentYTP", "tp2028", "wks52High", "wks52Low"],
    ...["category", "currency", "audience", "status", "updatedAt", "version"],
  ],
  fields: [
    text("ticker", {
      label: "Ticker",
      maxLength: 20,
      half: true,
      isSymbol: true,
      description: "Its symbol.",
      example: "HLIO",
    }),
    text("name", {
      label: "Name",
      maxLength: 300,
      half: true,
      description: "The company.",
      example: "Helio Turbines",
    }),
    choice("category", {
      label: "Category",
      half: true,
      options: toOptions(PICK_CATEGORIES),
      initial: "VBTC-500",
      description: "The list it is in.",
      example: "Global Stars",
    }),
    priceField("currentPrice", "price", {
      label: "Current price",
      description: "The price when it was last updated.",
      example: 118.4,
    }),
    optionalDecimal("marketCap", {
      label: "Market cap",
      half: true,
      hint: "The full number, or an abbreviation such as 287.4B, 4.21T or 950M.",
      notation: "marketCap",
      min: 0,
      description: "Market capitalisation in the stock’s currency.",
      example: 287_400_000_000,
    }),
    optionalDecimal("sharePortfolio", {
      label: "Share of portfolio",
      half: true,
      notation: "percent",
      hint: "Per cent of its category’s model portfolio.",
      min: 0,
      description: "Per cent of its category’s model portfolio.",
      example: 4.5,
    }),
    priceField("currentYTP", "level", {
      property: "currentYearTarget",
      label: "Current Year TP",
      description: "Target price for this year.",
      example: 140,
    }),
    priceField("tp2028", "level", {
      property: "target2028",
      label: "2028 TP",
      description: "Target price for 2028.",
      example: 210,
    }),
    priceField("wks52High", "level", {
      property: "week52High",
      label: "52-week high",
      description: "The highest price in 52 weeks.",
      example: 126.5,
    }),
    priceField("wks52Low", "level", {
      property: "week52Low",
      label: "52-week low",
      description: "The lowest price in 52 weeks.",
      example: 67.73,
    }),
    optionalDecimal("margin52WksHigh", {
      property: "margin52WeekHigh",
      label: "Margin to the 52-week high",
      half: true,
      notation: "percent",
      hint: "As a percentage, for example −6.41. If empty, it is computed from the price and the high.",
      description: "Distance from the 52-week high, as a percentage.",
      example: -6.41,
    }),
    optionalDecimal("ChMargin52WksLow", {
      property: "changeMargin52WeekLow",
      label: "Change from the 52-week low",
      half: true,
      notation: "percent",
      hint: "As a percentage, for example 74.81. If empty, it is computed from the price and the low.",
      description: "Distance from the 52-week low, as a percentage.",
      example: 74.81,
    }),
    currency(),
    publicationStatus({ initial: "published", half: true }),
    audienceField(),
    callAuthorField(),
    disclosureField(),
    externalId(),
  ],
});

const pricesOfPick = (values: Readonly<Record<string, unknown>>) => {
  const { ticker = "", name = "", category, currency } = values as Partial<StockPick>;
  return { symbol: ticker, name, currency, kind: category === "ETFs-Index Funds" ? "etf" : "stock" } as const;
};

/** Recommended stocks with targets. Which stocks they are is for paying readers. */
export const stockPicks: Resource<StockPick> = {
  entity: StockPick,
  path: "stock-picks",
  singular: "stock pick",
  noun: "stock-picks",
  roles: rolesFor("stock-picks"),
  titleOf: derive(["ticker", "name"], ({ ticker, name }) => `${ticker} ${name}`),
  missing: "Stock pick not found.",
  loadFailed: "Failed to fetch stock picks",
  visibleTo: (viewer) =>
    PAYWALL.visible<StockPick>(viewer, {
      where: allOrVisible<StockPick>("stock-picks.read", viewer, { status: "published" }),
      ...PICK.properties,
    }),
  listing: {
    title: "Stock Picks",
    plural: "stock picks",
    columns: [
      {
        label: "Ticker",
        sort: "ticker",
        cell: derive(["ticker", "name"], ({ ticker, name }) => ({ kind: "title", text: ticker, sub: name })),
      },
      {
        label: "Category",
        sort: "category",
        cell: derive(["category"], ({ category }) => ({ kind: "text", text: category })),
      },
      {
        label: "Market cap",
        sort: "marketCap",
        cell: derive(["marketCap"], (row) => ({ kind: "number", text: formatMarketCap(row.marketCap) })),
      },
      {
        label: "Price",
        sort: "currentPrice",
        field: "currentPrice",
        subLabel: "Currency",
        cell: derive(["currentPrice", "currency"], ({ currentPrice, currency }) => ({
          kind: "number",
          text: exactPrice(currentPrice),
          sub: currency ?? undefined,
        })),
      },
      priceColumn("Current Year TP", "currentYearTarget"),
      priceColumn("2028 TP", "target2028"),
      publicationColumn(),
      createdColumn(),
    ],
    search: { label: "Search ticker or name", in: ["ticker", "name"] },
    chosenTogether: "category",
    filters: [categoryFilter(PICK_CATEGORIES), publicationFilter(), workingCopyFilter("stock-picks")],
    empty: "No stock picks found.",
  },
  paste: {
    key: ["ticker"],
    within: "category",
    assumed: "category",
    synonyms: {
      ticker: ["symbol", "code"],
      name: ["company"],
      category: ["list"],
      currentPrice: ["price", "last"],
      marketCap: ["cap", "mcap", "mktcap"],
      sharePortfolio: ["share", "weight", "weight%"],
      currentYTP: ["target", "tp", "targetprice"],
      tp2028: ["target2028"],
      wks52High: ["52whigh", "52weekhigh", "high52"],
      wks52Low: ["52wlow", "52weeklow", "low52"],
      currency: ["ccy"],
    },
  },
  afterWrite: recordCallsAfterWrite("pick", (pick) => pick.status === "published"),
  form: {
    fields: PICK.fields,
    constraints: [
      {
        check: "stock_picks_week_52_order",
        field: "wks52Low",
        isViolated: ({ week52High, week52Low }) => isAbove(week52Low, week52High),
        message: "52-week low must not be above the 52-week high",
      },
      DISCLOSURE_REQUIRED,
      externalIdConstraint("stock_picks", "stock pick"),
    ],
    computeValues: signNewCall,
    completeValues: completePick,
    warnings: [
      warnEach(pickContradictions),
      warnAboutLiveCall({
        kind: "pick",
        target: { property: "currentYearTarget", field: "currentYTP", label: "target of the year" },
        status: { property: "status", field: "status" },
      }),
      priceWarnings(PICK.fields, pricesOfPick),
      warnAboutSymbol({ symbol: "ticker", name: "name" }),
    ],
    add: {
      title: "Add stock pick",
      done: "Stock pick added successfully",
      failed: "Failed to save stock pick",
    },
    update: {
      title: "Edit stock pick",
      done: "Stock pick updated successfully",
      failed: "Failed to save stock pick",
    },
  },
  removal: {
    note: ({ ticker, name, category }) => `“${name}” (${ticker}) in ${category}. ${IN_BIN}`,
    bin: () => "redated",
    done: "Stock pick deleted successfully",
    failed: "Failed to delete stock pick",
  },
  api: {
    schema: PICK.schema,
    filters: PICK.filters,
    serialize: (row, viewer) => PICK.serialize(row, PAYWALL.isOpen(viewer, row)),
  },
};
