import type { StaffViewer } from "~/auth/viewer.server";
import { truncate } from "~/ui/format";
import { notFound } from "~/web/replies.server";
import { type Submission, toFormValue } from "~/web/submission.server";
import { type Completion, completeSubmission, touchedValues } from "./completion.server";
import { checkConstraints } from "./constraints.server";
import { formValue } from "./field-data.server";
import type { Field } from "./fields.server";
import { findRow } from "./find.server";
import { mergeChanges } from "./merge-changes.server";
import { hasChange } from "./older-version.server";
import { isBlank, type ParsedSubmission, parseSubmission } from "./parse-submission.server";
import {
  type Changeable,
  type ManagedRecord,
  pictureField,
  type Removable,
  type Stored,
} from "./resource.server";
import { remove, save } from "./save.server";
import { currentManager } from "./transaction.server";
import {
  findShareRatios,
  findWarnings,
  joinSentences,
  requireConfirmation,
  type Sentences,
  todayAtSite,
} from "./warnings.server";

/** What a form, or a body of the API, is sent for. */
export type Mutation = "add" | "update";

/** The parts of a submission that are files. */
export const fileFields = (form: { fields: readonly Field[] }): string[] => {
  const picture = pictureField(form);
  return picture ? [picture.name] : [];
};

/** The record that an address names. @throws 404 where this viewer's rows hold no such id */
export async function requireRow<Row extends ManagedRecord>(
  resource: Stored<Row> & { missing: string },
  viewer: StaffViewer,
  id: string | undefined,
): Promise<Row> {
  const { where } = resource.visibleTo(viewer);
  const row = await findRow(resource, id, { where });
  if (!row) throw notFound(resource.missing);
  return row;
}

type SaveOptions = {
  /** Of the record that is changed. */
  id?: string;
  /** What becomes of warnings: forms ask, the API tells; nobody looks where nothing is said of it. */
  warnings?: "ask" | "tell";
  /** Of a row's form: what it sends as it is saved, or empty, is no answer. */
  partial?: boolean;
  /** Of a form: what others saved since it was drawn is brought together with it. */
  merges?: boolean;
  /** The change before which the form was filled: the log says so. */
  restores?: string;
};

/** A record as it is now. @property notes what followed from what was sent. @property warnings what is in doubt, and what was changed with it */
export type Saved<Row> = { row: Row; notes: Sentences; warnings: Sentences };

/**
 * Adds a record, or changes the one that `id` names, by what was sent.
 * @throws AppError 422 with the errors by field, 409 with what somebody else saved first; 404 as `requireRow`
 */
export async function saveSubmission<Row extends ManagedRecord>(
  resource: Changeable<Row>,
  staff: StaffViewer,
  sent: Submission,
  mutation: Mutation,
  { id, warnings: dealing, partial = false, merges = false, restores }: SaveOptions,
): Promise<Saved<Row>> {
  const { form } = resource;
  const current = mutation === "update" ? await requireRow(resource, staff, id) : undefined;
  const submission = partial && current ? withoutUntouched(form.fields, sent, current) : sent;
  const parsed = await parseSubmission(form, submission, current ? "update" : "create");
  if (current) keepSavedDigits(form.fields, submission, parsed, current);
  const kept = merges && current ? await mergeChanges(resource, staff, parsed, current) : {};
  const needsToday = form.completeValues !== undefined || dealing !== undefined;
  const isToday = needsToday ? await todayAtSite(currentManager()) : () => false;
  const [shares = 1] = await findShareRatios(form, current ? [current] : [], currentManager());
  const said = (before?: Row) =>
    before && submission.format === "form" ? touchedValues(parsed, before) : parsed;
  const completed = (before?: Row) => completeSubmission(form, { ...said(before), before, isToday, shares });
  const valuesBy = ({ values }: Completion) => ({ ...parsed.values, ...values });
  // Looked up before anything is locked: whoever holds a record must not wait for another connection.
  const intended = { ...current, ...valuesBy(completed(current)) };
  const [found = {}] = dealing
    ? await findWarnings(form, [{ values: intended, before: current, isToday, shares }], currentManager())
    : [];
  let notes: Sentences = {};
  let warnings: Sentences = {};
  const judge = (before?: Row) => {
    const completion = completed(before);
    Object.assign(parsed.values, completion.values);
    Object.assign(parsed.values, form.computeValues?.(parsed.values, before, staff));
    checkConstraints(form, { ...before, ...parsed.values }, before);
    if (dealing === "ask") requireConfirmation(submission, found);
    notes = joinSentences([kept, completion.notes]);
    warnings = joinSentences([
      keptFigures(parsed.leftAlone, notes, before),
      replacedFigures(form.fields, notes, before),
      found,
    ]);
  };
  const restored = { resource: resource.path, recordId: current?.id ?? "", changeId: restores ?? "" };
  const row = await save(resource, staff, parsed, {
    id: current?.id,
    judge,
    restores: await hasChange(restored),
  });
  return { row, notes, warnings };
}

/** What a row's form sends of its record and the record does not say already. */
function withoutUntouched(fields: readonly Field[], sent: Submission, saved: object): Submission {
  const isTouched = ([name, value]: [string, unknown]) => {
    const field = fields.find((each) => each.name === name);
    return !field || (!isBlank(value) && toFormValue(value) !== formValue(saved, field));
  };
  return { ...sent, values: Object.fromEntries(Object.entries(sent.values).filter(isTouched)) };
}

/**
 * A JSON number is as many digits as the API itself answers with: sent back, it changes nothing of a figure that has more of them.
 */
function keepSavedDigits(
  fields: readonly Field[],
  { format, values }: Submission,
  parsed: ParsedSubmission,
  saved: object,
): void {
  if (format !== "json") return;
  for (const { name, property, format: kind } of fields) {
    const was = (saved as Record<string, unknown>)[property];
    if (kind.type === "decimal" && typeof was === "string" && typeof values[name] === "number")
      if (Number(was) === values[name]) parsed.values[property] = was;
  }
}

/** What is told of figures that were sent empty and are known, but for those that follow from others. */
function keptFigures(
  leftAlone: readonly Field[],
  followed: Sentences,
  before: object | undefined,
): Sentences {
  const kept = leftAlone.flatMap((field) => {
    const value = before ? formValue(before, field) : "";
    return value === "" || field.name in followed
      ? []
      : [[field.name, `${field.label} was sent empty and stays ${value}`]];
  });
  return Object.fromEntries(kept);
}

/** The notes on figures that were known and are others now; that one was worked out where there was none is no warning. */
function replacedFigures(fields: readonly Field[], notes: Sentences, before: object | undefined): Sentences {
  const known = (before ?? {}) as Record<string, unknown>;
  const isReplaced = ([name]: [string, string]) =>
    fields.some((field) => field.name === name && (known[field.property] ?? null) !== null);
  return Object.fromEntries(Object.entries(notes).filter(isReplaced));
}

/** A toast has room for so much. */
const LONGEST_TOAST = 450;

/** What is said of a save, with what followed from what was sent. */
export function withNotes(done: string, notes: Sentences): string {
  const said = Object.values(notes);
  const sentence = done.endsWith(".") ? done : `${done}.`;
  return said.length > 0 ? truncate([sentence, ...said].join(" "), LONGEST_TOAST) : done;
}

/** Deletes the record that `id` names. @throws 404 as `requireRow`, and as `remove` */
export async function removeById<Row extends ManagedRecord>(
  resource: Removable<Row>,
  staff: StaffViewer,
  id: string | undefined,
  version?: number,
): Promise<void> {
  await remove(resource, staff, (await requireRow(resource, staff, id)).id, version);
}
