import type { FilterQuery } from "@mikro-orm/core";
import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireStaff, type StaffViewer } from "~/features/auth/viewer.server";
import { config } from "~/platform/config.server";
import { pageReply } from "~/web/errors.server";
import { loadOr } from "~/web/fallback.server";
import { redirectWithToast } from "~/web/toast.server";
import { publicationField } from "./fields.server";
import { containsText, createdBetween, findPage, findRow } from "./find.server";
import { type ListState, PAGE_SIZES, readListState, withParam, writeListState } from "./list-state";
import type { ManagedRecord, Resource } from "./resource.server";
import { removeById } from "./submit.server";

const BASE_PROPERTIES: readonly string[] = [
  "id",
  "createdAt",
  "updatedAt",
  "version",
] satisfies (keyof ManagedRecord)[];

/** The properties that a list, on the screen or as a spreadsheet, reads of what the viewer may know. */
export function selectedProperties<Row extends ManagedRecord>(
  { visibleTo, columns, titleOf, detailPath: opens }: Resource<Row>,
  viewer: StaffViewer,
): readonly (keyof Row & string)[] {
  const derived = [...columns.map(({ cell }) => cell), titleOf, ...(opens ? [opens] : [])];
  const needed = new Set([...BASE_PROPERTIES, ...derived.flatMap(({ reads: of }) => of)]);
  return visibleTo(viewer).select.filter((property) => needed.has(property));
}

/** The asked-for state of this resource's list. */
export function listStateOf<Row extends ManagedRecord>(resource: Resource<Row>, request: Request): ListState {
  const filters = resource.filters.map(({ name, options }) => [name, options.map(({ value }) => value)]);
  return readListState(new URL(request.url).searchParams, {
    filters: Object.fromEntries(filters),
    sorts: resource.columns.flatMap(({ sort }) => (sort ? [sort] : [])),
  });
}

/** The rows that a list's search, filters and days leave. */
export function whereOf<Row extends ManagedRecord>(
  resource: Resource<Row>,
  viewer: StaffViewer,
  state: ListState,
): FilterQuery<Row> {
  const filters = resource.filters.flatMap(({ name, where }) => {
    const value = state.filters[name];
    return value === undefined ? [] : [where(value)];
  });
  const days = state.from || state.to ? [createdBetween<Row>(config().siteTz, state)] : [];
  const text = state.q ? [searchFilter(resource.search, state.q)] : [];
  return { $and: [resource.visibleTo(viewer).where, ...filters, ...days, ...text] } as FilterQuery<Row>;
}

const searchFilter = <Row extends ManagedRecord>(
  search: Resource<Row>["search"],
  searchText: string,
): FilterQuery<Row> => ("in" in search ? containsText<Row>(search.in, searchText) : search.where(searchText));

/** The list of a resource, and the question before a delete (`?delete={id}`). */
export const listScreen = async <Row extends ManagedRecord>(
  resource: Resource<Row>,
  args: LoaderFunctionArgs,
) => listScreenReply(await loadList(resource, args));

/** A list as its page answers it: docs/decisions/0013, "The page whose own list it is". */
export const listScreenReply = <List extends ListScreenData>(list: List) =>
  data(list, { status: list.failed ? 500 : 200 });

/** What `listScreen` shows. Guards itself, and returns plain data: the declaration never crosses to the browser. */
export async function loadList<Row extends ManagedRecord>(resource: Resource<Row>, args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, resource.roles.read);
  const state = listStateOf(resource, args.request);
  const base = `/admin/${resource.path}`;
  redirectToCleanUrl(args.request, base + writeListState(state));
  const can = {
    write: resource.roles.write.includes(viewer.role),
    remove: resource.roles.remove.includes(viewer.role),
  };
  const mayPublish = can.write && publicationField(resource) !== undefined;
  const loading = Promise.all([
    loadRows(resource, viewer, state),
    can.remove ? deleteConfirmation(resource, viewer, args.request) : undefined,
  ]);
  const failed = resource.texts.failed.load;
  const [loaded, confirm] = (await loadOr(args, failed, loading, undefined)) ?? [];
  const search = writeListState(state);
  return {
    names: resource.names,
    parent: resource.parent,
    base,
    state,
    search,
    failed: loaded ? "" : failed,
    total: loaded?.total ?? 0,
    capped: loaded?.capped ?? false,
    unfilteredTotal: loaded?.unfiltered ?? 0,
    unfilteredCapped: loaded?.unfilteredCapped ?? false,
    sizes: [...PAGE_SIZES],
    addTo: can.write ? `${base}/new${search}` : "",
    csvTo: `${base}/export.csv${search}`,
    searchLabel: resource.search.label,
    filters: resource.filters.map(({ name, label, options }) => ({ name, label, options: [...options] })),
    columns: resource.columns.map(({ label, sort }) => ({ label, sort: sort ?? "" })),
    rows: (loaded?.rows ?? []).map((row) => ({
      id: row.id,
      title: resource.titleOf(row),
      cells: resource.columns.map(({ cell }) => cell(row, search)),
      openTo: resource.detailPath?.(row, search) ?? "",
      editTo: can.write && !resource.detailPath ? `${base}/${row.id}/edit${search}` : "",
      deleteTo: can.remove ? base + withParam(search, "delete", row.id) : "",
      ...(mayPublish
        ? { publish: { to: `${base}/${row.id}/publication${search}`, version: row.version } }
        : {}),
    })),
    empty: resource.texts.empty,
    confirm,
  };
}

export type ListScreenData = Awaited<ReturnType<typeof loadList>>;

/** A filter form without script also sends the fields nobody filled; the address keeps only what was asked for. */
export function redirectToCleanUrl(request: Request, cleanUrl: string): void {
  const { pathname, searchParams } = new URL(request.url);
  // A question about nobody is not the filter form's: it has an answer of its own.
  const empty = [...searchParams].some(([name, value]) => value === "" && name !== "delete");
  if (empty && pathname === cleanUrl.split("?")[0]) throw redirect(cleanUrl);
}

/** The rows of the page, and how many there are with and without what narrows the list. */
async function loadRows<Row extends ManagedRecord>(
  resource: Resource<Row>,
  viewer: StaffViewer,
  state: ListState,
) {
  const request = {
    select: selectedProperties(resource, viewer),
    orderBy: { property: state.sort as keyof Row & string, direction: state.direction },
    limit: state.size,
    offset: (state.page - 1) * state.size,
  };
  const page = await findPage(resource, { ...request, where: whereOf(resource, viewer, state) });
  const filtered = state.q || state.from || state.to || Object.keys(state.filters).length > 0;
  const { where } = resource.visibleTo(viewer);
  const unfiltered = filtered ? await findPage(resource, { ...request, where, limit: 1, offset: 0 }) : page;
  return { ...page, unfiltered: unfiltered.total, unfilteredCapped: unfiltered.capped };
}

async function deleteConfirmation<Row extends ManagedRecord>(
  resource: Resource<Row>,
  viewer: StaffViewer,
  request: Request,
) {
  const { where } = resource.visibleTo(viewer);
  const row = await findRow(resource, requestedDeleteId(request), { where });
  if (!row) return undefined;
  return {
    question: `Are you sure you want to delete this ${resource.names.one}?`,
    description: resource.deleteNote(row),
  };
}

/** The record that a list's question is about. */
const requestedDeleteId = (request: Request) => new URL(request.url).searchParams.get("delete") ?? undefined;

/** Deletes the record that the list's `?delete=` names, and goes back to the list as it was. */
export async function deleteAction<Row extends ManagedRecord>(
  resource: Resource<Row>,
  args: LoaderFunctionArgs,
) {
  const staff = await requireStaff(args, resource.roles.remove);
  const { failed, done } = resource.texts;
  return pageReply(args, failed.remove, async () => {
    await removeById(resource, staff, requestedDeleteId(args.request));
    const back = `/admin/${resource.path}${writeListState(listStateOf(resource, args.request))}`;
    return redirectWithToast(back, { tone: "good", text: done.remove });
  });
}
