import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { formReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { toFormValue } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { wallMinute } from "~/web/zoned-minute";
import { type LastSave, lastSave } from "./change-log.server";
import { historyPath } from "./change-paths";
import { customField, type FieldData, fieldData, formValue, withSuggestions } from "./field-data.server";
import { type Field, publicationField } from "./fields.server";
import { findRow } from "./find.server";
import { requestedLibrary } from "./library/library-choices.server";
import { requestedListState } from "./list-rows.server";
import { listPath } from "./list-screen.server";
import { withParam, writeListState } from "./list-state";
import { noteOfVersion, olderVersion, RESTORE_PARAM } from "./older-version.server";
import type { Openings } from "./openings/openings";
import { closeForm, formOpenings } from "./openings/openings.server";
import { choosableFields, isPublic } from "./publication-guard.server";
import { publicationUndo } from "./publication-undo.server";
import { isScheduled, plannedMinute, type Scheduled } from "./publish-time.server";
import { requireChange } from "./require-change.server";
import {
  type ChangeableResource,
  type Editable,
  type FormText,
  type ManagedRecord,
  pictureField,
  type StoredList,
} from "./resource.server";
import { reviewPath } from "./review/review-path";
import type { FormLink, Offered } from "./save-choice.server";
import { type Mutation, requireRow, saveSubmission, withNotes } from "./submit.server";
import {
  copyOnForm,
  copyParts,
  fieldsOfCopyForm,
  saveCopyForm,
  savesCopy,
  textsOfCopyForm,
  type VersionNote,
} from "./working-copies/copy-form.server";
import { SEEN_COPY, WORKING_COPY } from "./working-copies/working-copies.rules";
import {
  type FormWriting,
  findDrafts,
  forgetDraft,
  formId,
  formPath,
  loadWriting,
  requestedPreview,
} from "./writing/form-writing.server";

/** A form is a dialog over its list. */
type FormOverList<Row extends ManagedRecord> = StoredList<Row> & ChangeableResource<Row>;

/** The address after a form: the record's page if it has one, or the list in its last state. */
function returnPath<Row extends ManagedRecord>(
  resource: FormOverList<Row>,
  request: Request,
  row?: Row,
): string {
  const { listing } = resource;
  const search = writeListState(requestedListState(listing, request));
  return (row && listing.detailPath?.(row, search)) ?? listPath(resource, request);
}

const formHeader = <Row extends ManagedRecord>(
  { form }: ChangeableResource<Row>,
  heading: string,
  backTo: string,
) => ({
  heading,
  backTo,
  multipart: pictureField(form) !== undefined,
});

/** The button that returns to an empty form; then in the address, with the saved record's id. */
const ANOTHER = "another";
/** The record whose values an empty form starts with. */
const COPY_OF = "copy";
/** The day on which the record of an empty form is to be published, yyyy-mm-dd in the site's time zone. */
const PUBLISH_ON = "publish";

const NOT_COPIED = "The original’s picture is not copied.";

/** The address of the empty form over the list. @param name of an extra parameter @param value its value */
const newPath = <Row extends ManagedRecord>(
  resource: FormOverList<Row>,
  request: Request,
  name: string,
  value: string,
) =>
  `/admin/${resource.path}/new${withParam(writeListState(requestedListState(resource.listing, request)), name, value)}`;

export async function newFormScreen<Row extends ManagedRecord>(
  resource: FormOverList<Row> & Editable<Row>,
  args: LoaderFunctionArgs,
) {
  const viewer = await requireStaff(args, resource.roles.write);
  const { searchParams } = new URL(args.request.url);
  const copied = searchParams.get(COPY_OF);
  const original = copied === null ? undefined : await requireRow(resource, viewer, copied);
  const last = await findRow(resource, searchParams.get(ANOTHER) ?? undefined, resource.visibleTo(viewer));
  const found = await findDrafts(resource, args, viewer);
  const left = found.restored?.typed;
  const offered = await resource.saveChoice?.offer(viewer);
  const planned = plannedMinute(searchParams.get(PUBLISH_ON) ?? "", config().siteTz);
  const declared = resource.form.fields.map((field) => {
    const drawn = fieldData(
      field,
      left?.[field.name] ?? startValue(resource, field, { original, last, planned }),
    );
    const lacksPicture = original && pictureFor(original, field);
    return lacksPicture ? { ...drawn, hint: [NOT_COPIED, drawn.hint].filter(Boolean).join(" ") } : drawn;
  });
  const suggested = await withSuggestions(resource.form.fields, declared);
  const chosen = choosableFields(resource, viewer, suggested);
  const fields = fieldsWithChoice(resource, chosen, offered, left);
  const listState = writeListState(requestedListState(resource.listing, args.request));
  return {
    ...formHeader(resource, resource.form.add.title, returnPath(resource, args.request)),
    copyOf: original && resource.titleOf(original),
    also: { name: ANOTHER, label: "Save and add another" },
    publishes: publishesFrom(resource),
    version: 0,
    fields,
    writing: await loadWriting(resource, args, viewer, { fields, listState, found }),
  };
}

type StartRecords<Row> = { original?: Row; last?: Row; planned?: string };

/** The initial value in an empty form: a copy is a draft of its original without pictures; after another record, only its choices are repeated.
 */
function startValue<Row extends ManagedRecord>(
  { form }: ChangeableResource<Row>,
  field: Field,
  { original, last, planned }: StartRecords<Row>,
) {
  if (planned && field.property === "publishAt") return planned;
  if (last && !original && field.format.type === "choice" && !field.notCopied) return formValue(last, field);
  if (!original || field.notCopied) return toFormValue(field.initial);
  return field === publicationField(form) ? "draft" : formValue(original, field);
}

export async function editFormScreen<Row extends ManagedRecord>(
  resource: FormOverList<Row>,
  args: LoaderFunctionArgs,
) {
  const viewer = await requireStaff(args, resource.roles.write);
  const row = await requireRow(resource, viewer, args.params.id);
  const copying = await copyOnForm(resource, row, args);
  const { copy, opened } = copying;
  const restored = opened ? undefined : await restoredVersion(resource, row, args.request);
  const found = await findDrafts(resource, args, viewer, formId(row.id, opened));
  const left = found.restored;
  const held = { ...(opened && copy ? textsOfCopyForm(copy) : restored?.values), ...left?.typed };
  const offered = opened ? undefined : await resource.saveChoice?.offer(viewer, row);
  const drawnFields = opened ? fieldsOfCopyForm(resource, viewer) : resource.form.fields;
  const declared = drawnFields.map((field) =>
    fieldData(field, held[field.name] ?? formValue(row, field), pictureFor(row, field)),
  );
  const suggested = await withSuggestions(drawnFields, declared);
  const chosen = choosableFields(resource, viewer, suggested, row);
  const fields = fieldsWithChoice(resource, chosen, offered, left?.typed);
  const listState = writeListState(requestedListState(resource.listing, args.request));
  const previewTo = resource.hasPreview && `/admin/${resource.path}/${row.id}/preview`;
  const copyTo = resource.form.add && newPath(resource, args.request, COPY_OF, row.id);
  const drawn = { id: row.id, fields, listState, found, opened };
  const writing = await loadWriting(resource, args, viewer, drawn);
  const parts = copyParts(resource, row, viewer, copying, {
    copy: copyPath(resource, args.request, row.id),
    record: formPath(resource.path, row.id) + listState,
    list: listPath(resource, args.request),
    preview: writing ? undefined : previewTo,
  });
  return {
    ...formHeader(resource, resource.form.update.title, returnPath(resource, args.request, row)),
    about: {
      title: resource.titleOf(row),
      saved: await lastSave(resource.path, row.id),
      historyTo: historyPath(resource.path, row.id),
    },
    openings: await formOpenings(args, resource.path, row.id, viewer),
    previewTo,
    copyTo,
    links: [
      ...(previewTo && !writing ? [{ label: "Preview as a reader", to: previewTo }] : []),
      ...(publicationField(resource.form)
        ? [{ label: "Review", to: reviewPath(resource.path, row.id) }]
        : []),
      ...(offered?.links ?? []),
      ...(copyTo ? [{ label: "Duplicate", to: copyTo }] : []),
    ],
    // If somebody has saved since the draft, saving is refused and shows both values.
    version: left?.recordVersion || (opened && copy?.recordVersion) || row.version,
    fields,
    writing,
    ...parts,
    note: restored ? noteOfVersion(restored) : parts.note,
    publishes: opened ? undefined : publishesFrom(resource, row),
  };
}

/** What names the button of a record that can be a draft. */
function publishesFrom<Row extends ManagedRecord>(resource: ChangeableResource<Row>, row?: Row) {
  const field = publicationField(resource.form);
  const isOut = row !== undefined && isPublic(resource, row) && !isScheduled(row as Scheduled);
  return field && { statusField: field.name, isOut, now: wallMinute(new Date(), config().siteTz) };
}

/** The form of a record's working copy. */
const copyPath = <Row extends ManagedRecord>(resource: FormOverList<Row>, request: Request, id: string) =>
  formPath(resource.path, id) +
  withParam(writeListState(requestedListState(resource.listing, request)), WORKING_COPY, "on");

/** The record's fields, and what else this viewer chooses with a save. @param typed the texts of an unsaved draft */
function fieldsWithChoice<Row extends ManagedRecord>(
  { saveChoice }: ChangeableResource<Row>,
  fields: readonly FieldData[],
  { options, hint }: Pick<Offered, "options" | "hint"> = { options: [] },
  typed: Readonly<Record<string, string>> = {},
): readonly FieldData[] {
  if (!saveChoice || options.length < 2) return fields;
  const { name, label, after } = saveChoice;
  const field = customField({
    ...{ name, label, hint, input: "select", options },
    format: { type: "choice", options },
    value: options.find(({ value }) => value === typed[name])?.value,
  });
  return fields.toSpliced(fields.findIndex((each) => each.name === after) + 1, 0, field);
}

/** The record's values before the change in the address. @throws 404 if the change is not one of this record */
async function restoredVersion<Row extends ManagedRecord>(
  resource: FormOverList<Row>,
  row: Row,
  request: Request,
) {
  const changeId = restoredChangeId(request);
  if (changeId === null) return undefined;
  const version = await olderVersion(resource, row, changeId);
  if (!version) throw notFound("Change not found.");
  return version;
}

const restoredChangeId = (request: Request) => new URL(request.url).searchParams.get(RESTORE_PARAM);

type NewScreenData = Awaited<ReturnType<typeof newFormScreen>>;

/** `about` describes the record; an empty form has none. */
export type FormScreenData = Omit<NewScreenData, "copyOf" | "also" | "publishes" | "writing"> &
  Partial<Pick<NewScreenData, "copyOf" | "also" | "publishes">> & {
    /** How the form's values differ from the record's. */
    note?: VersionNote;
    /** Of a working copy's form: what it was drawn with, as JSON. */
    seenCopy?: string;
    /** Of a record's form with a working copy: the same. */
    copyBeside?: string;
    /** Who else has the record's form open. */
    openings?: Openings;
    /** The initial values as JSON, if the log does not contain every change: see `mergeSubmission`. */
    opened?: string;
    /** For a form with Markdown fields. */
    writing?: FormWriting;
    about?: { title: string; saved?: LastSave; historyTo?: string };
    /** The button's label, if it does more than save. */
    submit?: { label: string; busy: string };
    /** The main button instead of that one. @property alone whether that one is left out */
    main?: { name: string; label: string; alone: boolean };
    /** The preview of its page. */
    previewTo?: string;
    links?: FormLink[];
    /** The form for a copy. */
    copyTo?: string;
  };

export const createAction = <Row extends ManagedRecord>(
  resource: FormOverList<Row> & Editable<Row>,
  args: LoaderFunctionArgs,
) => formAction(resource, args, "add", resource.form.add);

export const updateAction = <Row extends ManagedRecord>(
  resource: FormOverList<Row>,
  args: LoaderFunctionArgs,
) => formAction(resource, args, "update", resource.form.update);

async function formAction<Row extends ManagedRecord>(
  resource: FormOverList<Row>,
  sent: LoaderFunctionArgs,
  mutation: Mutation,
  { failed, done }: FormText,
) {
  const { staff, args } = await requireChange(resource, sent, "write");
  const { id } = args.params;
  const restores = restoredChangeId(args.request) ?? undefined;
  const { name: field, library } = pictureField(resource.form) ?? {};
  const form = `${resource.path}/${id ?? "new"}`;
  const picture = field
    ? ({ owner: { kind: "staff", id: staff.id }, form, field, library } as const)
    : undefined;
  return formReply(
    args,
    failed,
    async (submission) => {
      if (mutation === "update" && savesCopy(submission)) {
        const { published, text } = await saveCopyForm(resource, staff, submission, id);
        await forgetDraft(resource, staff, submission, formId(id, SEEN_COPY in submission.values));
        const to = published
          ? returnPath(resource, args.request)
          : copyPath(resource, args.request, id ?? "");
        return redirectWithToast(to, { tone: "good", text });
      }
      const saved = await saveSubmission(resource, staff, submission, mutation, {
        id,
        warnings: "ask",
        merges: true,
        restores,
        door: "form",
      });
      const { row, notes } = saved;
      await forgetDraft(resource, staff, submission, id);
      if (id) await closeForm(resource.path, id, staff);
      const addsAnother = mutation === "add" && submission.values[ANOTHER] === "on";
      const back = addsAnother
        ? newPath(resource, args.request, ANOTHER, row.id)
        : returnPath(resource, args.request, mutation === "update" ? row : undefined);
      const undo = publicationField(resource.form) && (await publicationUndo(resource, args, saved));
      return redirectWithToast(back, { tone: "good", text: withNotes(done, notes), undo });
    },
    picture,
    async (submission) =>
      (library && field && (await requestedLibrary(submission, field))) ||
      requestedPreview(resource, args, staff, submission),
  );
}

function pictureFor<Row extends ManagedRecord>(row: Row, field: Field): StoredPicture | undefined {
  if (field.input !== "picture") return undefined;
  return loadedPicture((row as Record<string, unknown>)[field.property]);
}

/** The loaded picture of an ORM relation, if any. */
export function loadedPicture(relation: unknown): StoredPicture | undefined {
  if (typeof relation !== "object" || relation === null) return undefined;
  const loaded = "unwrap" in relation && typeof relation.unwrap === "function" ? relation.unwrap() : relation;
  return loaded as StoredPicture;
}
