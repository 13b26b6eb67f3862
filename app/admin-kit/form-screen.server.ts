import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { notFound } from "~/web/replies.server";
import { toFormValue } from "~/web/submission.server";
import { wallMinute } from "~/web/zoned-minute";
import { type LastSave, lastSave } from "./change-log.server";
import { historyPath } from "./change-paths";
import { customField, type FieldData, fieldData, formValue, withSuggestions } from "./field-data.server";
import { type Field, publicationField } from "./fields.server";
import { findRow } from "./find.server";
import {
  ANOTHER,
  COPY_OF,
  copyPath,
  type FormOverList,
  newPath,
  restoredChangeId,
  returnPath,
} from "./form-paths.server";
import { listPath, requestedListState } from "./list-rows.server";
import { writeListState } from "./list-state";
import { noteOfVersion, olderVersion } from "./older-version.server";
import type { Openings } from "./openings/openings";
import { formOpenings } from "./openings/openings.server";
import { choosableFields, isPublic } from "./publication-guard.server";
import { isScheduled, plannedMinute, type Scheduled } from "./publish-time.server";
import { type ChangeableResource, type Editable, type ManagedRecord, pictureField } from "./resource.server";
import { reviewPath } from "./review/review-path";
import type { FormLink, Offered } from "./save-choice.server";
import { requireRow } from "./submit.server";
import {
  copyOnForm,
  copyParts,
  fieldsOfCopyForm,
  textsOfCopyForm,
  type VersionNote,
} from "./working-copies/copy-form.server";
import { type FormWriting, findDrafts, formId, formPath, loadWriting } from "./writing/form-writing.server";

const formHeader = <Row extends ManagedRecord>(
  { form }: ChangeableResource<Row>,
  heading: string,
  backTo: string,
) => ({
  heading,
  backTo,
  multipart: pictureField(form) !== undefined,
});

/** The day on which the record of an empty form is to be published, yyyy-mm-dd in the site's time zone. */
const PUBLISH_ON = "publish";

const NOT_COPIED = "The original’s picture is not copied.";

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
  const fields = fieldsToChoose(resource, viewer, suggested, { offered, typed: left });
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
  const fields = fieldsToChoose(resource, viewer, suggested, { row, offered, typed: left?.typed });
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
    links: formLinks(resource, row, { previewTo: writing ? undefined : previewTo, copyTo, offered }),
    // If somebody has saved since the draft, saving is refused and shows both values.
    version: left?.recordVersion || (opened && copy?.recordVersion) || row.version,
    fields,
    writing,
    ...parts,
    note: restored ? noteOfVersion(restored) : parts.note,
    publishes: opened ? undefined : publishesFrom(resource, row),
  };
}

/** The buttons of a record's form that lead away. */
const formLinks = <Row extends ManagedRecord>(
  { path, form }: ChangeableResource<Row>,
  { id }: Row,
  { previewTo, copyTo, offered }: { previewTo?: string; copyTo?: string; offered?: Offered },
): FormLink[] => [
  ...(previewTo ? [{ label: "Preview as a reader", to: previewTo }] : []),
  ...(publicationField(form) ? [{ label: "Review", to: reviewPath(path, id) }] : []),
  ...(offered?.links ?? []),
  ...(copyTo ? [{ label: "Duplicate", to: copyTo }] : []),
];

/** What names the button of a record that can be a draft. */
function publishesFrom<Row extends ManagedRecord>(resource: ChangeableResource<Row>, row?: Row) {
  const field = publicationField(resource.form);
  const isOut = row !== undefined && isPublic(resource, row) && !isScheduled(row as Scheduled);
  return field && { statusField: field.name, isOut, now: wallMinute(new Date(), config().siteTz) };
}

/** The record's fields with what this viewer may choose in them, and what else they choose with a save.
 * @param form.row undefined for a new one @param form.typed the texts of an unsaved draft
 */
function fieldsToChoose<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  viewer: StaffViewer,
  drawn: readonly FieldData[],
  form: { row?: Row; offered?: Offered; typed?: Readonly<Record<string, string>> },
): readonly FieldData[] {
  const { row, offered: { options, hint } = { options: [] }, typed = {} } = form;
  const { saveChoice } = resource;
  const fields = choosableFields(resource, viewer, drawn, row);
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
