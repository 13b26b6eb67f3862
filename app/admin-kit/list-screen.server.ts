import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { can, isNarrowedBelow } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { capitalise } from "~/ui/format";
import { loadOr } from "~/web/optional-parts.server";
import { BIN_PATH, BIN_PERMISSION } from "./bin.rules";
import { deleteConfirmation } from "./delete-screen.server";
import { publicationField } from "./fields.server";
import { filterForm } from "./filter-form.server";
import { inlineFields, inlineValues, SAVED_ROW } from "./inline-fields.server";
import { listTotals, loadPage, matchingWords } from "./list-counts.server";
import { openedState, searchToRemember } from "./list-memory.server";
import { DEFAULTS, INLINE, type ListState, PAGE_SIZES, withParam, writeListState } from "./list-state";
import { chooseColumns, drawListTools } from "./list-tools.server";
import { listViews } from "./list-views.queries.server";
import { mayPublish } from "./publication-guard.server";
import {
  isRemovable,
  type Listed,
  type ListedRow,
  type ManagedRecord,
  type Removable,
  type Total,
} from "./resource.server";
import { chosenField, type Selectable, selectableBy, selectionChanges } from "./selection-changes.server";
import { copyMarks, discardQuestion } from "./working-copies/copy-list.server";

/** The list of a resource, and the question before a delete (`?delete={id}`). */
export const listScreen = async <Row extends ListedRow>(resource: Listed<Row>, args: LoaderFunctionArgs) =>
  listScreenReply(await loadList(resource, args));

/** The response of a list's own page: 500 if it failed, so that search engines do not index an empty page. */
export const listScreenReply = <List extends ListScreenData>(list: List) =>
  data(list, { status: list.failed ? 500 : 200 });

/** Checks access and returns a list as plain data: the declaration never reaches the browser. */
export async function loadList<Row extends ListedRow>(resource: Listed<Row>, args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, resource.roles.read);
  const { listing, loadFailed } = resource;
  const { state, home, isKept } = await openedState(resource, args, viewer);
  const base = `/admin/${resource.path}`;
  const search = writeListState(state);
  const inline = inlineState(resource, viewer, args.request, base, search);
  redirectToCleanUrl(args.request, inline.to);
  const { publishes, removable, linksOf, links } = listActions(resource, viewer, base, search);
  const selectable = selectableBy(resource, viewer);
  const loading = Promise.all([
    loadPage(resource, args, viewer, state, inline.on ? inline.saved : null),
    findQuestion(resource, removable, viewer, args),
  ]);
  const viewing = listViews(resource, args, viewer, state);
  const [loaded, confirm] = (await loadOr(args, loadFailed, loading, undefined)) ?? [];
  const rows = loaded?.rows ?? [];
  const marks = await copyMarks(resource, args, rows);
  const cells = rows.map((row) => listing.columns.map(({ cell }) => cell(row, search)));
  const choice = { chosen: state.columns, first: cells[0], publishes };
  const { isShown, boxes } = chooseColumns(listing.columns, choice);
  const resets = isKept || searchToRemember(state, listing.filters ?? []);
  return {
    ...{ title: listing.title, parent: listing.parent, empty: listing.empty, sizes: [...PAGE_SIZES] },
    ...{ base, home, state, search, confirm, failed: loaded ? "" : loadFailed },
    ...listTotals(listing.plural, loaded),
    ...links,
    ...filterForm(resource, { base, home, state }, inline.on),
    tools: drawListTools({
      views: await viewing,
      resetTo: resets ? base + DEFAULTS : "",
      columns: cells.length > 0 ? { base, state, isInline: inline.on, boxes } : undefined,
    }),
    columns: listing.columns
      .filter(isShown)
      .map(({ label, sort }) => ({ label, sort: sort ?? "", ...inline.columnOf(label) })),
    rows: rows.map((row, nth) => ({
      id: row.id,
      title: resource.titleOf(row),
      cells: (cells[nth] ?? []).filter(isShown),
      ...linksOf(row),
      mark: marks.get(row.id),
      inline: inline.rowOf(row),
    })),
    inline: inline.fields.size > 0 ? { on: inline.on, saved: inline.saved } : undefined,
    selection: selectable && selectionForm(selectable, viewer, args.request, { state, ...loaded }),
  };
}

export type ListScreenData = Awaited<ReturnType<typeof loadList>>;

/** The editable fields, whether edit mode is on, the row that was sent, and the list's address. */
function inlineState<Row extends ListedRow>(
  resource: Listed<Row>,
  viewer: StaffViewer,
  { url }: Request,
  base: string,
  search: string,
) {
  const { searchParams } = new URL(url);
  const fields = inlineFields(resource, viewer);
  const on = fields.size > 0 && searchParams.has(INLINE);
  const inlineSearch = on ? withParam(search, INLINE, "on") : search;
  const columnOf = (label: string) => {
    const field = on ? fields.get(label) : undefined;
    return { field: field?.name, options: field?.options?.map((option) => ({ ...option })) };
  };
  const rowOf = (row: Row) =>
    on
      ? {
          to: base + withParam(inlineSearch, SAVED_ROW, row.id),
          version: row.version ?? 0,
          values: inlineValues(fields, row),
        }
      : undefined;
  return { fields, on, saved: searchParams.get(SAVED_ROW), to: base + inlineSearch, columnOf, rowOf };
}

/** Selects every row of the page without script; with `MATCHING`, of all pages. */
const TICKED = "ticked";

/** The change applies to all matching rows. */
export const MATCHING = "matching";

type Loaded = { state: ListState; rows?: readonly unknown[]; total?: Total; late?: boolean };

/** The form for the selected rows. */
function selectionForm<Row extends ManagedRecord>(
  resource: Selectable<Row>,
  viewer: StaffViewer,
  request: Request,
  { state, rows = [], total = { total: 0, capped: false }, late = false }: Loaded,
) {
  const search = writeListState(state);
  const choice = chosenField(resource);
  const ticked = new URL(request.url).searchParams.get(TICKED);
  const isMatching = ticked === MATCHING;
  const ticking = (what: string) => `/admin/${resource.path}${withParam(search, TICKED, what)}`;
  return {
    to: `/admin/${resource.path}/selection`,
    keep: Object.fromEntries(new URLSearchParams(isMatching ? withParam(search, MATCHING, "on") : search)),
    changes: selectionChanges(resource, viewer).filter(
      ({ name }) => mayPublish(viewer, resource) || (name !== "publish" && name !== "unpublish"),
    ) as { name: string; label: string }[],
    options: (choice?.options ?? []).map(({ value, label }) => ({ value, label })),
    label: choice?.label ?? "",
    ticked: ticked !== null,
    /** How many records are selected, if those of all pages are. */
    matching: isMatching ? capitalise(matchingWords(total, late)) : undefined,
    allTo: ticking("all"),
    /** Absent if there is only one page. */
    matchingTo:
      total.total > rows.length
        ? { label: `Select ${matchingWords(total, late)}`, to: ticking(MATCHING) }
        : undefined,
    noneTo: `/admin/${resource.path}${search}`,
  };
}

/** Forms without script also send empty fields, and each box for itself; this shortens the address. */
function redirectToCleanUrl(request: Request, cleanUrl: string): void {
  const { pathname, searchParams } = new URL(request.url);
  // An empty `delete` does not come from the filter form and is handled elsewhere.
  const empty = [...searchParams].some(([name, value]) => value === "" && name !== "delete");
  const unjoined = searchParams.getAll("columns").length > 1;
  if ((empty || unjoined) && pathname === cleanUrl.split("?")[0]) throw redirect(cleanUrl);
}

/** The viewer's actions: the links of the list, and those of a row. Query rows are read-only. */
function listActions<Row extends ListedRow>(
  resource: Listed<Row>,
  viewer: StaffViewer,
  base: string,
  search: string,
) {
  const stored = "entity" in resource ? resource : undefined;
  const form = can(viewer, resource.roles.write.permission) ? stored?.form : undefined;
  const removable =
    can(viewer, resource.roles.remove.permission) && isRemovable(resource) ? resource : undefined;
  const publishes = Boolean(form && mayPublish(viewer, resource) && publicationField(form));
  const linksOf = (row: Row) => {
    const openTo = stored?.listing.detailPath?.(row, search);
    return {
      openTo,
      editTo: form && !openTo ? `${base}/${row.id}/edit${search}` : undefined,
      deleteTo: removable && base + withParam(search, "delete", row.id),
      publish: publishes
        ? { to: `${base}/${row.id}/publication${search}`, version: row.version ?? 0 }
        : undefined,
    };
  };
  const links = {
    add: form?.add && { label: form.add.title, to: `${base}/new${search}` },
    pasteTo: form && stored?.paste ? `${base}/paste` : undefined,
    binTo: removable?.removal.bin && can(viewer, BIN_PERMISSION) ? binPath(resource.path) : undefined,
    files: isNarrowedBelow(viewer, `${resource.noun}.export`)
      ? undefined
      : {
          csvTo: `${base}/export.csv${search}`,
          dataTo: `${base}/export.csv${withParam(search, "as", "data")}`,
        },
  };
  return { removable, publishes, linksOf, links };
}

/** The bin with this list's records. */
const binPath = (path: string) => `${BIN_PATH}?${new URLSearchParams({ kind: path })}`;

/** The question in the address: before a deletion, or before a working copy is discarded. */
const findQuestion = async <Row extends ListedRow>(
  resource: Listed<Row>,
  removable: Removable<Row> | undefined,
  viewer: StaffViewer,
  args: LoaderFunctionArgs,
) =>
  (removable && (await deleteConfirmation(removable, viewer, args))) ??
  discardQuestion(resource, viewer, args);
