import { InvalidPictureError, type PreparedPicture } from "~/platform/pictures/pictures.server";
import { AppError } from "~/web/app-error.server";
import { uploadedPicture } from "~/web/pending-pictures.server";
import type { Submission } from "~/web/submission.server";
import { FIX_THE_FORM } from "~/web/validator";
import { PICTURE_TOO_LARGE, pictureError } from "./field-schema";
import type { Field } from "./fields.server";

/** A submission that was understood. */
export type ParsedSubmission = {
  /** By the entity's property. A property that is not here keeps its value. */
  values: Record<string, unknown>;
  /** The properties that were answered: neither left out nor left empty. JSON's null is an answer. */
  answered: Set<string>;
  /** The figures that JSON left empty: each keeps its value. Null empties. */
  leftAlone: Field[];
  /** A new picture, drawn but not stored yet. */
  picture?: PreparedPicture;
  /** The version the person had in front of them, when they said so. */
  version?: number;
};

/**
 * Reads a submission by these fields, in their order; keys that are not fields are ignored.
 * The one place that knows what "missing" means: it leaves the value of an existing record alone, but for a check
 * box, which a form sends only when it is ticked; a new record gets the field's initial value.
 * Constraints over several fields are no part of it: `save` judges them under the row's lock.
 * @throws AppError 422 with the errors by field
 */
export async function parseSubmission(
  { fields }: { fields: readonly Field[] },
  submission: Submission,
  mode: "create" | "update",
): Promise<ParsedSubmission> {
  const errors: Record<string, string> = {};
  const parsed: ParsedSubmission = {
    values: {},
    answered: new Set(),
    leftAlone: [],
    version: versionOf(submission),
  };
  for (const field of fields) {
    if (field.input === "picture") {
      const error = await parsePicture(field, submission, mode, parsed);
      if (error) errors[field.name] = error;
      continue;
    }
    const value = valueAt(submission, field);
    const absent = value === undefined;
    if (!isBlank(value)) parsed.answered.add(field.property);
    if (absent && mode === "update" && !isFormCheckbox(field, submission)) continue;
    if (mode === "update" && isEmptyFigure(field, submission, value)) {
      parsed.leftAlone.push(field);
      continue;
    }
    const long = lostDigits(field, submission);
    if (long) {
      errors[field.name] = long;
      continue;
    }
    const result = field.schema.safeParse(absent ? missingValue(field, submission.format, mode) : value);
    if (result.success) parsed.values[field.property] = result.data;
    else errors[field.name] = result.error.issues[0]?.message ?? `${field.label} is not right`;
  }
  if (Object.keys(errors).length > 0) throw new AppError(422, FIX_THE_FORM, { fieldErrors: errors });
  return parsed;
}

/** Whether an answer says nothing: it was left out, or left empty. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || (typeof value === "string" && value.trim() === "");

/** A form's field that was emptied is an answer; a program's empty text is a figure that it does not have. */
const isEmptyFigure = ({ format: { type }, required }: Field, { format }: Submission, value: unknown) =>
  type === "decimal" && !required && format === "json" && isBlank(value);

/** What is said of a figure of which JSON's numbers keep less than was sent: a text keeps all of it. */
function lostDigits({ name, label, format }: Field, { longNumbers }: Submission): string | undefined {
  const sent = format.type === "decimal" ? longNumbers?.get(name.split(".").at(-1) ?? "") : undefined;
  return sent === undefined
    ? undefined
    : `${label} has more digits than a JSON number keeps: send it as text, "${sent.slice(0, 60)}"`;
}

const isFormCheckbox = (field: Field, { format }: Submission) =>
  field.input === "checkbox" && format === "form";

/** What an answer that was not sent is read as. */
export function missingValue(field: Field, format: Submission["format"], mode: "create" | "update"): unknown {
  if (field.input === "checkbox") return format === "json" ? (field.initial ?? false) : false;
  return mode === "create" ? field.initial : undefined;
}

/** The `a.b` of a form is the `{ a: { b } }` of JSON. */
function valueAt(submission: Submission, { name }: Field): unknown {
  const { values, format } = submission;
  const own = (holder: unknown, key: string): unknown =>
    typeof holder === "object" && holder !== null && Object.hasOwn(holder, key)
      ? (holder as Record<string, unknown>)[key]
      : undefined;
  if (format === "form") return own(values, name);
  const [first = "", ...rest] = name.split(".");
  const top = own(values, first);
  if (rest.length === 0) return top;
  // An object was due here: null empties it, anything else is passed on for the schema to refuse.
  if (top === undefined || top === null || (typeof top === "object" && !Array.isArray(top))) {
    return top === null ? null : rest.reduce<unknown>(own, top);
  }
  return {};
}

/** The version that somebody says they had in front of them. */
export function versionOf({ values }: Pick<Submission, "values">): number | undefined {
  const version = Number(values.version);
  return Object.hasOwn(values, "version") && Number.isSafeInteger(version) && version > 0
    ? version
    : undefined;
}

async function parsePicture(
  field: Field,
  submission: Submission,
  mode: "create" | "update",
  parsed: ParsedSubmission,
): Promise<string | undefined> {
  try {
    parsed.picture = await uploadedPicture(submission, field.name, PICTURE_TOO_LARGE);
    return parsed.picture || mode === "update" ? undefined : pictureError(field, undefined);
  } catch (error) {
    if (error instanceof InvalidPictureError) return error.message;
    throw error;
  }
}
