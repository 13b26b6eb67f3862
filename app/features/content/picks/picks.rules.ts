import type { Access } from "~/access/access.server";
import { DASH, type Decimal, formatNumber } from "~/ui/format";

type MaybeNumber = Decimal | null | undefined;

/**
 * How far `to` is from `from`, in per cent of `from`: the upside of a target over a price, a price's distance from
 * its 52-week high. Undefined when either is missing or there is nothing to measure from.
 */
export function percentFrom(from: MaybeNumber, to: MaybeNumber): number | undefined {
  if (from === null || from === undefined || from === "" || to === null || to === undefined || to === "") {
    return undefined;
  }
  const percent = ((Number(to) - Number(from)) / Number(from)) * 100;
  return Number.isFinite(percent) ? percent : undefined;
}

/** A margin as it is stored; when none is, the distance of the price from that end of its year. */
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
  /** As menus name it. */
  label: string;
  /** The order in words, "highest upside first". */
  directionLabels: Record<Direction, string>;
  /** The order at the first click. */
  defaultDirection: Direction;
  /** Says something of a masked column, so nobody who may not read it sorts by it. */
  masked?: true;
  /** Made of the price: of the pick's own, which has an index, where the price that is shown is the newest one. */
  byPrice?: true;
};

const numberSort = (label: string, noun: string, [most, least] = ["highest", "lowest"]): SortOption => ({
  label,
  defaultDirection: "desc",
  directionLabels: { desc: `${most} ${noun} first`, asc: `${least} ${noun} first` },
});

/** What the table sorts by; columns are named as the API names them. */
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

/** The order of a table that nobody has sorted. */
export const DEFAULT_SORT: PickSort = { key: "upside", direction: "desc" };

export const sortOption = (key: PickSortKey): SortOption => PICK_SORTS[key];

/** The orders that a reader may choose from. */
export const allowedSorts = (access: Access): PickSortKey[] =>
  (Object.keys(PICK_SORTS) as PickSortKey[]).filter((key) => access !== "locked" || !sortOption(key).masked);

/** The order that an address asks for; what makes no sense, or would tell what is masked, is highest upside first. */
export function readPickSort(search: URLSearchParams, access: Access): PickSort {
  const key = allowedSorts(access).find((known) => known === search.get("sort"));
  if (!key) return DEFAULT_SORT;
  const asked = search.get("direction");
  return { key, direction: asked === "asc" || asked === "desc" ? asked : sortOption(key).defaultDirection };
}

/** The address of the table: only what differs from an untouched one. */
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
