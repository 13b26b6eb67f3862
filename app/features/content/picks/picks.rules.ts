import type { Access } from "~/access/access.server";
import { DASH, type Decimal, formatNumber } from "~/ui/format";

type MaybeNumber = Decimal | null | undefined;

/**
 * The distance of `to` from `from`, in per cent of `from`: the upside of a target, a price's distance from
 * its 52-week high. Undefined if either is missing or `from` is zero.
 */
export function percentFrom(from: MaybeNumber, to: MaybeNumber): number | undefined {
  if (from === null || from === undefined || from === "" || to === null || to === undefined || to === "") {
    return undefined;
  }
  const percent = ((Number(to) - Number(from)) / Number(from)) * 100;
  return Number.isFinite(percent) ? percent : undefined;
}

/** The stored margin, or else the distance of the price from that end of its year. */
export const margin = (stored: MaybeNumber, end: MaybeNumber, price: MaybeNumber): Decimal | undefined =>
  stored ?? percentFrom(end, price);

const CAP_UNITS = [
  { from: 1e12, unit: "T" },
  { from: 1e9, unit: "B" },
  { from: 1e6, unit: "M" },
] as const;

/** A market capitalisation with two decimals: "287.40B", "4.21T"; "–" when there is none. */
export function formatMarketCap(marketCap: MaybeNumber): string {
  if (marketCap === null || marketCap === undefined) return DASH;
  const value = Number(marketCap);
  const step = CAP_UNITS.find(({ from }) => Math.abs(value) >= from);
  return step ? `${formatNumber(value / step.from)}${step.unit}` : formatNumber(marketCap);
}

type Direction = "asc" | "desc";

type SortOption = {
  /** The label in menus. */
  label: string;
  /** The order in words, "highest upside first". */
  directionLabels: Record<Direction, string>;
  /** The order at the first click. */
  defaultDirection: Direction;
  /** Whether the order would reveal a masked column. Readers without access may not sort by it. */
  masked?: true;
  /**
   * Whether it depends on the price. Lists use the pick's own price, which has an index, though they show the
   * newest one.
   */
  byPrice?: true;
};

const numberSort = (label: string, noun: string, [most, least] = ["highest", "lowest"]): SortOption => ({
  label,
  defaultDirection: "desc",
  directionLabels: { desc: `${most} ${noun} first`, asc: `${least} ${noun} first` },
});

/** The sort keys of the table, named like the API's fields. */
export const PICK_SORTS = {
  upside: { ...numberSort("Upside", "upside"), byPrice: true },
  ticker: {
    label: "Ticker",
    defaultDirection: "asc",
    masked: true,
    directionLabels: { asc: "A to Z", desc: "Z to A" },
  },
  marketCap: numberSort("Market cap", "market cap", ["largest", "smallest"]),
  currentPrice: { ...numberSort("Price", "price"), byPrice: true },
  sharePortfolio: numberSort("Share of portfolio", "share of the portfolio", ["largest", "smallest"]),
  currentYTP: numberSort("Current Year TP", "target for this year"),
  tp2028: numberSort("2028 TP", "target for 2028"),
  margin52WksHigh: {
    ...numberSort("Off 52-week high", "margin to the 52-week high"),
    directionLabels: {
      desc: "nearest to the 52-week high first",
      asc: "furthest below the 52-week high first",
    },
    masked: true,
    byPrice: true,
  },
  ChMargin52WksLow: {
    ...numberSort("From 52-week low", "margin to the 52-week low"),
    directionLabels: {
      desc: "furthest above the 52-week low first",
      asc: "nearest to the 52-week low first",
    },
    masked: true,
    byPrice: true,
  },
} satisfies Record<string, SortOption>;

export type PickSortKey = keyof typeof PICK_SORTS;
export type PickSort = { key: PickSortKey; direction: Direction };

/** The default order. */
export const DEFAULT_SORT: PickSort = { key: "upside", direction: "desc" };

export const sortOption = (key: PickSortKey): SortOption => PICK_SORTS[key];

/** The orders that a reader may choose. */
export const allowedSorts = (access: Access): PickSortKey[] =>
  (Object.keys(PICK_SORTS) as PickSortKey[]).filter((key) => access !== "locked" || !sortOption(key).masked);

/**
 * The order in the address. An invalid order, or one that would reveal masked columns, becomes highest upside
 * first.
 */
export function readPickSort(search: URLSearchParams, access: Access): PickSort {
  const key = allowedSorts(access).find((known) => known === search.get("sort"));
  if (!key) return DEFAULT_SORT;
  const requested = search.get("direction");
  return {
    key,
    direction: requested === "asc" || requested === "desc" ? requested : sortOption(key).defaultDirection,
  };
}

/** The query of the table's address, with only the values that differ from the defaults. */
export function pickParams(
  category: string | undefined,
  { key, direction }: PickSort,
): Record<string, string | undefined> {
  const isDefault = key === DEFAULT_SORT.key && direction === DEFAULT_SORT.direction;
  return {
    category,
    sort: isDefault ? undefined : key,
    direction: direction === sortOption(key).defaultDirection ? undefined : direction,
  };
}
