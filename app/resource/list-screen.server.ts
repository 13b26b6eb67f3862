import type { FilterQuery } from "@mikro-orm/core";
import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { config } from "~/http/config.server";
import { log } from "~/http/log.server";
import { notFound } from "~/http/replies.server";
import { redirectWithToast } from "~/http/toast.server";
import { requireStaff, type StaffViewer } from "~/http/viewer.server";
import type { Managed, Resource } from "./declare.server";
import { contains, createdBetween, findPage, findRow } from "./find.server";
import { besides, type ListState, PAGE_SIZES, readListState, writeListState } from "./list-state";
import { remove } from "./save.server";

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

/**
 * The list of a resource, and the question before a delete (`?delete={id}`).
 * Guards itself, and returns plain data: the declaration never crosses to the browser.
 */
export async function listScreen<Row extends Managed>(resource: Resource<Row>, args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, resource.roles.read);
  const state = listStateOf(resource, args.request);
  const base = `/admin/${resource.path}`;
  tidyAddress(args.request, base + writeListState(state));
  const may = {
    write: resource.roles.write.includes(viewer.role),
    remove: resource.roles.remove.includes(viewer.role),
  };
  const read = await rowsOf(resource, viewer, state, args);
  const search = writeListState(state);
  return {
    names: resource.names,
    under: resource.under,
    base,
    state,
    search,
    failed: read ? "" : resource.texts.failed.load,
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
    })),
    empty: resource.texts.empty,
    confirm: may.remove ? await confirmation(resource, args.request) : undefined,
  };
}

export type ListScreenData = Awaited<ReturnType<typeof listScreen>>;

/** A filter form without script also sends the fields nobody filled; the address keeps only what was asked for. */
export function tidyAddress(request: Request, tidy: string): void {
  const { pathname, searchParams } = new URL(request.url);
  // A question about nobody is not the filter form's: it has an answer of its own.
  const empty = [...searchParams].some(([name, value]) => value === "" && name !== "delete");
  if (empty && pathname === tidy.split("?")[0]) throw redirect(tidy);
}

/** A list that cannot be read says so in its place; the way to everything else stays open. */
async function rowsOf<Row extends Managed>(
  resource: Resource<Row>,
  viewer: StaffViewer,
  state: ListState,
  { context }: LoaderFunctionArgs,
) {
  const where = whereOf(resource, viewer, state);
  const { where: untouched, select } = resource.visibleTo(viewer);
  const request = {
    select,
    orderBy: { property: state.sort as keyof Row & string, direction: state.direction },
    limit: state.size,
    offset: (state.page - 1) * state.size,
  };
  try {
    const page = await findPage(resource, { ...request, where });
    const narrowed = state.q || state.from || state.to || Object.keys(state.filters).length > 0;
    const all = narrowed
      ? await findPage(resource, { ...request, where: untouched, limit: 1, offset: 0 })
      : page;
    return { ...page, all: all.total, moreOfAll: all.more };
  } catch (error) {
    log().error({ requestId: context.requestId, err: error }, resource.texts.failed.load);
    return undefined;
  }
}

async function confirmation<Row extends Managed>(resource: Resource<Row>, request: Request) {
  const id = new URL(request.url).searchParams.get("delete") ?? undefined;
  const row = id === undefined ? undefined : await findRow(resource, id);
  if (!row) return undefined;
  return {
    question: `Are you sure you want to delete this ${resource.names.one}?`,
    description: resource.describe(row),
  };
}

/** Deletes the record that the list's `?delete=` names, and goes back to the list as it was. */
export async function deleteAction<Row extends Managed>(
  resource: Resource<Row>,
  args: LoaderFunctionArgs,
): Promise<Response | ReturnType<typeof data<{ failed: string }>>> {
  const viewer = await requireStaff(args, resource.roles.remove);
  const id = new URL(args.request.url).searchParams.get("delete") ?? undefined;
  const row = await findRow(resource, id, { where: resource.visibleTo(viewer).where });
  if (!row) throw notFound(resource.texts.missing);
  try {
    await remove(resource, viewer, row.id);
  } catch (error) {
    log().error({ requestId: args.context.requestId, err: error }, resource.texts.failed.remove);
    return data({ failed: resource.texts.failed.remove }, { status: 500 });
  }
  const back = `/admin/${resource.path}${writeListState(listStateOf(resource, args.request))}`;
  return redirectWithToast(back, { tone: "good", text: resource.texts.done.remove });
}
