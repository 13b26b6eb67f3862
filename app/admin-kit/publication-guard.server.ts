import { can, type Noun, rolesWith } from "~/auth/permissions.server";
import type { Writer } from "~/auth/viewer.server";
import { AppError } from "~/web/app-error.server";
import type { FieldData } from "./field-data.server";
import { type Field, publicationField } from "./fields.server";

/** The records of a declaration. */
type Guarded = { noun: Noun; form?: { fields?: readonly Field[] } };

/** A write: without `before` a record is added or restored, without `after` it is deleted. */
type Write = { before?: object; after?: object };

/** The answers to who may write drafts and not publish. */
export const ONLY_DRAFTS =
  "Your account writes drafts and does not publish: save it as a draft, and a colleague publishes it.";
export const READERS_SEE_IT =
  "Readers see this record, or will at its minute, and your account does not change what they see.";

/** Whether this person or program makes such records visible. Records that are never drafts only need to be writable. */
export const mayPublish = (writer: Writer, { noun }: Guarded): boolean =>
  rolesWith(`${noun}.publish`).length === 0 || can(writer, `${noun}.publish`);

/** Whether readers see the record, or will at its minute. */
export function isPublic({ form = {} }: Guarded, record: object | undefined): boolean {
  const status = publicationField(form)?.property;
  if (!record || !status) return record !== undefined;
  return (record as Record<string, unknown>)[status] !== "draft";
}

/**
 * The one guard of publication: every write of records passes it in its transaction, whichever door it came by.
 * @throws AppError 403 if one of them is visible to readers, or becomes so, and the writer may not publish
 */
export function requirePublication(resource: Guarded, writer: Writer, writes: readonly Write[]): void {
  if (mayPublish(writer, resource)) return;
  if (writes.some(({ before }) => isPublic(resource, before))) throw new AppError(403, READERS_SEE_IT);
  if (writes.some(({ after }) => isPublic(resource, after))) throw new AppError(403, ONLY_DRAFTS);
}

/** A form's fields as far as this person may choose: of a draft's status only "draft". */
export function choosableFields(
  resource: Guarded,
  writer: Writer,
  fields: readonly FieldData[],
  saved?: object,
): readonly FieldData[] {
  const status = publicationField(resource.form ?? {});
  if (!status || mayPublish(writer, resource) || (saved && isPublic(resource, saved))) return fields;
  const options = status.options?.filter(({ value }) => value === "draft") ?? [];
  return fields.map((field) =>
    field.name === status.name
      ? { ...field, options, value: "draft", hint: "You write drafts; a colleague publishes them." }
      : field,
  );
}
