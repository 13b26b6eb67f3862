import { InvalidPictureError, type PreparedPicture } from "~/platform/pictures/pictures.server";
import { invalidFields } from "~/web/app-error.server";
import type { Submission } from "~/web/submission.server";
import { uploadedPicture } from "~/web/uploaded-picture.server";
import { PICTURE_TOO_LARGE, pictureError } from "./field-schema";
import type { Field } from "./fields.server";

/** A parsed submission. */
export type ParsedSubmission = {
  /** By property. An absent property keeps its value. */
  values: Record<string, unknown>;
  /** The answered properties: neither omitted nor empty. JSON's null is an answer. */
  answered: Set<string>;
  /** Figures that JSON sent as empty text, which keep their values; null clears. */
  leftAlone: Field[];
  /** A new picture, resized but not stored yet. */
  picture?: PreparedPicture;
  /** The version that the form showed, if sent. */
  version?: number;
};

/** Parses a submission by these fields, in order; other keys are ignored.
 * Only this function defines "missing": an existing record keeps its value, except for a checkbox, which a
 * form only sends when ticked; a new record gets the field's initial value.
 * It does not check constraints over several fields: `save` does, with the row locked.
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
    else errors[field.name] = result.error.issues[0]?.message ?? `${field.label} is not valid`;
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return parsed;
}

/** Whether an answer is missing or empty. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || (typeof value === "string" && value.trim() === "");

/** An emptied form field is an answer; an empty text in JSON is an unknown figure. */
const isEmptyFigure = ({ format: { type }, required }: Field, { format }: Submission, value: unknown) =>
  type === "decimal" && !required && format === "json" && isBlank(value);

/** The error for a JSON number that would lose digits. */
function lostDigits({ name, label, format }: Field, { longNumbers }: Submission): string | undefined {
  const sent = format.type === "decimal" ? longNumbers?.get(name.split(".").at(-1) ?? "") : undefined;
  return sent === undefined
    ? undefined
    : `${label} has more digits than a JSON number can hold. Send it as a string: "${sent.slice(0, 60)}"`;
}

const isFormCheckbox = (field: Field, { format }: Submission) =>
  field.input === "checkbox" && format === "form";

/** The value for a missing answer. */
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
  // An object is expected here: null clears it, and the schema refuses anything else.
  if (top === undefined || top === null || (typeof top === "object" && !Array.isArray(top))) {
    return top === null ? null : rest.reduce<unknown>(own, top);
  }
  return {};
}

/** The version in a submission. */
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
