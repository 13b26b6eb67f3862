import type { FilterQuery } from "@mikro-orm/core";
import type { StaffViewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { countMatching, createdBetween, findSlice } from "./find.server";
import { type ListState, readListState, UNFILTERED, writeListState } from "./list-state";
import { countFound } from "./matches.server";
import type {
  FilterChoice,
  Listed,
  ListedRow,
  ManagedRecord,
  QueriedRows,
  Range,
  Slice,
  StoredList,
  Total,
} from "./resource.server";
import { containsText } from "./search-words.server";

const BASE_PROPERTIES: readonly string[] = [
  "id",
  "createdAt",
  "updatedAt",
  "version",
] satisfies (keyof ManagedRecord)[];

type Readable = {
  filters?: readonly FilterChoice[];
  columns: readonly { label: string; sort?: string }[];
};

/** The state of a list from its URL. */
export const requestedListState = (listing: Readable, { url }: Pick<Request, "url">): ListState =>
  listStateOf(listing, new URL(url).searchParams);

/** The list's address with the request's state. */
export const listPath = <Row extends ListedRow>({ path, listing }: Listed<Row>, request: Request): string =>
  `/admin/${path}${writeListState(requestedListState(listing, request))}`;

/** The state of a list from its URL's search; names that the list no longer has are ignored. */
export function listStateOf({ filters = [], columns }: Readable, search: URLSearchParams): ListState {
  const known = filters.map(({ name, options, accepts }) => [
    name,
    (sent: string) => options.some(({ value }) => value === sent) || Boolean(accepts?.(sent)),
  ]);
  return readListState(search, {
    filters: Object.fromEntries(known),
    // Every list is sorted by this at first, even without such a column.
    sorts: ["createdAt", ...columns.flatMap(({ sort }) => (sort ? [sort] : []))],
    columns: columns.map(({ label }) => label),
  });
}

/** A filtered and sorted list: any part of its rows, and their number. */
export type OpenList<Row> = {
  find: (range: Range) => Promise<Slice<Row>>;
  /** A few matches of a search, which is cheaper than a page. */
  findSome: (limit: number) => Promise<Slice<Row>>;
  count: () => Promise<Total>;
};

/** Opens a list from a table or a query. It is counted once, however many parts are read.
 * @param select the properties of stored rows, by default those of the columns
 */
export function openList<Row extends ListedRow>(
  resource: Listed<Row>,
  viewer: StaffViewer,
  state: ListState,
  select?: readonly (keyof Row & string)[],
): OpenList<Row> {
  const list =
    "entity" in resource ? storedList(resource, viewer, state, select) : resource.listing.open(state);
  let counting: Promise<Total> | undefined;
  const count = () => {
    counting ??= list.count();
    return counting;
  };
  return {
    count,
    find: (range) => list.find(range, count),
    findSome: (limit) => list.find({ limit, offset: 0 }),
  };
}

/** The count without search and filters. */
export const countUnfiltered = <Row extends ListedRow>(
  resource: Listed<Row>,
  viewer: StaffViewer,
  state: ListState,
): Promise<Total> => openList(resource, viewer, { ...state, ...UNFILTERED }).count();

function storedList<Row extends ListedRow>(
  resource: StoredList<Row>,
  viewer: StaffViewer,
  state: ListState,
  select = selectedProperties(resource, viewer),
): QueriedRows<Row> {
  const where = listCondition(resource, viewer, state);
  const words = state.q ? searchFilter(resource, state.q) : undefined;
  return {
    find: (range, count) =>
      findSlice(resource, {
        where,
        search: words && { where: words, count },
        select,
        orderBy: { property: sortProperty(resource, state), direction: state.direction },
        ...range,
      }),
    count: () => (words ? countFound(resource, where, words) : countMatching(resource, where)),
  };
}

/** The property a list is sorted by. */
function sortProperty<Row extends ListedRow>({ listing: { columns } }: StoredList<Row>, { sort }: ListState) {
  const column = columns.find((each) => each.sort === sort);
  return column?.sortedBy ?? (sort as keyof Row & string);
}

/** The visible properties that a list's columns need. */
export function selectedProperties<Row extends ListedRow>(
  { visibleTo, titleOf, listing: { columns, detailPath } }: StoredList<Row>,
  viewer: StaffViewer,
): readonly (keyof Row & string)[] {
  const derived = [...columns.map(({ cell }) => cell), titleOf, ...(detailPath ? [detailPath] : [])];
  const needed = new Set<string>([...BASE_PROPERTIES, ...derived.flatMap(({ reads }) => reads)]);
  const { select, listed = [] } = visibleTo(viewer);
  return [...select, ...listed].filter((property) => needed.has(property));
}

/** The condition of a list's filters and dates. */
function listCondition<Row extends ListedRow>(
  { visibleTo, listing: { filters = [] } }: StoredList<Row>,
  viewer: StaffViewer,
  state: ListState,
): FilterQuery<Row> {
  const chosen = filters.flatMap(({ name, where }) => {
    const value = state.filters[name];
    return value === undefined ? [] : [where(value)];
  });
  const days = state.from || state.to ? [createdBetween<Row>(config().siteTz, state)] : [];
  return { $and: [visibleTo(viewer).where, ...chosen, ...days] } as FilterQuery<Row>;
}

const searchFilter = <Row extends ListedRow>(
  { entity, listing: { search } }: StoredList<Row>,
  words: string,
): FilterQuery<Row> => ("in" in search ? containsText({ entity }, search.in, words) : search.where(words));
