import type { FilterQuery } from "@mikro-orm/core";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { config } from "~/platform/config.server";
import { containsText, createdBetween, findPage } from "./find.server";
import { type ListState, readListState, UNFILTERED } from "./list-state";
import type {
  FilterChoice,
  Listed,
  ListedRow,
  Listing,
  ManagedRecord,
  Page,
  Range,
  StoredList,
} from "./resource.server";

const BASE_PROPERTIES: readonly string[] = [
  "id",
  "createdAt",
  "updatedAt",
  "version",
] satisfies (keyof ManagedRecord)[];

/** The asked-for state of a list. */
export function listStateOf(
  { filters = [], columns }: { filters?: readonly FilterChoice[]; columns: readonly { sort?: string }[] },
  request: Request,
): ListState {
  const known = filters.map(({ name, options }) => [name, options.map(({ value }) => value)]);
  return readListState(new URL(request.url).searchParams, {
    filters: Object.fromEntries(known),
    // Every list starts sorted by this one, also where no column has it.
    sorts: ["createdAt", ...columns.flatMap(({ sort }) => (sort ? [sort] : []))],
  });
}

/** The rows that a list is asked for, wherever they come from. */
export const findRows = <Row extends ListedRow>(
  resource: Listed<Row>,
  viewer: StaffViewer,
  state: ListState,
  range: Range,
): Promise<Page<Row>> =>
  "entity" in resource ? findStored(resource, viewer, state, range) : resource.listing.find(state, range);

/** How many there are without what narrows the list. */
export const countUnfiltered = async <Row extends ListedRow>(
  resource: Listed<Row>,
  viewer: StaffViewer,
  state: ListState,
): Promise<Pick<Page<Row>, "total" | "capped">> =>
  findRows(resource, viewer, { ...state, ...UNFILTERED }, { limit: 1, offset: 0 });

const findStored = <Row extends ListedRow>(
  resource: StoredList<Row>,
  viewer: StaffViewer,
  state: ListState,
  range: Range,
): Promise<Page<Row>> =>
  findPage(resource, {
    where: whereOf(resource, viewer, state),
    select: selectedProperties(resource, viewer),
    orderBy: { property: state.sort as keyof Row & string, direction: state.direction },
    ...range,
  });

/** The properties that a list, on the screen or as a spreadsheet, reads of what the viewer may know. */
export function selectedProperties<Row extends ListedRow>(
  { visibleTo, titleOf, listing: { columns, detailPath } }: StoredList<Row>,
  viewer: StaffViewer,
): readonly (keyof Row & string)[] {
  const derived = [...columns.map(({ cell }) => cell), titleOf, ...(detailPath ? [detailPath] : [])];
  const needed = new Set([...BASE_PROPERTIES, ...derived.flatMap(({ reads }) => reads)]);
  return visibleTo(viewer).select.filter((property) => needed.has(property));
}

/** The rows that a list's search, filters and days leave. */
function whereOf<Row extends ListedRow>(
  { visibleTo, listing: { filters = [], search } }: StoredList<Row>,
  viewer: StaffViewer,
  state: ListState,
): FilterQuery<Row> {
  const chosen = filters.flatMap(({ name, where }) => {
    const value = state.filters[name];
    return value === undefined ? [] : [where(value)];
  });
  const days = state.from || state.to ? [createdBetween<Row>(config().siteTz, state)] : [];
  const text = state.q ? [searchFilter(search, state.q)] : [];
  return { $and: [visibleTo(viewer).where, ...chosen, ...days, ...text] } as FilterQuery<Row>;
}

const searchFilter = <Row extends ListedRow>(
  search: Listing<Row>["search"],
  searchText: string,
): FilterQuery<Row> => ("in" in search ? containsText<Row>(search.in, searchText) : search.where(searchText));
