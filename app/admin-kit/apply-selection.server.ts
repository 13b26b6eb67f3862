import type { FilterQuery } from "@mikro-orm/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { formatCount } from "~/ui/format";
import type { ToastUndo } from "~/ui/toast";
import { AppError } from "~/web/app-error.server";
import { pageReply } from "~/web/form-replies.server";
import { readBesideOr } from "~/web/optional-parts.server";
import { notFound } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { publicationField } from "./fields.server";
import { findSlice } from "./find.server";
import { listPath, openList, requestedListState, selectedProperties } from "./list-rows.server";
import { MATCHING } from "./list-screen.server";
import { requireChange } from "./require-change.server";
import type { Listed, ManagedRecord, Removable } from "./resource.server";
import {
  chosenField,
  describeChange,
  MAX_MATCHING,
  MAX_SELECTED,
  type RequestedChange,
  type Selectable,
  selectableBy,
} from "./selection-changes.server";
import { removeById, saveSubmission } from "./submit.server";
import { currentManager, inOneTransaction } from "./transaction.server";
import { findWarnings, type Sentences, todayAtSite } from "./warnings.server";

/** @property matching all rows that match the search and filters, ignoring `ids` */
type SelectionRequest = { ids: string[]; matching: boolean; change: string | null; value: string | null };

/** Reads the selection form, whose values are in the address of the confirmation. */
function readRequest({ url }: Request): SelectionRequest {
  const { searchParams } = new URL(url);
  const ids = [...new Set(searchParams.getAll("id"))].filter(isUuid).slice(0, MAX_SELECTED);
  const matching = searchParams.get(MATCHING) === "on";
  return { ids, matching, change: searchParams.get("change"), value: searchParams.get("value") };
}

/** The matching records up to the limit, with the properties that list and change need. */
async function matchingRows<Row extends ManagedRecord>(
  resource: Selectable<Row>,
  viewer: StaffViewer,
  request: Request,
): Promise<Row[]> {
  const list = openList(
    resource,
    viewer,
    requestedListState(resource.listing, request),
    neededProperties(resource, viewer),
  );
  return (await list.find({ limit: MAX_MATCHING })).rows;
}

/** The properties to read of many records, without long texts. */
const neededProperties = <Row extends ManagedRecord>(resource: Selectable<Row>, viewer: StaffViewer) => [
  ...new Set([
    ...selectedProperties(resource, viewer),
    ...[publicationField(resource.form), chosenField(resource)].flatMap((field) =>
      field ? [field.property as keyof Row & string] : [],
    ),
  ]),
];

/** The selected records that this viewer can see, in the order of selection. @param select by default all */
async function selectedRows<Row extends ManagedRecord>(
  resource: Selectable<Row>,
  viewer: StaffViewer,
  ids: readonly string[],
  select = resource.visibleTo(viewer).select,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { where } = resource.visibleTo(viewer);
  const { rows } = await findSlice(resource, {
    where: { $and: [where, { id: { $in: ids } }] } as FilterQuery<Row>,
    select,
    orderBy: { property: "createdAt", direction: "desc" },
    limit: ids.length,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** @throws 403 if this viewer may not make the change; 404 if the list has no such changes */
async function requireSelectable<Row extends ManagedRecord>(
  declared: Listed<Row>,
  args: LoaderFunctionArgs,
): Promise<{ staff: StaffViewer; resource: Selectable<Row>; selection: SelectionRequest }> {
  const selection = readRequest(args.request);
  const { roles } = declared;
  const staff = await requireStaff(args, selection.change === "delete" ? roles.remove : roles.write);
  const resource = selectableBy(declared, staff);
  if (!resource) throw notFound("There is nothing at this address.");
  return { staff, resource, selection };
}

/** @param ids the selected ids; if there are any, all of them were deleted */
const noneTicked = (backTo: string, ids: readonly string[]) => {
  const text =
    ids.length === 0 ? "Select rows first." : "Nothing was changed: somebody else deleted these rows.";
  return redirectWithToast(backTo, { tone: "bad", text });
};

/**
 * The confirmation before several records are changed. Without a selection or a change it redirects to the
 * list.
 */
export async function selectionScreen<Row extends ManagedRecord>(
  declared: Listed<Row>,
  args: LoaderFunctionArgs,
) {
  const { staff, resource, selection } = await requireSelectable(declared, args);
  const backTo = listPath(resource, args.request);
  if (selection.change === null) throw redirect(backTo);
  const rows = selection.matching
    ? await matchingRows(resource, staff, args.request)
    : await selectedRows(resource, staff, selection.ids);
  if (rows.length === 0) throw await noneTicked(backTo, selection.ids);
  const plan = describeChange(resource, staff, selection, rows.length);
  if (!plan) throw notFound("There is nothing at this address.");
  const { name, question } = plan;
  const named = await selectedRows(
    resource,
    staff,
    rows.slice(0, MAX_SELECTED).map(({ id }) => id),
  );
  const warnings = await changeWarnings(resource, named, plan);
  return {
    title: resource.listing.title,
    question,
    destroys: name === "delete",
    confirm: name === "choose" ? "Set" : plan.label,
    backTo,
    more: rows.length - named.length,
    rows: named.map((row, nth) => ({
      id: row.id,
      title: resource.titleOf(row),
      note: name === "delete" ? resource.removal?.note(row) : undefined,
      warning: Object.values(warnings[nth] ?? {}).join(". "),
      unchanged: isAlready(row, plan),
    })),
    /** The versions that were shown: newer ones are not overwritten. */
    versions: rows.map(({ id, version }) => `${id}:${version}`).join(" "),
  };
}

/** The warnings about the requested change of each record, such as withdrawing an open call. */
async function changeWarnings<Row extends ManagedRecord>(
  { form }: Selectable<Row>,
  rows: readonly Row[],
  { field, value }: Pick<RequestedChange, "field" | "value">,
): Promise<Sentences[]> {
  if (!field) return [];
  const isToday = await todayAtSite(currentManager());
  const changed = rows.map((before) => ({
    before,
    isToday,
    shares: 1,
    values: { ...before, [field.property]: value },
  }));
  return findWarnings(form, changed, currentManager());
}

export type SelectionQuestion = Awaited<ReturnType<typeof selectionScreen>>;

/** Whether a record already has the new value. */
const isAlready = (row: ManagedRecord, { field, value }: Pick<RequestedChange, "field" | "value">): boolean =>
  field !== undefined && (row as Record<string, unknown>)[field.property] === value;

/** Changes all selected records, or none if one fails. */
export async function selectionAction<Row extends ManagedRecord>(
  declared: Listed<Row>,
  sent: ActionFunctionArgs,
) {
  const { resource, selection } = await requireSelectable(declared, sent);
  const { staff, args } = await requireChange(
    resource,
    sent,
    selection.change === "delete" ? "delete" : "write",
  );
  const { request } = args;
  const versions = readVersions((await readSubmission(request)).values.versions);
  // Rows that started to match since the confirmation were not confirmed.
  const ids = selection.matching ? [...versions.keys()].slice(0, MAX_MATCHING) : selection.ids;
  const backTo = listPath(resource, request);
  return pageReply(args, `Failed to change ${resource.listing.title.toLowerCase()}.`, async () => {
    const rows = await selectedRows(resource, staff, ids, neededProperties(resource, staff));
    const plan = describeChange(resource, staff, selection, rows.length);
    if (rows.length === 0 || !plan) return noneTicked(backTo, ids);
    const changed = rows.filter((row) => !isAlready(row, plan));
    const saved: Row[] = [];
    await inOneTransaction(async () => {
      // Always in the same order, so that two simultaneous changes do not deadlock.
      for (const row of changed.toSorted((one, other) => one.id.localeCompare(other.id))) {
        const done = await changeOne(resource, staff, row, versions.get(row.id), plan).catch(
          addRowTitle(resource.titleOf(row)),
        );
        if (done) saved.push(done);
      }
    });
    const done = changed.length > 0 ? plan.done(changed.length) : "No change was needed";
    const gone = ids.length - rows.length;
    const text =
      gone > 0 ? `${done}. Somebody else had already deleted ${formatCount(gone)} of the rows` : done;
    const read = () => selectionUndo(resource, plan, saved, request);
    const undo = await readBesideOr(args, "doubts about an undo not read", read, undefined);
    return redirectWithToast(backTo, { tone: "good", text, undo });
  });
}

const OPPOSITES = {
  publish: { change: "unpublish", value: "draft" },
  unpublish: { change: "publish", value: "published" },
} as const;

/** The most characters of an undo: its toast travels in a cookie. */
const MOST_OF_UNDO = 2_200;

/** What "Undo" posts after a page of records was published or unpublished; undefined if that would be refused. */
async function selectionUndo<Row extends ManagedRecord>(
  resource: Selectable<Row>,
  { name, field }: RequestedChange,
  rows: readonly Row[],
  request: Request,
): Promise<ToastUndo | undefined> {
  if ((name !== "publish" && name !== "unpublish") || rows.length === 0) return undefined;
  const { change, value } = OPPOSITES[name];
  const list = new URL(listPath(resource, request), request.url).searchParams;
  const search = new URLSearchParams([...list, ["change", change], ...rows.map(({ id }) => ["id", id])]);
  const action = `/admin/${resource.path}/selection?${search}`;
  const versions = rows.map(({ id, version }) => `${id}:${version}`).join(" ");
  if (action.length + versions.length > MOST_OF_UNDO) return undefined;
  const doubts = await changeWarnings(resource, rows, { field, value });
  const isFree = doubts.every((warnings) => Object.keys(warnings).length === 0);
  return isFree ? { action, values: { versions } } : undefined;
}

/** @returns the saved record; undefined if it was deleted @param version that was shown; undefined if this record was not confirmed */
async function changeOne<Row extends ManagedRecord>(
  resource: Selectable<Row>,
  staff: StaffViewer,
  { id, version: now }: Row,
  version: number | undefined,
  { field, value }: RequestedChange,
): Promise<Row | undefined> {
  if (version === undefined) throw new AppError(422, "Please select the rows again");
  if (!field && version !== now) throw new AppError(409, CHANGED);
  if (!field) {
    await removeById(resource as Selectable<Row> & Removable<Row>, staff, id, { version });
    return undefined;
  }
  // As JSON: omitted fields keep their values, including checkboxes.
  const submission = { format: "json", values: { [field.name]: value, version }, files: {} } as const;
  return (await saveSubmission(resource, staff, submission, "update", { id })).row;
}

const readVersions = (text: unknown): Map<string, number> =>
  new Map(
    String(text ?? "")
      .split(" ")
      .flatMap((part): [string, number][] => {
        const [, id = "", version] = /^([\da-f-]{36}):([1-9]\d{0,8})$/i.exec(part) ?? [];
        return version === undefined ? [] : [[id, Number(version)]];
      }),
  );

const CHANGED = "Somebody else changed it after you selected it";

/** Adds the record's title to its error, because there is no form to show it in. */
const addRowTitle = (title: string) => (error: unknown) => {
  if (error instanceof Response && error.status === 404)
    throw new AppError(409, `${title}: Somebody else deleted it. Nothing was changed.`);
  if (!(error instanceof AppError)) throw error;
  const [reason = error.message] = Object.values(error.details.fieldErrors ?? {});
  const why = error.details.conflict ? CHANGED : reason;
  const sentence = /[.!?]$/.test(why) ? why : `${why}.`;
  throw new AppError(error.status, `${title}: ${sentence} Nothing was changed.`);
};
