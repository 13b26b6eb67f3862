import type { EntityManager } from "@mikro-orm/postgresql";
import type { Writer } from "~/auth/viewer.server";
import { truncate } from "~/ui/format";
import type { Conditions } from "~/web/conditions.server";
import { notFound } from "~/web/replies.server";
import { type Submission, toFormValue } from "~/web/submission.server";
import { COPY_PUBLISHED } from "./change-entry.server";
import { checkConstraints } from "./constraints.server";
import { completeSubmission, touchedValues } from "./derived-values.server";
import { formValue } from "./field-data.server";
import type { Field } from "./fields.server";
import { findRow } from "./find.server";
import { mergeChanges } from "./merge-changes.server";
import { hasChange } from "./older-version.server";
import { isBlank, type ParsedSubmission, parseSubmission } from "./parse-submission.server";
import { type ExpectedRecord, remove } from "./remove.server";
import {
  type ChangeableResource,
  type Form,
  type ManagedRecord,
  pictureField,
  type Removable,
  type Stored,
} from "./resource.server";
import { save } from "./save.server";
import type { CarryOut, Door } from "./save-choice.server";
import { currentManager } from "./transaction.server";
import {
  findShareRatios,
  findWarnings,
  type Intended,
  joinSentences,
  requireConfirmation,
  type Sentences,
  todayAtSite,
} from "./warnings.server";

/** The purpose of a form or API body. */
export type Mutation = "add" | "update";

/** The names of a form's file fields. */
export const fileFields = (form: { fields: readonly Field[] }): string[] => {
  const picture = pictureField(form);
  return picture ? [picture.name] : [];
};

/** The record of an address. @throws 404 if this viewer cannot see such an id */
export async function requireRow<Row extends ManagedRecord>(
  resource: Stored<Row> & { missing: string },
  viewer: Writer,
  id: string | undefined,
): Promise<Row> {
  const { where } = resource.visibleTo(viewer);
  const row = await findRow(resource, id, { where });
  if (!row) throw notFound(resource.missing);
  return row;
}

type SaveOptions<Row extends ManagedRecord> = {
  /** The id of the changed record. */
  id?: string;
  /** Forms ask for confirmation, the API reports warnings; by default they are not checked. */
  warnings?: "ask" | "tell";
  /** For a row's form: unchanged and empty values are no answers. */
  partial?: boolean;
  /** For a form: merges it with others' changes since it was opened. */
  merges?: boolean;
  /** With that: see `mergeChanges`. */
  opened?: Readonly<Record<string, string>>;
  /** The change whose earlier values are restored, for the log. */
  restores?: string;
  /** Reads the declaration's `saveChoice`, which others than forms and the API leave as it is. */
  door?: Door;
  conditions?: Conditions;
  /** Replaces `save`; see `saveNextTo`. */
  write?: (...args: Parameters<typeof save<Row>>) => Promise<Row>;
  /**
   * The working copy that the values come from. @property versionOf its version, if they are what was saved and approved
   * @property leave runs in the transaction of the save
   */
  copied?: {
    versionOf: Parameters<typeof save<Row>>[3]["copy"];
    leave: (manager: EntityManager, record: Row) => Promise<void>;
  };
};

/** A saved record. @property notes on derived values @property warnings including changed derived values */
/** @property before the record as it was, without changes of others in the meantime; absent if it was added */
export type Saved<Row> = { row: Row; before?: Row; notes: Sentences; warnings: Sentences };

/** Adds or changes a record with the submitted values.
 * @throws AppError 422 with the errors by field, 409 with somebody else's changes, 412 if its conditions do
 * not hold; 404 as `requireRow`
 */
export async function saveSubmission<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  staff: Writer,
  sent: Submission,
  mutation: Mutation,
  options: SaveOptions<Row>,
): Promise<Saved<Row>> {
  const { id, warnings: warningMode, partial = false, merges = false, restores, door, conditions } = options;
  const { write = save, copied, opened } = options;
  const { form } = resource;
  const current = mutation === "update" ? await requireRow(resource, staff, id) : undefined;
  const submission = partial && current ? withoutUntouched(form.fields, sent, current) : sent;
  const parsed = await parseSubmission(form, submission, current ? "update" : "create");
  const carryOut = door && (await readChoice(resource, staff, sent, door));
  if (current) keepSavedDigits(form.fields, submission, parsed, current);
  const merged = merges && current ? await mergeChanges(resource, staff, parsed, current, opened) : {};
  const facts = await loadFacts(form, current, warningMode !== undefined);
  const derive = (before?: Row) =>
    completeSubmission(form, { ...typedAnswers(submission, parsed, before), before, ...facts });
  // Before anything is locked: waiting for a second connection with a lock could deadlock.
  const before = current && { ...current };
  const values = { ...before, ...parsed.values, ...derive(current).values };
  const [found = {}] = warningMode
    ? await findWarnings(form, [{ values, before: current, ...facts }], currentManager())
    : [];
  const isRestored = await hasChange({
    resource: resource.path,
    recordId: current?.id ?? "",
    changeId: restores ?? "",
  });
  let notes: Sentences = {};
  let warnings: Sentences = {};
  const row = await write(resource, staff, parsed, {
    id: current?.id,
    conditions,
    action: copied ? COPY_PUBLISHED : isRestored ? "restored" : undefined,
    copy: copied?.versionOf,
    check(before) {
      const derived = derive(before);
      Object.assign(parsed.values, derived.values);
      Object.assign(parsed.values, form.computeValues?.(parsed.values, before, staff));
      checkConstraints(form, { ...before, ...parsed.values }, before);
      if (warningMode === "ask") requireConfirmation(submission, found);
      notes = joinSentences([merged, derived.notes]);
      warnings = joinSentences([
        keptFigures(parsed.leftAlone, notes, before),
        replacedFigures(form.fields, notes, before),
        found,
      ]);
    },
    also:
      copied?.leave ??
      (carryOut &&
        (async (manager, record) => {
          const left = await carryOut(manager, record);
          notes = { ...notes, ...left };
          warnings = { ...warnings, ...left };
        })),
  });
  return { row, before, notes, warnings };
}

/** The choice that was sent with a record, if it changes something. */
async function readChoice<Row extends ManagedRecord>(
  { saveChoice }: ChangeableResource<Row>,
  staff: Writer,
  { values }: Submission,
  door: Door,
): Promise<((...written: Parameters<CarryOut>) => Promise<Sentences>) | undefined> {
  if (!saveChoice || !Object.hasOwn(values, saveChoice.name)) return undefined;
  const carryOut = await saveChoice.read(staff, values[saveChoice.name], door);
  if (!carryOut) return undefined;
  return async (...written) => {
    const sentence = await carryOut(...written);
    return sentence === undefined ? {} : { [saveChoice.name]: sentence };
  };
}

/** What derived figures and warnings depend on, apart from the record: the current day at the site, and later splits. */
async function loadFacts<Row extends ManagedRecord>(
  form: Form<Row>,
  current: Row | undefined,
  hasWarnings: boolean,
): Promise<Pick<Intended<Row>, "isToday" | "shares">> {
  const manager = currentManager();
  const needsToday = form.completeValues !== undefined || hasWarnings;
  const isToday = needsToday ? await todayAtSite(manager) : () => false;
  const [shares = 1] = await findShareRatios(form, current ? [current] : [], manager);
  return { isToday, shares };
}

/** A form sends all its fields: of an update only the changed ones are answers. JSON sends what it means. */
const typedAnswers = ({ format }: Submission, parsed: ParsedSubmission, before: object | undefined) =>
  before && format === "form" ? touchedValues(parsed, before) : parsed;

/** The values of a row's form that differ from its record. */
function withoutUntouched(fields: readonly Field[], sent: Submission, saved: object): Submission {
  const isTouched = ([name, value]: [string, unknown]) => {
    const field = fields.find((each) => each.name === name);
    return !field || (!isBlank(value) && toFormValue(value) !== formValue(saved, field));
  };
  return { ...sent, values: Object.fromEntries(Object.entries(sent.values).filter(isTouched)) };
}

/** Keeps the saved digits if JSON sends back a number that the API rounded.
 */
export function keepSavedDigits(
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

/** Warnings about known figures that were sent empty and were not derived from others. */
export function keptFigures(
  leftAlone: readonly Field[],
  followed: Sentences,
  before: object | undefined,
): Sentences {
  const kept = leftAlone.flatMap((field) => {
    const value = before ? formValue(before, field) : "";
    return value === "" || field.name in followed
      ? []
      : [[field.name, `${field.label} was sent empty and keeps the value ${value}`]];
  });
  return Object.fromEntries(kept);
}

/** The notes on derived figures that replaced known ones; new derived figures are no warnings. */
export function replacedFigures(
  fields: readonly Field[],
  notes: Sentences,
  before: object | undefined,
): Sentences {
  const known = (before ?? {}) as Record<string, unknown>;
  const isReplaced = ([name]: [string, string]) =>
    fields.some((field) => field.name === name && (known[field.property] ?? null) !== null);
  return Object.fromEntries(Object.entries(notes).filter(isReplaced));
}

/** The longest toast, in characters. */
const LONGEST_TOAST = 450;

/** The success message with the notes on derived values. */
export function withNotes(done: string, notes: Sentences): string {
  const sentences = Object.values(notes);
  const sentence = done.endsWith(".") ? done : `${done}.`;
  return sentences.length > 0 ? truncate([sentence, ...sentences].join(" "), LONGEST_TOAST) : done;
}

/** Deletes a record by id. @returns it, unless it is gone already @throws 404 as `requireRow`; see also `remove` */
export async function removeById<Row extends ManagedRecord>(
  resource: Removable<Row>,
  staff: Writer,
  id: string | undefined,
  expected: ExpectedRecord = {},
): Promise<Row | undefined> {
  return remove(resource, staff, (await requireRow(resource, staff, id)).id, expected);
}
