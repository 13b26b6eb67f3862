import { PICK_CATEGORIES, StockPick } from "db/entities/stock-pick";
import { categoryFilter, createdColumn } from "~/admin-kit/columns.server";
import { asOptions, choice, currency, type Field, optionalFigure, text } from "~/admin-kit/fields.server";
import { asNumber } from "~/admin-kit/record-schema.server";
import { type Column, type Resource, shown } from "~/admin-kit/resource.server";
import { DESK } from "~/features/auth/viewer.server";
import { accessTo } from "~/features/entitlements/access.server";
import { formatNumber } from "~/ui/format";
import { capText, readCap } from "./picks.rules";
import { stockPickForm } from "./picks.schema.server";

const OPEN = [
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
  "createdAt",
  "updatedAt",
  "version",
] as const;
const LOCKED = ["ticker", "name", "margin52WeekHigh", "changeMargin52WeekLow"] as const;

const price = (name: string, label: string, property = name): Field =>
  optionalFigure(name, { property, label, atLeast: 0, half: true });

type Priced = "currentYearTarget" | "target2028";

const priceColumn = (label: string, property: Priced): Column<StockPick> => ({
  label,
  sort: property,
  cell: shown([property], (row) => ({ kind: "number", text: formatNumber(row[property]) })),
});

/** Stocks the house likes, with their targets; which they are is for paying readers. */
export const stockPicks: Resource<StockPick> = {
  entity: StockPick,
  path: "stock-picks",
  names: {
    one: "stock pick",
    many: "stock picks",
    title: "Stock Picks",
    add: "Add stock pick",
    edit: "Edit stock pick",
  },
  roles: { read: DESK, write: DESK, remove: DESK },
  fields: [
    text("ticker", { label: "Ticker", maxLength: 20, half: true }),
    text("name", { label: "Name", maxLength: 300, half: true }),
    choice("category", {
      label: "Category",
      half: true,
      options: asOptions(PICK_CATEGORIES),
      initial: "VBTC-500",
    }),
    price("currentPrice", "Current price"),
    optionalFigure("marketCap", {
      label: "Market cap",
      half: true,
      hint: "In full, or as 287.4B, 4.21T, 950M.",
      read: readCap,
      atLeast: 0,
    }),
    optionalFigure("sharePortfolio", {
      label: "Share of portfolio",
      half: true,
      hint: "Per cent of its category’s model portfolio.",
      atLeast: 0,
    }),
    price("currentYTP", "Current Year TP", "currentYearTarget"),
    price("tp2028", "2028 TP", "target2028"),
    price("wks52High", "52-week high", "week52High"),
    price("wks52Low", "52-week low", "week52Low"),
    optionalFigure("margin52WksHigh", {
      property: "margin52WeekHigh",
      label: "Margin to the 52-week high",
      half: true,
      hint: "Per cent, as −6.41. Left empty, readers see what price and high come to.",
    }),
    optionalFigure("ChMargin52WksLow", {
      property: "changeMargin52WeekLow",
      label: "Change from the 52-week low",
      half: true,
      hint: "Per cent, as 74.81. Left empty, readers see what price and low come to.",
    }),
    currency(),
  ],
  check: ({ week52High, week52Low }): Record<string, string> =>
    typeof week52High === "string" && typeof week52Low === "string" && Number(week52Low) > Number(week52High)
      ? { wks52Low: "52-week low must not be above the 52-week high" }
      : {},
  columns: [
    {
      label: "Ticker",
      sort: "ticker",
      cell: shown(["ticker", "name"], ({ ticker, name }) => ({ kind: "title", text: ticker, sub: name })),
    },
    {
      label: "Category",
      sort: "category",
      cell: shown(["category"], ({ category }) => ({ kind: "text", text: category })),
    },
    {
      label: "Market cap",
      sort: "marketCap",
      cell: shown(["marketCap"], (row) => ({ kind: "number", text: capText(row.marketCap) })),
    },
    {
      label: "Price",
      sort: "currentPrice",
      under: "Currency",
      cell: shown(["currentPrice", "currency"], ({ currentPrice, currency }) => ({
        kind: "number",
        text: formatNumber(currentPrice),
        sub: currency ?? undefined,
      })),
    },
    priceColumn("Current Year TP", "currentYearTarget"),
    priceColumn("2028 TP", "target2028"),
    createdColumn(),
  ],
  search: { label: "Search ticker or name", in: ["ticker", "name"] },
  filters: [categoryFilter(PICK_CATEGORIES)],
  titleOf: shown(["ticker", "name"], ({ ticker, name }) => `${ticker} ${name}`),
  describe: ({ ticker, name, category }) => `“${name}” (${ticker}) in ${category}. This can’t be undone.`,
  texts: {
    empty: "No stock picks found.",
    missing: "Stock pick not found.",
    failed: {
      load: "Failed to fetch stock picks",
      add: "Failed to save stock pick",
      update: "Failed to save stock pick",
      remove: "Failed to delete stock pick",
    },
    done: {
      add: "Stock pick added successfully",
      update: "Stock pick updated successfully",
      remove: "Stock pick deleted successfully",
    },
  },
  record: stockPickForm,
  visibleTo: (viewer) => {
    const full = accessTo("stock pick", viewer) === "full";
    return {
      where: {},
      select: full ? [...OPEN, ...LOCKED] : OPEN,
      wire: (row) => wireOf(row, full),
    };
  },
};

/** The documented names of the API, odd ones included; specification, section 3. */
const wireOf = (row: StockPick, full: boolean) => ({
  _id: row.id,
  id: row.id,
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
  locked: !full,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
});
