import { z } from "zod";
import type { Writer } from "~/auth/viewer.server";
import { AppError } from "~/web/app-error.server";
import { type Submission, toFormValue } from "~/web/submission.server";
import { pictureIdOf } from "./differences.server";
import { type FieldData, formValues } from "./field-data.server";
import {
  keptNotes,
  type Logged,
  type MergedField,
  merge,
  type Texts,
  textsNamed,
} from "./merge-fields.server";
import { type ParsedSubmission, versionOf } from "./parse-submission.server";
import type { ChangeableResource, ManagedRecord } from "./resource.server";
import { conflictError } from "./save.server";
import type { Sentences } from "./warnings.server";

/** A record's texts by field name, as the change log has them. */
export const loggedTexts = <Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  row: Row,
): Record<string, string> =>
  Object.fromEntries(
    resource.form.fields.map(({ name, property, input }) => [
      name,
      input === "picture"
        ? (pictureIdOf(resource, row) ?? "")
        : toFormValue((row as Record<string, unknown>)[property]),
    ]),
  );

/** `merge` for a record's form or row.
 * @param opened the texts of the version that it is based on, if the log may not reach back to it
 * @param parsed loses the values that stay as others saved them, and gets the saved version
 */
export async function mergeChanges<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  staff: Writer,
  parsed: ParsedSubmission,
  saved: Row,
  opened?: Texts,
): Promise<Sentences> {
  const { version = saved.version, values, picture } = parsed;
  if (version === saved.version) return {};
  const { fields } = resource.form;
  const kept = await merge({
    record: { kinds: [resource.path], ...saved },
    fields,
    saved: loggedTexts(resource, saved),
    sent: Object.fromEntries(
      fields.flatMap(({ name, property, input }) => {
        if (input === "picture") return picture ? [[name, picture.id]] : [];
        return property in values ? [[name, toFormValue(values[property])]] : [];
      }),
    ),
    shown: { ...formValues(fields, saved), ...savedPictures(fields, pictureIdOf(resource, saved)) },
    version,
    opened,
    refuse: (found) => conflictError(resource, staff, saved.id, found),
  });
  for (const { name, property } of fields) {
    if (!(name in kept)) continue;
    delete values[property];
    parsed.answered.delete(property);
  }
  parsed.version = saved.version;
  return keptNotes(kept);
}

/** A form without a declaration, as it would be rendered now. */
export type FormNow = {
  record: Logged;
  fields: readonly (FieldData & MergedField)[];
  /** @property id of the saved picture @property removal the checkbox that removes it */
  picture?: { name: string; id?: string | null; removal: string };
};

/** Stands for an uploaded picture, which differs from every saved one. */
const NEW_PICTURE = "new";

/** Describes the saved picture: no form shows two next to each other. */
const savedPictures = (fields: readonly MergedField[], id?: string | null): Texts =>
  Object.fromEntries(
    fields
      .filter(({ input }) => input === "picture")
      .map(({ name }) => [name, id ? "another picture" : "no picture"]),
  );

/** Stands for the saved password, which nobody sees. */
const NEW_PASSWORD = "a new password";

/** The same for a form without a declaration.
 * @param changed the message that somebody else changed it
 * @returns the values to save, based on the saved version
 */
export async function mergeSubmission(
  submission: Submission,
  { record, fields: drawn, picture }: FormNow,
  changed: string,
): Promise<{ submission: Submission; notes: Sentences }> {
  const version = versionOf(submission);
  if (version === undefined || version === record.version) return { submission, notes: {} };
  const fields = drawn.filter(({ name }) => name !== picture?.removal);
  const isText = ({ input }: FieldData) => input !== "picture" && input !== "password";
  const saved = Object.fromEntries(fields.filter(isText).map(({ name, value }) => [name, value]));
  const passwords = fields.filter(({ input }) => input === "password");
  const sent = fields.flatMap((field) => {
    const value =
      field.name === picture?.name ? sentPicture(submission, picture) : sentText(submission, field);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  const kept = await merge({
    record,
    fields,
    version,
    saved: picture ? { ...saved, [picture.name]: picture.id ?? "" } : saved,
    sent: Object.fromEntries(sent),
    shown: {
      ...saved,
      ...savedPictures(fields, picture?.id),
      ...Object.fromEntries(passwords.map(({ name }) => [name, NEW_PASSWORD])),
    },
    opened: openedIn(submission),
    refuse: (found = { values: saved }) =>
      new AppError(409, changed, { conflict: { version: record.version, ...found } }),
  });
  const values: Record<string, unknown> = {
    ...submission.values,
    ...textsNamed(saved, kept),
    version: String(record.version),
  };
  if (picture && picture.name in kept) values[picture.removal] = "";
  return { submission: { ...submission, values }, notes: keptNotes(kept) };
}

/** The form's initial values, if it sends them. */
function openedIn({ values: { opened } }: Submission): Texts | undefined {
  try {
    return openedSchema.parse(JSON.parse(String(opened)));
  } catch {
    return undefined;
  }
}

const openedSchema = z.record(z.string(), z.string());

/** A field's submitted text as the log would store it; undefined if absent or an empty password. */
function sentText({ format, values }: Submission, { name, input }: FieldData): string | undefined {
  const value = Object.hasOwn(values, name) ? toFormValue(values[name]) : undefined;
  if (input === "checkbox" && format === "form") return value ?? "";
  return input === "password" ? value || undefined : value;
}

function sentPicture(
  { files, kept, values }: Submission,
  { name, removal }: NonNullable<FormNow["picture"]>,
): string | undefined {
  if (files[name] || kept) return NEW_PICTURE;
  return values[removal] === "on" ? "" : undefined;
}
