import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { can } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { formatTime } from "~/ui/dates";
import { formatCount, formatTotal, truncate } from "~/ui/format";
import { pageReply } from "~/web/form-replies.server";
import { loadOr, readBesideOr } from "~/web/optional-parts.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { BIN_PATH, BIN_PERMISSION } from "./bin.rules";
import { binEntryOf } from "./bin.server";
import { deleteQuestion } from "./delete-question";
import { publicationField } from "./fields.server";
import { findRow } from "./find.server";
import { inlineFields, inlineValues, SAVED_ROW } from "./inline-fields.server";
import { openedState, searchToRemember } from "./list-memory.server";
import { countUnfiltered, openList, requestedListState, selectedProperties } from "./list-rows.server";
import {
  DEFAULTS,
  INLINE,
  isFiltered,
  type ListState,
  listTo,
  PAGE_SIZES,
  UNFILTERED,
  withParam,
  writeListState,
} from "./list-state";
import { drawListTools } from "./list-tools.server";
import { listViews } from "./list-views.queries.server";
import { versionOf } from "./parse-submission.server";
import { mayPublish } from "./publication-guard.server";
import { requireChange } from "./require-change.server";
import {
  type FilterChoice,
  isRemovable,
  type Listed,
  type ListedRow,
  type ManagedRecord,
  type Removable,
  type StoredList,
  type Total,
} from "./resource.server";
import { canUndoRemoval } from "./restored-values.server";
import {
  chosenField,
  MAX_MATCHING,
  type Selectable,
  selectableBy,
  selectionChanges,
} from "./selection-changes.server";
import { removeById } from "./submit.server";
import { copyMarks, discardQuestion, noteOfCopy } from "./working-copies/copy-list.server";

/** The list of a resource, and the question before a delete (`?delete={id}`). */
export const listScreen = async <Row extends ListedRow>(resource: Listed<Row>, args: LoaderFunctionArgs) =>
  listScreenReply(await loadList(resource, args));

/** The response of a list's own page: 500 if it failed, so that search engines do not index an empty page. */
export const listScreenReply = <List extends ListScreenData>(list: List) =>
  data(list, { status: list.failed ? 500 : 200 });

/** Checks access and returns a list as plain data: the declaration never reaches the browser. */
export async function loadList<Row extends ListedRow>(resource: Listed<Row>, args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, resource.roles.read);
  const { path, listing, loadFailed } = resource;
  const { state, home, isKept } = await openedState(resource, args, viewer);
  const filters = listing.filters ?? [];
  const base = `/admin/${path}`;
  const search = writeListState(state);
  const inline = inlineState(resource, viewer, args.request);
  redirectToCleanUrl(args.request, base + (inline.on ? withParam(search, INLINE, "on") : search));
  const { form, removable, publishes, linksOf } = listActions(resource, viewer, base, search);
  const selectable = selectableBy(resource, viewer);
  const loading = Promise.all([
    loadPage(resource, args, viewer, state, inline.on ? inline.saved : null),
    findQuestion(resource, removable, viewer, args),
  ]);
  const viewing = listViews(resource, args, viewer, state);
  const [loaded, confirm] = (await loadOr(args, loadFailed, loading, undefined)) ?? [];
  const marks = await copyMarks(resource, args, loaded?.rows ?? []);
  const cells = (loaded?.rows ?? []).map((row) => listing.columns.map(({ cell }) => cell(row, search)));
  // Always shown: the title, which leads to the record and holds its box, and the status, with the button to publish.
  const fixed = cells[0]?.map((cell) => cell.kind === "title" || (publishes && "publication" in cell));
  const isShown = <Value>(_: Value, at: number) =>
    state.columns.length === 0 || fixed?.[at] || state.columns.includes(listing.columns[at]?.label ?? "");
  const boxes = listing.columns.map(({ label }, at) => ({
    label,
    shown: Boolean(isShown(label, at)),
    fixed: Boolean(fixed?.[at]),
  }));
  const chooser = { base, state, isInline: inline.on, boxes };
  return {
    title: listing.title,
    parent: listing.parent,
    base,
    home,
    state,
    search,
    failed: loaded ? "" : loadFailed,
    total: loaded?.total.total ?? 0,
    capped: loaded?.total.capped ?? false,
    ...countWords(listing.plural, loaded),
    /** The rows could not be counted in time: the total is its lower bound. */
    late: loaded?.late ?? false,
    hasNone: loaded?.whole?.total === 0,
    more:
      loaded?.total.capped && !loaded.late
        ? `There are more than ${formatCount(loaded.total.total)}. Search or filter to see fewer. `
        : "",
    sizes: [...PAGE_SIZES],
    add: form?.add && { label: form.add.title, to: `${base}/new${search}` },
    pasteTo: form && "paste" in resource && resource.paste ? `${base}/paste` : undefined,
    binTo: removable?.removal.bin && can(viewer, BIN_PERMISSION) ? binPath(path) : undefined,
    csvTo: `${base}/export.csv${search}`,
    dataTo: `${base}/export.csv${withParam(search, "as", "data")}`,
    searchLabel: listing.search.label,
    filters: filters
      .filter(({ byLink }) => !byLink)
      .map(({ name, label, options }) => ({ name, label, options: [...options] })),
    dated: datedBy(listing.columns),
    keep: keptParams(state, filters, inline.on),
    chips: filterChips(state, { base, home, dated: datedBy(listing.columns) }, filters),
    clearTo: listTo({ base, home, state }, { ...UNFILTERED, page: 1 }),
    tools: drawListTools({
      views: await viewing,
      resetTo: isKept || searchToRemember(state, filters) ? base + DEFAULTS : "",
      columns: cells.length > 0 ? chooser : undefined,
    }),
    columns: listing.columns.filter(isShown).map(({ label, sort }) => ({
      label,
      sort: sort ?? "",
      field: inline.on ? inline.fields.get(label)?.name : undefined,
      options: inline.on ? inline.fields.get(label)?.options?.map((option) => ({ ...option })) : undefined,
    })),
    rows: (loaded?.rows ?? []).map((row, nth) => ({
      id: row.id,
      title: resource.titleOf(row),
      cells: (cells[nth] ?? []).filter(isShown),
      ...linksOf(row),
      mark: marks.get(row.id),
      inline: inline.on
        ? {
            to: base + withParam(withParam(search, INLINE, "on"), SAVED_ROW, row.id),
            version: row.version ?? 0,
            values: inlineValues(inline.fields, row),
          }
        : undefined,
    })),
    inline: inline.fields.size > 0 ? { on: inline.on, saved: inline.saved } : undefined,
    selection: selectable && selectionForm(selectable, viewer, args.request, { state, ...loaded }),
    empty: listing.empty,
    confirm,
  };
}

/** The bin with this list's records. */
const binPath = (path: string) => `${BIN_PATH}?${new URLSearchParams({ kind: path })}`;

/** The editable fields, whether edit mode is on, and the row that was sent. */
function inlineState<Row extends ListedRow>(resource: Listed<Row>, viewer: StaffViewer, { url }: Request) {
  const { searchParams } = new URL(url);
  const fields = inlineFields(resource, viewer);
  return { fields, on: fields.size > 0 && searchParams.has(INLINE), saved: searchParams.get(SAVED_ROW) };
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

const capitalise = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** The number of rows, and the words after it. */
function countWords(plural: string, { total, late, whole }: Partial<Counts> = {}) {
  if (late || !total) return { found: "", counted: late ? `The ${plural} took too long to count.` : "" };
  const all = whole && whole.total !== total.total ? ` of ${formatTotal(whole.total, whole.capped)}` : "";
  return { found: formatTotal(total.total, total.capped), counted: `${all} ${plural}` };
}

type Counts = { total: Total; late: boolean; whole?: Total };

function matchingWords({ total }: Total, late: boolean): string {
  if (late) return `the matching rows, ${formatCount(MAX_MATCHING)} at most`;
  return total > MAX_MATCHING
    ? `the first ${formatCount(MAX_MATCHING)} matching rows`
    : `all ${formatCount(total)} matching rows`;
}

export type ListScreenData = Awaited<ReturnType<typeof loadList>>;

/** Forms without script also send empty fields, and each box for itself; this shortens the address. */
function redirectToCleanUrl(request: Request, cleanUrl: string): void {
  const { pathname, searchParams } = new URL(request.url);
  // An empty `delete` does not come from the filter form and is handled elsewhere.
  const empty = [...searchParams].some(([name, value]) => value === "" && name !== "delete");
  const unjoined = searchParams.getAll("columns").length > 1;
  if ((empty || unjoined) && pathname === cleanUrl.split("?")[0]) throw redirect(cleanUrl);
}

const NOT_COUNTED = "rows not counted";

/** The rows of the page, their total, and the total without filters, where they can be counted in time.
 * @param saved the row that was sent: it is included with its input, even if it is now on another page
 */
async function loadPage<Row extends ListedRow>(
  resource: Listed<Row>,
  args: LoaderFunctionArgs,
  viewer: StaffViewer,
  state: ListState,
  saved: string | null,
) {
  const range = { limit: state.size, offset: (state.page - 1) * state.size };
  const list = openList(resource, viewer, state);
  const countWhole = () => (isFiltered(state) ? countUnfiltered(resource, viewer, state) : list.count());
  const [{ rows, next }, counted, whole] = await Promise.all([
    list.find(range),
    readBesideOr(args, NOT_COUNTED, list.count, undefined),
    readBesideOr(args, NOT_COUNTED, countWhole, undefined),
  ]);
  const known = { total: range.offset + rows.length + (next ? 1 : 0), capped: true };
  const moved =
    saved !== null && "entity" in resource && !rows.some(({ id }) => id === saved)
      ? await findRow(resource, saved, {
          where: resource.visibleTo(viewer).where,
          select: selectedProperties(resource, viewer),
        })
      : undefined;
  return { rows: moved ? [moved, ...rows] : rows, total: counted ?? known, late: !counted, whole };
}

/** The viewer's actions and the links of a row. Query rows are read-only. */
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
  const publishes = form && mayPublish(viewer, resource) ? publicationField(form) : undefined;
  const linksOf = (row: Row) => {
    const openTo = stored?.listing.detailPath?.(row, search);
    return {
      openTo,
      editTo: form && !openTo ? `${base}/${row.id}/edit${search}` : undefined,
      deleteTo: removable && base + withParam(search, "delete", row.id),
      publish: publishes && { to: `${base}/${row.id}/publication${search}`, version: row.version ?? 0 },
    };
  };
  return { form, removable, publishes, linksOf };
}

/** The question in the address: before a deletion, or before a working copy is discarded. */
const findQuestion = async <Row extends ListedRow>(
  resource: Listed<Row>,
  removable: Removable<Row> | undefined,
  viewer: StaffViewer,
  args: LoaderFunctionArgs,
) =>
  (removable && (await deleteConfirmation(removable, viewer, args))) ??
  discardQuestion(resource, viewer, args);

async function deleteConfirmation<Row extends ListedRow>(
  resource: Removable<Row>,
  viewer: StaffViewer,
  args: LoaderFunctionArgs,
) {
  const { where } = resource.visibleTo(viewer);
  const row = await findRow(resource, requestedDeleteId(args.request), { where });
  if (!row) return undefined;
  return {
    question: deleteQuestion(resource.singular),
    description: [resource.removal.note(row), await noteOfCopy(args, resource.path, row.id)]
      .filter(Boolean)
      .join(" "),
    version: row.version,
    confirm: undefined,
  };
}

/** The record that the delete question is about. */
const requestedDeleteId = (request: Request) => new URL(request.url).searchParams.get("delete") ?? undefined;

/** Deletes the record in `?delete=` and returns to the list. */
export async function deleteAction<Row extends ManagedRecord>(
  resource: StoredList<Row> & Removable<Row>,
  sent: LoaderFunctionArgs,
) {
  const { staff, args } = await requireChange(resource, sent, "delete");
  const { failed, done } = resource.removal;
  return pageReply(args, failed, async () => {
    const id = requestedDeleteId(args.request);
    const removed = await removeById(resource, staff, id, { version: await sentVersion(args.request) });
    const canUndo =
      id && removed && can(staff, BIN_PERMISSION) && canUndoRemoval(resource, removed, new Date());
    const read = async () => (canUndo ? binEntryOf(id) : undefined);
    const binned = await readBesideOr(args, "bin entry not read", read, undefined);
    const undo = binned ? { action: `${BIN_PATH}/${binned}`, values: { undo: "on" } } : undefined;
    return redirectWithToast(listPath(resource, args.request), { tone: "good", text: done, undo });
  });
}

/** The version that the confirmation was shown for, if it was sent. */
export const sentVersion = async (request: Request): Promise<number | undefined> =>
  request.headers.has("Content-Type") ? versionOf(await readSubmission(request)) : undefined;

/** The list's address with the request's state. */
export const listPath = <Row extends ListedRow>({ path, listing }: Listed<Row>, request: Request): string =>
  `/admin/${path}${writeListState(requestedListState(listing, request))}`;

/** The parameters that a new search keeps: order, page size, edit mode and filters set by links. */
function keptParams(
  state: ListState,
  filters: readonly FilterChoice[],
  isInline: boolean,
): Record<string, string> {
  const linked = filters.flatMap(({ name, byLink }) => {
    const value = byLink && state.filters[name];
    return value ? [[name, value]] : [];
  });
  const kept = new URLSearchParams(writeListState({ ...state, ...UNFILTERED, page: 1 }));
  return Object.fromEntries([...kept, ...linked, ...(isInline ? [[INLINE, "on"]] : [])]);
}

/** The date that From and To compare, by its column's name: "Created". */
const datedBy = (columns: readonly { label: string; sort?: string }[]): string =>
  columns.find(({ sort }) => sort === "createdAt" || sort === "paymentDate")?.label ?? "Created";

/** One chip per filter, which links to the list without it. */
function filterChips(
  state: ListState,
  { base, home, dated }: { base: string; home: string; dated: string },
  filters: readonly FilterChoice[],
): { label: string; to: string }[] {
  const without = (change: Partial<ListState>) => listTo({ base, home, state }, { ...change, page: 1 });
  const day = (value: string) => formatTime(`${value}T00:00:00Z`, "short-date", "UTC");
  return [
    ...(state.q ? [{ label: `Search: ${truncate(state.q)}`, to: without({ q: "" }) }] : []),
    ...filters.flatMap(({ name, label, options, byLink }) => {
      const { [name]: value, ...others } = state.filters;
      const chosen = options.find((option) => option.value === value);
      const text = chosen ? `${label}: ${chosen.label}` : byLink && value && label;
      return text ? [{ label: text, to: without({ filters: others }) }] : [];
    }),
    ...(state.from ? [{ label: `${dated} from ${day(state.from)}`, to: without({ from: "" }) }] : []),
    ...(state.to ? [{ label: `${dated} to ${day(state.to)}`, to: without({ to: "" }) }] : []),
  ];
}
