import * as z from "zod/mini";
import { discardField, pendingIdField } from "~/ui/pending-picture";
import { type FieldFormat, type FieldValidation, fieldSchema, pictureError } from "./field-schema";

/** The properties of a field that its form validates. */
export type CheckedField = Omit<FieldValidation, "format"> & {
  name: string;
  /** Absent if the screen has its own schema. */
  format?: FieldFormat;
  /** The current picture, which need not be sent again. */
  picture?: object;
};

/** The schema of a submitted form by field name, with the server's messages. Constraints over several fields, uniqueness and the content of pictures are only checked on the server.
 */
export const formSchema = (fields: readonly CheckedField[]): z.ZodMiniType<Record<string, unknown>> =>
  z.pipe(
    z.transform((sent: Record<string, unknown>) => withPictures(fields, sent)),
    z.object(fieldSchemas(fields)),
  );

const fieldSchemas = (fields: readonly CheckedField[]): Record<string, z.ZodMiniType> =>
  Object.fromEntries(
    fields.flatMap(({ name, format, ...validation }) =>
      format ? [[name, answerSchema({ ...validation, format })] as const] : [],
    ),
  );

function answerSchema(validation: FieldValidation & { picture?: object }): z.ZodMiniType {
  switch (validation.format.type) {
    case "picture":
      return pictureSchema({ ...validation, required: validation.required && !validation.picture });
    // A browser only sends ticked boxes and choices.
    case "flag":
    case "choice":
      return z.optional(fieldSchema(validation));
    default:
      return fieldSchema(validation);
  }
}

/** @param validation of a picture, whose answer is its size */
const pictureSchema = (validation: FieldValidation) =>
  z.transform((size: number | undefined, { issues }) => {
    const message = pictureError(validation, size);
    if (message) issues.push({ code: "custom", message, input: size });
  });

/** The submitted values, with each picture replaced by its size. */
function withPictures(
  fields: readonly CheckedField[],
  sent: Record<string, unknown>,
): Record<string, unknown> {
  const pictures = fields.filter(({ format }) => format?.type === "picture");
  return { ...sent, ...Object.fromEntries(pictures.map(({ name }) => [name, pictureSize(name, sent)])) };
}

/** In bytes; 0 for a picture that is stored from an earlier, refused submission. */
function pictureSize(name: string, sent: Record<string, unknown>): number | undefined {
  const file = sent[name];
  if (file instanceof File && file.name !== "") return file.size;
  return sent[pendingIdField(name)] && sent[discardField(name)] !== "on" ? 0 : undefined;
}
