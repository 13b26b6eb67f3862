import { z } from "zod";
import type { StaffViewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { AppError, fieldError } from "~/web/app-error.server";
import type { RequestArgs } from "~/web/request-args.server";
import type { Submission } from "~/web/submission.server";
import { CONFIRMED, WARNINGS_SEEN } from "../confirmation";
import { fieldData, formValue } from "../field-data.server";
import { type Field, optionalMinute } from "../fields.server";
import { mergeSubmission } from "../merge-changes.server";
import { valueText } from "../older-version.server";
import { parseSubmission, versionOf } from "../parse-submission.server";
import { mayAddPublic, mayPublish } from "../publication-guard.server";
import { passedText } from "../publish-time.server";
import { type ChangeableResource, type ManagedRecord, pictureField } from "../resource.server";
import { reviewPath } from "../review/review-path";
import type { FormLink } from "../save-choice.server";
import { requireRow, saveSubmission, withNotes } from "../submit.server";
import type { Sentences } from "../warnings.server";
import { type Copy, workingCopyOf } from "./working-copies.queries.server";
import { COPY_BESIDE, DISCARD_COPY, PUBLISH_COPY, SEEN_COPY, WORKING_COPY } from "./working-copies.rules";
import { copiedFields, copiedFrom, hasCopies, isOut, saveNextTo, textsOfCopy } from "./working-copy.server";

/** When the copy is published automatically. */
const PLAN = optionalMinute("copyPublishAt", {
  label: "Publish this copy at",
  half: true,
  hint: "Leave empty to publish it yourself.",
});

/** A note above a form: how its values differ from the record's. */
export type VersionNote = {
  title: string;
  text: string;
  differences: { label: string; from: string; to: string }[];
  /** Fields that cannot be as they were, with reasons. */
  lost: { label: string; reason: string }[];
  link?: FormLink;
};

export const isCopyRequest = (request: Request): boolean =>
  new URL(request.url).searchParams.has(WORKING_COPY);

/** Whether a form is saved next to its record: it is the copy's own, or its button begins one. */
export const savesCopy = ({ values }: Pick<Submission, "values">): boolean =>
  SEEN_COPY in values || WORKING_COPY in values;

/** What the form of a record shows of its working copy. @property opened whether it is the copy's own form */
type CopyOnForm = { copy?: Copy; opened: boolean };

export async function copyOnForm<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  row: Row,
  { request }: RequestArgs,
): Promise<CopyOnForm> {
  const copy = hasCopies(resource) ? await workingCopyOf(resource.path, row.id) : undefined;
  return { copy, opened: copy !== undefined && isCopyRequest(request) };
}

/** The fields of the copy's form. Its plan is where the record's minute is, or last; people who publish plan. */
export function fieldsOfCopyForm<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  staff: StaffViewer,
): Field[] {
  const copied = copiedFields(resource);
  if (!mayPublish(staff, resource)) return copied;
  const { fields } = resource.form;
  const at = fields.findIndex(({ property }) => property === "publishAt");
  const after = fields.slice(at < 0 ? fields.length : at).filter((field) => copied.includes(field));
  return copied.toSpliced(copied.length - after.length, 0, PLAN);
}

/** The copy's texts by field name. */
export const textsOfCopyForm = ({ typed, publishAt }: Copy): Record<string, string> => ({
  ...typed,
  [PLAN.name]: formValue({ [PLAN.property]: publishAt }, PLAN),
});

const inWords = (at: Date) => formatTime(at, "short-datetime", config().siteTz);

/** Parts of the form's data, as `FormScreenData` names them. */
type CopyParts = {
  heading?: string;
  submit?: { label: string; busy: string };
  also?: { name: string; label: string };
  main?: { name: string; label: string; alone: boolean };
  seenCopy?: string;
  copyBeside?: string;
  note?: VersionNote;
  links?: FormLink[];
};

/** What differs from a declared record's form.
 * @param to the addresses of both forms, of the list in its state, and of the previews
 */
export function copyParts<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  row: Row,
  staff: StaffViewer,
  { copy, opened }: CopyOnForm,
  to: { copy: string; record: string; list: string; preview?: string },
): CopyParts {
  if (!copy) return hasCopies(resource) ? copyButton(resource, row, staff, "Save as working copy") : {};
  const saved = `${copy.staffName} saved it on ${inWords(copy.savedAt)}`;
  const planned = copy.problem
    ? ` It was not published as planned: ${copy.problem}`
    : copy.publishAt
      ? ` It will be published on ${inWords(copy.publishAt)}.`
      : "";
  const drawnWith = JSON.stringify({ version: copy.version, typed: copy.typed });
  if (!opened)
    return {
      copyBeside: drawnWith,
      note: {
        title: "There is a working copy",
        text: `${saved}, and readers do not see it yet.${planned}`,
        ...{ differences: [], lost: [] },
        link: { label: "Open the working copy", to: to.copy },
      },
      ...copyButton(resource, row, staff, "Add to the working copy"),
    };
  const differences = copiedFields(resource).flatMap((field) => {
    const { [field.name]: text } = copy.typed;
    const from = formValue(row, field);
    return text === undefined || text === from
      ? []
      : [{ label: field.label, from: valueText(field, from), to: valueText(field, text) }];
  });
  return {
    heading: "Edit working copy",
    submit: { label: "Save working copy", busy: "Saving..." },
    ...(mayPublish(staff, resource) ? { also: { name: PUBLISH_COPY, label: "Publish working copy" } } : {}),
    seenCopy: drawnWith,
    note: {
      title: copy.problem ? "This working copy was not published" : "Readers see the published version",
      text: `${saved}.${planned} Publishing it makes these changes:`,
      differences,
      lost: [],
      link: { label: "Open the published version", to: to.record },
    },
    links: [
      ...(to.preview ? [{ label: "Preview as a reader", to: to.preview }] : []),
      { label: "Review", to: reviewPath(resource.path, row.id) },
      { label: "Discard", to: `${to.list}${to.list.includes("?") ? "&" : "?"}${DISCARD_COPY}=${row.id}` },
    ],
  };
}

/** The button of a visible record's form that saves next to it: the main one for people whose changes of the record itself are refused, and the only one if they may not hide it either. */
function copyButton<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  row: Row,
  staff: StaffViewer,
  label: string,
): CopyParts {
  if (!isOut(row)) return {};
  const button = { name: WORKING_COPY, label };
  return mayAddPublic(staff, resource)
    ? { also: button }
    : { main: { ...button, alone: !mayPublish(staff, resource) } };
}

type CopySaved = { published: boolean; text: string };

/** Saves a form next to its record, or publishes the copy that the form shows.
 * @throws AppError as `saveSubmission`
 */
export async function saveCopyForm<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  staff: StaffViewer,
  sent: Submission,
  id: string | undefined,
): Promise<CopySaved> {
  const opened = isOfCopy(sent);
  const row = await requireRow(resource, staff, id);
  refusePicture(resource, sent);
  const copy = await workingCopyOf(resource.path, row.id);
  const publishAt = opened ? await readPlan(sent) : planOf(copy);
  refusePlanned(resource, staff, copy, publishAt);
  const merged = copy ? await mergeWithOthers(resource, row, copy, sent) : { submission: sent, notes: {} };
  const published = opened && sent.values[PUBLISH_COPY] !== undefined;
  const { notes } = await keepMerged(sent, merged.submission, () =>
    saveSubmission(resource, staff, onlyCopied(resource, merged.submission), "update", {
      ...{ id: row.id, warnings: "ask", merges: true },
      opened: copy && versionOf(sent) === copy.recordVersion ? copy.opened : undefined,
      ...(published
        ? { copied: copiedFrom(resource, copy) }
        : { write: saveNextTo<Row>(staff, copy?.version ?? 0, publishAt) }),
    }),
  );
  const done = published
    ? "Working copy published"
    : publishAt
      ? `Working copy saved. It will be published on ${inWords(publishAt)}`
      : "Working copy saved. Readers still see the published version";
  return { published, text: withNotes(done, { ...merged.notes, ...notes }) };
}

/** The minute at which it will be published. */
const planOf = (copy: Copy | undefined): Date | null => (copy?.problem ? null : (copy?.publishAt ?? null));

const ONLY_PUBLISHERS_PLAN = "Only people who publish plan a working copy, or change one that is planned.";

/** What people who do not publish write is not published by a colleague's plan.
 * @param publishAt the new plan
 * @throws AppError 403 if the copy is or becomes planned, and this person does not publish
 */
export function refusePlanned<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  staff: StaffViewer,
  copy: Copy | undefined,
  publishAt: Date | null = null,
): void {
  if ((planOf(copy) || publishAt) && !mayPublish(staff, resource))
    throw new AppError(403, ONLY_PUBLISHERS_PLAN);
}

/** Chosen pictures are kept for a day only, and the copy may wait longer. */
function refusePicture<Row extends ManagedRecord>({ form }: ChangeableResource<Row>, sent: Submission): void {
  const field = pictureField(form);
  if (field && (sent.files[field.name] || sent.kept))
    throw fieldError(
      422,
      field.name,
      "A working copy keeps the published picture. Remove the new one here, and change it in the published version",
    );
}

async function readPlan(sent: Submission): Promise<Date | null> {
  const { values } = await parseSubmission({ fields: [PLAN] }, sent, "update");
  const plan = (values[PLAN.property] as Date | null | undefined) ?? null;
  const isPassed = plan !== null && plan <= new Date() && sent.values[PUBLISH_COPY] === undefined;
  if (isPassed) throw fieldError(422, PLAN.name, `“${PLAN.label}” ${passedText(plan)}. Choose a later time`);
  return plan;
}

/** Without the record's status, its minute, and what is chosen with a save: a copy leaves them as they are. */
function onlyCopied<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  { values, format }: Submission,
): Submission {
  const names = [...copiedFields(resource).map(({ name }) => name), "version", CONFIRMED, WARNINGS_SEEN];
  const kept = names.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name]]] : []));
  return { format, values: Object.fromEntries(kept), files: {} };
}

const seenSchema = z.object({ version: z.int().min(1), typed: z.record(z.string(), z.string()) });

const isOfCopy = ({ values }: Submission): boolean => SEEN_COPY in values;

function readSeen({ values }: Submission): z.infer<typeof seenSchema> | undefined {
  try {
    return seenSchema.parse(JSON.parse(String(values[SEEN_COPY] ?? values[COPY_BESIDE])));
  } catch {
    return undefined;
  }
}

type Merged = { submission: Submission; notes: Sentences };

/** Merges two people's changes of one copy, as those of a record. Its versions are not in the log, so the form brings what it was drawn with. */
async function mergeWithOthers<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  row: Row,
  copy: Copy,
  sent: Submission,
): Promise<Merged> {
  // The record's form shows the published version. No version of the copy is the next one.
  const seen = readSeen(sent) ?? (isOfCopy(sent) ? undefined : { version: copy.version + 1, typed: {} });
  if (!seen || seen.version === copy.version) return { submission: sent, notes: {} };
  const texts = textsOfCopy(resource, row, copy);
  const { version } = sent.values;
  const opened = JSON.stringify(textsOfCopy(resource, row, seen));
  try {
    const { submission, notes } = await mergeSubmission(
      { ...sent, values: { ...sent.values, opened, version: String(seen.version) } },
      {
        record: { kinds: [WORKING_COPY], id: row.id, version: copy.version },
        fields: copiedFields(resource).map((field) => fieldData(field, texts[field.name] ?? "")),
      },
      "Somebody else changed this working copy.",
    );
    return { submission: { ...submission, values: { ...submission.values, version } }, notes };
  } catch (error) {
    // The form's version is the record's.
    if (error instanceof AppError && error.details.conflict)
      error.details.conflict.version = versionOf(sent) ?? row.version;
    throw error;
  }
}

/** If the record has conflicts, its form keeps what others changed in the copy. */
async function keepMerged<Result>(
  sent: Submission,
  merged: Submission,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError && error.details.conflict) {
      const others = Object.entries(merged.values).filter(([name, value]) => value !== sent.values[name]);
      const kept = Object.fromEntries(others.map(([name, value]) => [name, String(value)]));
      error.details.conflict.kept = { ...kept, ...error.details.conflict.kept };
    }
    throw error;
  }
}
