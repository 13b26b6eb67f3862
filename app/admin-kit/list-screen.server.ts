import type { FilterQuery } from "@mikro-orm/core";
import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireStaff, type StaffViewer } from "~/features/auth/viewer.server";
import { config } from "~/platform/config.server";
import { answerOf, type Refused, unlessRefused } from "~/web/errors.server";
import { readOr } from "~/web/fallback.server";
import { redirectWithToast } from "~/web/toast.server";
import { publicationField } from "./fields.server";
import { contains, createdBetween, findPage, findRow } from "./find.server";
import { besides, type ListState, PAGE_SIZES, PUBLISH, readListState, writeListState } from "./list-state";
import type { Managed, Resource } from "./resource.server";
import { submitRemoval } from "./submit.server";

const OF_EVERY_RECORD: readonly string[] = [
  "id",
  "createdAt",
  "updatedAt",
  "version",
] satisfies (keyof Managed)[];

/** The properties that a list, on the screen or as a spreadsheet, reads of what the viewer may know. */
export function listed<Row extends Managed>(
  { visibleTo, columns, titleOf, opens }: Resource<Row>,
  viewer: StaffViewer,
): readonly (keyof Row & string)[] {
  const made = [...columns.map(({ cell }) => cell), titleOf, ...(opens ? [opens] : [])];
  const read = new Set([...OF_EVERY_RECORD, ...made.flatMap(({ of }) => of)]);
  return visibleTo(viewer).select.filter((property) => read.has(property));
}

/** The asked-for state of this resource's list. */
export function listStateOf<Row extends Managed>(resource: Resource<Row>, request: Request): ListState {
  const filters = resource.filters.map(({ name, options }) => [name, options.map(({ value }) => value)]);
  return readListState(new URL(request.url).searchParams, {
    filters: Object.fromEntries(filters),
    sorts: resource.columns.flatMap(({ sort }) => (sort ? [sort] : [])),
  });
}

/** The rows that a list's search, filters and days leave. */
export function whereOf<Row extends Managed>(
  resource: Resource<Row>,
  viewer: StaffViewer,
  state: ListState,
): FilterQuery<Row> {
  const filters = resource.filters.flatMap(({ name, where }) => {
    const value = state.filters[name];
    return value === undefined ? [] : [where(value)];
  });
  const days = state.from || state.to ? [createdBetween<Row>(config().siteTz, state)] : [];
  const words = state.q ? [searched(resource.search, state.q)] : [];
  return { $and: [resource.visibleTo(viewer).where, ...filters, ...days, ...words] } as FilterQuery<Row>;
}

const searched = <Row extends Managed>(search: Resource<Row>["search"], words: string): FilterQuery<Row> =>
  "in" in search ? contains<Row>(search.in, words) : search.where(words);

/** The list of a resource, and the question before a delete (`?delete={id}`). */
export const listScreen = async <Row extends Managed>(resource: Resource<Row>, args: LoaderFunctionArgs) =>
  listPage(await listOf(resource, args));

/** A list as its page answers it: docs/decisions/0013, "The page whose own list it is". */
export const listPage = <List extends ListScreenData>(list: List) =>
  data(list, { status: list.failed ? 500 : 200 });

/** What `listScreen` shows. Guards itself, and returns plain data: the declaration never crosses to the browser. */
export async function listOf<Row extends Managed>(resource: Resource<Row>, args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, resource.roles.read);
  const state = listStateOf(resource, args.request);
  const base = `/admin/${resource.path}`;
  tidyAddress(args.request, base + writeListState(state));
  const may = {
    write: resource.roles.write.includes(viewer.role),
    remove: resource.roles.remove.includes(viewer.role),
  };
  const mayPublish = may.write && publicationField(resource) !== undefined;
  const reading = Promise.all([
    rowsOf(resource, viewer, state),
    may.remove ? confirmation(resource, viewer, args.request) : undefined,
  ]);
  const failed = resource.texts.failed.load;
  const [read, confirm] = (await readOr(args, failed, reading, undefined)) ?? [];
  const search = writeListState(state);
  return {
    names: resource.names,
    under: resource.under,
    base,
    state,
    search,
    failed: read ? "" : failed,
    total: read?.total ?? 0,
    more: read?.more ?? false,
    all: read?.all ?? 0,
    moreOfAll: read?.moreOfAll ?? false,
    sizes: [...PAGE_SIZES],
    addTo: may.write ? `${base}/new${search}` : "",
    csvTo: `${base}/export.csv${search}`,
    searchLabel: resource.search.label,
    filters: resource.filters.map(({ name, label, options }) => ({ name, label, options: [...options] })),
    columns: resource.columns.map(({ label, sort }) => ({ label, sort: sort ?? "" })),
    rows: (read?.rows ?? []).map((row) => ({
      id: row.id,
      title: resource.titleOf(row),
      cells: resource.columns.map(({ cell }) => cell(row, search)),
      openTo: resource.opens?.(row, search) ?? "",
      editTo: may.write && !resource.opens ? `${base}/${row.id}/edit${search}` : "",
      deleteTo: may.remove ? base + besides(search, "delete", row.id) : "",
      ...(mayPublish
        ? { publish: { to: base + besides(search, PUBLISH, row.id), version: row.version } }
        : {}),
    })),
    empty: resource.texts.empty,
    confirm,
  };
}

export type ListScreenData = Awaited<ReturnType<typeof listOf>>;

/** A filter form without script also sends the fields nobody filled; the address keeps only what was asked for. */
export function tidyAddress(request: Request, tidy: string): void {
  const { pathname, searchParams } = new URL(request.url);
  // A question about nobody is not the filter form's: it has an answer of its own.
  const empty = [...searchParams].some(([name, value]) => value === "" && name !== "delete");
  if (empty && pathname === tidy.split("?")[0]) throw redirect(tidy);
}

/** The rows of the page, and how many there are with and without what narrows the list. */
async function rowsOf<Row extends Managed>(resource: Resource<Row>, viewer: StaffViewer, state: ListState) {
  const request = {
    select: listed(resource, viewer),
    orderBy: { property: state.sort as keyof Row & string, direction: state.direction },
    limit: state.size,
    offset: (state.page - 1) * state.size,
  };
  const page = await findPage(resource, { ...request, where: whereOf(resource, viewer, state) });
  const narrowed = state.q || state.from || state.to || Object.keys(state.filters).length > 0;
  const { where } = resource.visibleTo(viewer);
  const all = narrowed ? await findPage(resource, { ...request, where, limit: 1, offset: 0 }) : page;
  return { ...page, all: all.total, moreOfAll: all.more };
}

async function confirmation<Row extends Managed>(
  resource: Resource<Row>,
  viewer: StaffViewer,
  request: Request,
) {
  const { where } = resource.visibleTo(viewer);
  const row = await findRow(resource, askedAbout(request), { where });
  if (!row) return undefined;
  return {
    question: `Are you sure you want to delete this ${resource.names.one}?`,
    description: resource.describe(row),
  };
}

/** The record that a list's question is about. */
const askedAbout = (request: Request) => new URL(request.url).searchParams.get("delete") ?? undefined;

/** Deletes the record that the list's `?delete=` names, and goes back to the list as it was. */
export async function deleteAction<Row extends Managed>(resource: Resource<Row>, args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, resource.roles.remove);
  const { failed, done } = resource.texts;
  const handle = async () => {
    await submitRemoval(resource, staff, askedAbout(args.request));
    const back = `/admin/${resource.path}${writeListState(listStateOf(resource, args.request))}`;
    return redirectWithToast(back, { tone: "good", text: done.remove });
  };
  return unlessRefused(args, failed.remove, handle, undeleted);
}

/** The list again, with why nothing was deleted. */
export const undeleted = (refused: Refused) => data({ failed: refused.message }, answerOf(refused));
