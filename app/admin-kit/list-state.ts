import { isWithinDateBounds } from "~/web/date-bounds";

/** Page sizes of back-office lists; specification, section 9. */
export const PAGE_SIZES = [5, 10, 25] as const;

/** The state of a list. It is in the URL, so it survives an edit and can be shared. */
export type ListState = {
  q: string;
  filters: Record<string, string>;
  /** Days, yyyy-mm-dd, in the site's time zone. */
  from: string;
  to: string;
  sort: string;
  direction: "asc" | "desc";
  page: number;
  size: number;
  /** The labels of the shown columns; all of them if it is empty. */
  columns: readonly string[];
};

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const MAX_SEARCH_LENGTH = 200;

/** Whether it is a day: 31 June is not one, and PostgreSQL has no year 0. */
export function isDay(value: string): boolean {
  if (!DAY.test(value)) return false;
  const midnight = new Date(value);
  return isWithinDateBounds(midnight) && midnight.toISOString().startsWith(value);
}

const validDay = (value: string | null): string => (value && isDay(value) ? value : "");

/** Reads a list's state from its URL and ignores invalid values.
 * @param known whether a value of a filter is valid, the sortable properties, and the labels of the columns
 */
export function readListState(
  search: URLSearchParams,
  known: {
    filters: Record<string, (value: string) => boolean>;
    sorts: readonly string[];
    columns?: readonly string[];
  },
): ListState {
  const filters: Record<string, string> = {};
  for (const [name, isValid] of Object.entries(known.filters)) {
    const value = search.get(name);
    if (value !== null && isValid(value)) filters[name] = value;
  }
  const sort = search.get("sort") ?? "";
  const sorts = known.sorts.includes(sort);
  const size = Number(search.get("size"));
  const page = Number(search.get("page"));
  const { columns: all = [] } = known;
  const named = search.getAll("columns").flatMap((sent) => sent.split(","));
  const columns = all.filter((label) => named.includes(label));
  return {
    q: (search.get("q") ?? "").replaceAll("\0", "").toWellFormed().trim().slice(0, MAX_SEARCH_LENGTH),
    filters,
    from: validDay(search.get("from")),
    to: validDay(search.get("to")),
    sort: sorts ? sort : "createdAt",
    direction: sorts && search.get("direction") === "asc" ? "asc" : "desc",
    page: Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    size: PAGE_SIZES.find((known) => known === size) ?? PAGE_SIZES[0],
    columns: columns.length === all.length ? [] : columns,
  };
}

/** The search of an address that asks for a list's own defaults: without any, it is shown as this person last saw it. */
export const DEFAULTS = `?size=${PAGE_SIZES[0]}`;

/** The parameter for edit mode. */
export const INLINE = "inline";

/** The state without search and filters. */
export const UNFILTERED = { q: "", filters: {}, from: "", to: "" } satisfies Partial<ListState>;

/** Whether a search or filter is set. */
export const isFiltered = ({ q, filters, from, to }: ListState): boolean =>
  [q, from, to, ...Object.keys(filters)].some((value) => value !== "");

/** The URL's search for a state, without defaults, so that links stay short. */
export function writeListState(state: ListState, change: Partial<ListState> = {}): string {
  const { q, filters, from, to, sort, direction, page, size, columns } = { ...state, ...change };
  const search = new URLSearchParams();
  if (q) search.set("q", q);
  for (const [name, value] of Object.entries(filters)) search.set(name, value);
  if (from) search.set("from", from);
  if (to) search.set("to", to);
  if (sort !== "createdAt" || direction !== "desc") {
    search.set("sort", sort);
    search.set("direction", direction);
  }
  if (page > 1) search.set("page", String(page));
  if (size !== PAGE_SIZES[0]) search.set("size", String(size));
  if (columns.length > 0) search.set("columns", columns.join(","));
  const text = search.toString();
  return text ? `?${text}` : "";
}

/** Adds one parameter to a list's search, such as the record of a question. */
export const withParam = (search: string, name: string, value: string): string =>
  `${search ? `${search}&` : "?"}${name}=${value}`;

/** The list with another page, order or size, in the same mode. */
export function listTo(
  { base, home, state, inline }: { base: string; home: string; state: ListState; inline?: { on: boolean } },
  change: Partial<ListState>,
): string {
  const search = writeListState(state, change) || home;
  return base + (inline?.on ? withParam(search, INLINE, "on") : search);
}
