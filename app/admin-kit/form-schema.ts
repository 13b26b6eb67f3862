import * as z from "zod/mini";
import { discardField, pendingIdField } from "~/ui/pending-picture";
import { type FieldFormat, type FieldValidation, fieldSchema, pictureError } from "./field-schema";

/** What of a field its form is checked by. */
export type CheckedField = Omit<FieldValidation, "format"> & {
  name: string;
  /** Absent where the screen brings a schema of its own. */
  format?: FieldFormat;
  /** The one in use: it need not be sent again. */
  picture?: object;
};

/**
 * The schema of a form as a browser sends it, by the names of its fields: what the server will say of each answer. What only
 * the server knows (constraints over several fields, what is taken, what is in a picture) it says alone.
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
    // Of boxes and choices a browser sends what is ticked.
    case "flag":
    case "choice":
      return z.optional(fieldSchema(validation));
    default:
      return fieldSchema(validation);
  }
}

/** @param validation of a picture whose answer is its size */
const pictureSchema = (validation: FieldValidation) =>
  z.transform((size: number | undefined, { issues }) => {
    const message = pictureError(validation, size);
    if (message) issues.push({ code: "custom", message, input: size });
  });

/** What was sent, with the size of each picture in its place. */
function withPictures(
  fields: readonly CheckedField[],
  sent: Record<string, unknown>,
): Record<string, unknown> {
  const pictures = fields.filter(({ format }) => format?.type === "picture");
  return { ...sent, ...Object.fromEntries(pictures.map(({ name }) => [name, pictureSize(name, sent)])) };
}

/** In bytes; of one that waits from an earlier, refused submit nobody asks again. */
function pictureSize(name: string, sent: Record<string, unknown>): number | undefined {
  const file = sent[name];
  if (file instanceof File && file.name !== "") return file.size;
  return sent[pendingIdField(name)] && sent[discardField(name)] !== "on" ? 0 : undefined;
}
