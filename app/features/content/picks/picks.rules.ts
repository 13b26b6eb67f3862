import { plainFigure, shiftPoint } from "~/admin-kit/number-text";
import type { Access } from "~/features/entitlements/access.server";
import { type Figure, formatNumber, UNKNOWN } from "~/ui/format";
import { FOUND } from "~/ui/table";

type Known = Figure | null | undefined;

/**
 * How far `to` is from `from`, in per cent of `from`: the upside of a target over a price, a price's distance from
 * its 52-week high. Undefined when either is missing or there is nothing to measure from.
 */
export function percentFrom(from: Known, to: Known): number | undefined {
  if (from === null || from === undefined || from === "" || to === null || to === undefined || to === "") {
    return undefined;
  }
  const percent = ((Number(to) - Number(from)) / Number(from)) * 100;
  return Number.isFinite(percent) ? percent : undefined;
}

/** A margin as it is stored; when none is, the distance of the price from that end of its year. */
export const margin = (stored: Known, end: Known, price: Known): Figure | undefined =>
  stored ?? percentFrom(end, price);

const STEPS = [
  { from: 1e12, unit: "T" },
  { from: 1e9, unit: "B" },
  { from: 1e6, unit: "M" },
] as const;

/** A market capitalisation with two decimals: "287.40B", "4.21T"; "–" when there is none. */
export function capText(marketCap: Known): string {
  if (marketCap === null || marketCap === undefined) return UNKNOWN;
  const value = Number(marketCap);
  const step = STEPS.find(({ from }) => Math.abs(value) >= from);
  return step ? `${formatNumber(value / step.from)}${step.unit}` : formatNumber(marketCap);
}

const ZEROS: Record<string, number> = { K: 3, M: 6, B: 9, T: 12 };

/** Reads a market capitalisation: a plain figure, or "287.4B", which is typed more easily than twelve digits. */
export function readCap(text: string): string | undefined {
  const [, amount = "", unit = ""] = /^([\d.,\s]+)([KMBT])$/i.exec(text.trim()) ?? [];
  const plain = plainFigure(amount || text);
  const zeros = ZEROS[unit.toUpperCase()];
  return plain === undefined || zeros === undefined ? plain : plainFigure(shiftPoint(plain, zeros));
}

type Direction = "asc" | "desc";

type SortRule = {
  /** As menus name it. */
  label: string;
  /** The order in words, "highest upside first". */
  words: Record<Direction, string>;
  /** The order at the first click. */
  first: Direction;
  /** Says something of a masked column, so nobody who may not read it sorts by it. */
  masked?: true;
};

const figures = (label: string, noun: string, [most, least] = ["highest", "lowest"]): SortRule => ({
  label,
  first: "desc",
  words: { desc: `${most} ${noun} first`, asc: `${least} ${noun} first` },
});

/** What the table sorts by; columns are named as the API names them. */
export const PICK_SORTS = {
  upside: figures("Upside", "upside"),
  ticker: { label: "Ticker", first: "asc", masked: true, words: { asc: "A to Z", desc: "Z to A" } },
  marketCap: figures("Market cap", "market cap", ["largest", "smallest"]),
  currentPrice: figures("Price", "price"),
  sharePortfolio: figures("Share of portfolio", "share of the portfolio", ["largest", "smallest"]),
  currentYTP: figures("Current Year TP", "target for this year"),
  tp2028: figures("2028 TP", "target for 2028"),
  margin52WksHigh: {
    ...figures("Off 52-week high", "margin to the 52-week high"),
    words: { desc: "nearest to the 52-week high first", asc: "furthest below the 52-week high first" },
    masked: true,
  },
  ChMargin52WksLow: {
    ...figures("From 52-week low", "margin to the 52-week low"),
    words: { desc: "furthest above the 52-week low first", asc: "nearest to the 52-week low first" },
    masked: true,
  },
} satisfies Record<string, SortRule>;

export type PickSortKey = keyof typeof PICK_SORTS;
export type PickSort = { key: PickSortKey; direction: Direction };

/** The order of a table that nobody has sorted. */
export const FIRST_SORT: PickSort = { key: "upside", direction: "desc" };

export const sortRule = (key: PickSortKey): SortRule => PICK_SORTS[key];

/** The orders that a reader may choose from. */
export const sortsOf = (access: Access): PickSortKey[] =>
  (Object.keys(PICK_SORTS) as PickSortKey[]).filter((key) => access === "full" || !sortRule(key).masked);

/** The order that an address asks for; what makes no sense, or would tell what is masked, is highest upside first. */
export function readPickSort(search: URLSearchParams, access: Access): PickSort {
  const key = sortsOf(access).find((known) => known === search.get("sort"));
  if (!key) return FIRST_SORT;
  const asked = search.get("direction");
  return { key, direction: asked === "asc" || asked === "desc" ? asked : sortRule(key).first };
}

/**
 * The address of the page that a pick stands on, and of its row there.
 * @param category where to go should the pick be gone
 */
export const pickHref = (category: string, id: string): string =>
  `/stock-picks?${new URLSearchParams({ category, pick: id })}#${FOUND}`;

/** The address of the table: only what differs from an untouched one. */
export function pickParams(
  category: string | undefined,
  { key, direction }: PickSort,
): Record<string, string | undefined> {
  const usual = key === FIRST_SORT.key && direction === FIRST_SORT.direction;
  return {
    category,
    sort: usual ? undefined : key,
    direction: direction === sortRule(key).first ? undefined : direction,
  };
}
