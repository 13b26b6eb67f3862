import { PICK_CATEGORIES, StockPick } from "db/entities/stock-pick";
import {
  categoryFilter,
  createdColumn,
  publicationColumn,
  publicationFilter,
} from "~/admin-kit/columns.server";
import { isAbove } from "~/admin-kit/constraints.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import { doubtOfEach } from "~/admin-kit/doubts.server";
import { choice, currency, type Field, publicationStatus, text, toOptions } from "~/admin-kit/fields.server";
import { optionalDecimal } from "~/admin-kit/number-fields.server";
import { asNumber } from "~/admin-kit/record-schema.server";
import { type Column, derive, type Resource, rowsOrSeen } from "~/admin-kit/resource.server";
import { serializeRecord } from "~/admin-kit/serialize.server";
import { rolesFor } from "~/auth/permissions.server";
import { doubtAboutLiveCall } from "~/features/calls/live-call-doubts.rules.server";
import { callsOf } from "~/features/calls/record-calls.server";
import { doubtWhoseSymbol } from "~/features/markets/instruments/former-symbol-doubts.rules.server";
import { priceDoubts } from "~/features/markets/instruments/price-doubts.rules.server";
import { exactPrice } from "~/ui/price-format";
import { audienceField, lockOf } from "../audience.rules.server";
import {
  callAuthorField,
  DISCLOSURE_REQUIRED,
  disclosureField,
  signNewCall,
} from "../authorship.rules.server";
import { completePick, pickContradictions } from "./pick-figures.rules";
import { formatMarketCap } from "./picks.rules";
import { stockPickSchema } from "./picks.schema.server";

const PUBLIC_PROPERTIES = [
  "id",
  "marketCap",
  "currentPrice",
  "sharePortfolio",
  "currentYearTarget",
  "target2028",
  "week52High",
  "week52Low",
  "category",
  "currency",
  "audience",
  "status",
  "createdAt",
  "updatedAt",
  "version",
] as const;
const LOCKED_PROPERTIES = [
  ...(["ticker", "name", "margin52WeekHigh", "changeMargin52WeekLow"] as const),
  ...(["author", "disclosure"] as const),
];

const priceField = (name: string, label: string, property = name): Field =>
  optionalDecimal(name, { property, label, min: 0, half: true });

type PriceProperty = "currentYearTarget" | "target2028";

const priceColumn = (label: string, property: PriceProperty): Column<StockPick> => ({
  label,
  sort: property,
  cell: derive([property], (row) => ({ kind: "number", text: exactPrice(row[property]) })),
});

const LOCK = lockOf("stock pick");

const pricesOfPick = (values: Readonly<Record<string, unknown>>) => {
  const { ticker = "", name = "", category, currency } = values as Partial<StockPick>;
  return { symbol: ticker, name, currency, kind: category === "ETFs-Index Funds" ? "etf" : "stock" } as const;
};

/** Stocks the house likes, with their targets; which they are is for paying readers. */
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
    LOCK.visible<StockPick>(viewer, {
      where: rowsOrSeen<StockPick>("stock-picks.read", viewer, { status: "published" }),
      open: PUBLIC_PROPERTIES,
      all: [...PUBLIC_PROPERTIES, ...LOCKED_PROPERTIES],
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
    filters: [categoryFilter(PICK_CATEGORIES), publicationFilter()],
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
  afterWrite: callsOf("pick", (pick) => pick.status === "published"),
  form: {
    fields: [
      text("ticker", { label: "Ticker", maxLength: 20, half: true, isSymbol: true }),
      text("name", { label: "Name", maxLength: 300, half: true }),
      choice("category", {
        label: "Category",
        half: true,
        options: toOptions(PICK_CATEGORIES),
        initial: "VBTC-500",
      }),
      priceField("currentPrice", "Current price"),
      optionalDecimal("marketCap", {
        label: "Market cap",
        half: true,
        hint: "In full, or as 287.4B, 4.21T, 950M.",
        notation: "marketCap",
        min: 0,
      }),
      optionalDecimal("sharePortfolio", {
        label: "Share of portfolio",
        half: true,
        notation: "percent",
        hint: "Per cent of its category’s model portfolio.",
        min: 0,
      }),
      priceField("currentYTP", "Current Year TP", "currentYearTarget"),
      priceField("tp2028", "2028 TP", "target2028"),
      priceField("wks52High", "52-week high", "week52High"),
      priceField("wks52Low", "52-week low", "week52Low"),
      optionalDecimal("margin52WksHigh", {
        property: "margin52WeekHigh",
        label: "Margin to the 52-week high",
        half: true,
        notation: "percent",
        hint: "Per cent, as −6.41. Left empty, it is computed from the price and the high.",
      }),
      optionalDecimal("ChMargin52WksLow", {
        property: "changeMargin52WeekLow",
        label: "Change from the 52-week low",
        half: true,
        notation: "percent",
        hint: "Per cent, as 74.81. Left empty, it is computed from the price and the low.",
      }),
      currency(),
      publicationStatus({ initial: "published", half: true }),
      audienceField(),
      callAuthorField(),
      disclosureField(),
    ],
    constraints: [
      {
        check: "stock_picks_week_52_order",
        field: "wks52Low",
        isViolated: ({ week52High, week52Low }) => isAbove(week52Low, week52High),
        message: "52-week low must not be above the 52-week high",
      },
      DISCLOSURE_REQUIRED,
    ],
    computeValues: signNewCall,
    completeValues: completePick,
    doubts: [
      doubtOfEach(pickContradictions),
      doubtAboutLiveCall({
        kind: "pick",
        target: { property: "currentYearTarget", field: "currentYTP", label: "target of the year" },
        status: { property: "status", field: "status" },
      }),
      priceDoubts(
        [
          { property: "currentPrice", label: "Current price", is: "price" },
          { property: "currentYearTarget", field: "currentYTP", label: "Current Year TP", is: "level" },
          { property: "target2028", field: "tp2028", label: "2028 TP", is: "level" },
          { property: "week52High", field: "wks52High", label: "52-week high", is: "level" },
          { property: "week52Low", field: "wks52Low", label: "52-week low", is: "level" },
        ],
        pricesOfPick,
      ),
      doubtWhoseSymbol({ symbol: "ticker", name: "name" }),
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
    bin: () => "dated anew",
    done: "Stock pick deleted successfully",
    failed: "Failed to delete stock pick",
  },
  api: {
    schema: stockPickSchema,
    serialize: (row, viewer) => serializePick(row, LOCK.isOpen(viewer, row)),
  },
};

/** The documented names of the API, odd ones included; specification, section 3. */
const serializePick = (row: StockPick, full: boolean) =>
  serializeRecord(row, {
    ticker: full ? row.ticker : null,
    name: full ? row.name : null,
    marketCap: asNumber(row.marketCap),
    currentPrice: asNumber(row.currentPrice),
    sharePortfolio: asNumber(row.sharePortfolio),
    currentYTP: asNumber(row.currentYearTarget),
    tp2028: asNumber(row.target2028),
    margin52WksHigh: full ? asNumber(row.margin52WeekHigh) : null,
    ChMargin52WksLow: full ? asNumber(row.changeMargin52WeekLow) : null,
    wks52High: asNumber(row.week52High),
    wks52Low: asNumber(row.week52Low),
    category: row.category,
    currency: row.currency ?? null,
    author: full ? (row.author ?? null) : null,
    disclosure: full ? (row.disclosure ?? null) : null,
    audience: row.audience,
    status: row.status,
    locked: !full,
  });
