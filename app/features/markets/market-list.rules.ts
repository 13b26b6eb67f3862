import { HIGHLIGHT_ID } from "~/ui/table";

/** What the markets table sorts by, with the direction a first click gives. */
export const MARKET_SORTS = {
  name: { label: "Name", first: "asc" },
  last: { label: "Last", first: "desc" },
  changePercent: { label: "Change", first: "desc" },
  volume: { label: "Volume", first: "desc" },
  asOf: { label: "As of", first: "desc" },
} as const;

export type MarketSort = keyof typeof MARKET_SORTS;
export type Direction = "asc" | "desc";

/** What the markets page was asked for; without `sort` the newest quotes come first. */
export type MarketParams = { category?: string; sort?: MarketSort; direction: Direction; page: number };

const isSort = (text: string | null): text is MarketSort =>
  text !== null && Object.hasOwn(MARKET_SORTS, text);

/** Reads the state from the URL; what makes no sense counts as not asked for. */
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

/** The address of the markets page in this state; a change of anything but the page leads to the first page. */
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
 * The address of the page that a quote stands on, and of its row there.
 * @param quote its id, or the name of one of the top markets
 * @param category where to go should the quote be gone
 */
export const quoteHref = (category: string, quote: string): string =>
  `/market?${new URLSearchParams({ category, quote })}#${HIGHLIGHT_ID}`;

/** The address of the table sorted by a column, or the other way round when it already is. */
export function sortHref(state: MarketParams, sort: MarketSort): string {
  const { first } = MARKET_SORTS[sort];
  const opposite = first === "asc" ? "desc" : "asc";
  const again = state.sort === sort && state.direction === first;
  return marketHref(state, { sort, direction: again ? opposite : first });
}
