import { PictureRefused, type PreparedImage } from "~/platform/images/images.server";
import { chosenPicture } from "~/web/pending-pictures.server";
import { type Submission, UPLOAD_LIMITS } from "~/web/submission.server";
import type { Field } from "./fields.server";
import type { Managed, Resource } from "./resource.server";

/** A submission that was understood. */
export type Answers = {
  /** By the entity's property. A property that is not here keeps its value. */
  values: Record<string, unknown>;
  /** A new picture, drawn but not stored yet. */
  picture?: PreparedImage;
  /** The version the person had in front of them, when they said so. */
  version?: number;
};

export type Understood = { answers: Answers } | { errors: Record<string, string> };

/**
 * Reads a submission by the resource's fields, in their order; keys that are not fields are ignored.
 * The one place that knows what "missing" means: it leaves the value of an existing record alone, but for a check
 * box, which a form sends only when it is ticked; a new record gets the field's initial value.
 * @param current the record that is changed: rules over several fields see what it keeps, too.
 */
export async function readAnswers<Row extends Managed>(
  resource: Resource<Row>,
  submission: Submission,
  mode: "create" | "update",
  current?: Row,
): Promise<Understood> {
  const errors: Record<string, string> = {};
  const answers: Answers = { values: {}, version: versionOf(submission) };
  for (const field of resource.fields) {
    if (field.input === "image") {
      const error = await readPicture(field, submission, mode, answers);
      if (error) errors[field.name] = error;
      continue;
    }
    const sent = valueAt(submission, field);
    const absent = sent === undefined;
    if (absent && mode === "update" && !boxOfForm(field, submission)) continue;
    const result = field.schema.safeParse(absent ? missingValue(field, submission.format, mode) : sent);
    if (result.success) answers.values[field.property] = result.data;
    else errors[field.name] = result.error.issues[0]?.message ?? `${field.label} is not right`;
  }
  if (Object.keys(errors).length === 0) {
    Object.assign(answers.values, resource.complete?.(answers.values, current));
    Object.assign(errors, resource.check?.({ ...current, ...answers.values }));
  }
  return Object.keys(errors).length > 0 ? { errors } : { answers };
}

const boxOfForm = (field: Field, { format }: Submission) => field.input === "checkbox" && format === "form";

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

async function readPicture(
  field: Field,
  submission: Submission,
  mode: "create" | "update",
  answers: Answers,
): Promise<string | undefined> {
  if (submission.files[field.name]?.tooLarge) {
    return `The picture is larger than ${UPLOAD_LIMITS.fileBytes / 1024 / 1024} MB. Please choose a smaller one`;
  }
  try {
    answers.picture = await chosenPicture(submission, field.name);
    if (answers.picture || !field.required || mode === "update") return undefined;
    return field.missing ?? `${field.label} is required`;
  } catch (error) {
    if (error instanceof PictureRefused) return error.message;
    throw error;
  }
}
