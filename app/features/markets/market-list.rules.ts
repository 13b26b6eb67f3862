import { HIGHLIGHT_ID } from "~/ui/table";

/** The columns that the markets table sorts by, with the direction of the first click. */
export const MARKET_SORTS = {
  name: { label: "Name", first: "asc" },
  last: { label: "Last", first: "desc" },
  changePercent: { label: "Change", first: "desc" },
  volume: { label: "Volume", first: "desc" },
  asOf: { label: "As of", first: "desc" },
} as const;

export type MarketSort = keyof typeof MARKET_SORTS;
export type Direction = "asc" | "desc";

/** The markets page's parameters; without `sort` the newest quotes come first. */
export type MarketParams = { category?: string; sort?: MarketSort; direction: Direction; page: number };

const isSort = (text: string | null): text is MarketSort =>
  text !== null && Object.hasOwn(MARKET_SORTS, text);

/** Reads the parameters from the URL and ignores invalid ones. */
export function readMarketParams(
  search: URLSearchParams,
  { page, categories }: { page: number; categories: readonly string[] },
): MarketParams {
  const param = search.get("category")?.toLowerCase();
  const category = categories.find((known) => known.toLowerCase() === param);
  const sort = search.get("sort");
  if (!isSort(sort)) return { category, direction: "desc", page };
  const direction = search.get("direction");
  const known = direction === "asc" || direction === "desc";
  return { category, sort, direction: known ? direction : MARKET_SORTS[sort].first, page };
}

/** The address of the markets page in this state; any change except `page` leads to the first page. */
export function marketHref(state: MarketParams, change: Partial<MarketParams> = {}): string {
  const { category, sort, direction, page } = { ...state, page: 1, ...change };
  const search = new URLSearchParams();
  if (category) search.set("category", category);
  if (sort) {
    search.set("sort", sort);
    if (direction !== MARKET_SORTS[sort].first) search.set("direction", direction);
  }
  if (page > 1) search.set("page", String(page));
  return search.size > 0 ? `/market?${search}` : "/market";
}

/**
 * The address of a quote's row on its page.
 * @param quote its id, or the name of one of the top markets
 * @param category the category to open if the quote was deleted
 */
export const quoteHref = (category: string, quote: string): string =>
  `/market?${new URLSearchParams({ category, quote })}#${HIGHLIGHT_ID}`;

/** The address of the table sorted by a column, or in the opposite direction if it already is. */
export function sortHref(state: MarketParams, sort: MarketSort): string {
  const { first } = MARKET_SORTS[sort];
  const opposite = first === "asc" ? "desc" : "asc";
  const again = state.sort === sort && state.direction === first;
  return marketHref(state, { sort, direction: again ? opposite : first });
}
