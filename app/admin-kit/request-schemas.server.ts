import { z } from "zod";
import type { $ZodType } from "zod/v4/core";
import { UPLOAD_LIMITS } from "~/web/submission.server";
import type { Field } from "./fields.server";
import { missingValue } from "./parse-submission.server";
import { findDescription, withMeta } from "./record-schema.server";
import { pictureField } from "./resource.server";
import type { SaveChoice } from "./save-choice.server";

/**
 * The body of a write. Records without a picture have no multipart body, records with a required one no JSON
 * body.
 */
export type RequestBody = { json?: $ZodType; multipart?: $ZodType };

/** The part of a declaration that is used here. */
type Written = {
  form: { fields: readonly Field[] };
  api: { schema: z.ZodType };
  saveChoice?: Pick<SaveChoice, "name" | "body">;
};

/** The body for a new record, built from its fields. */
export const createBody = (record: Written): RequestBody => requestBody(record, "create");

/** The same for a change, where every field is optional. */
export const updateBody = (record: Written): RequestBody => requestBody(record, "update");

type Mode = "create" | "update";

function requestBody({ form, api, saveChoice }: Written, mode: Mode): RequestBody {
  const picture = pictureField(form);
  const describe = (field: Field, schema: $ZodType) => describeField(field, schema, mode, api.schema);
  const parts = nestFields(
    form.fields.filter((field) => field !== picture),
    describe,
  );
  const json = z.object({
    ...parts,
    ...(saveChoice && { [saveChoice.name]: z.optional(saveChoice.body) }),
    ...(mode === "update" && { version: versionBody }),
  });
  if (!picture) return { json };
  const multipart = json.extend({ [picture.name]: describe(picture, pictureFile) });
  return mode === "create" && picture.required ? { multipart } : { json, multipart };
}

/** The version in the body of a change. */
export const versionBody = z.int().min(1).optional().meta({
  description: "The version that you read. If the record has a newer version, the response is 409.",
});

const pictureFile = z.file().max(UPLOAD_LIMITS.fileBytes).mime(["image/jpeg", "image/png", "image/webp"]);

/** `buyZone.min` and `buyZone.max` become one object. */
function nestFields(
  fields: readonly Field[],
  describe: (field: Field, schema: $ZodType) => $ZodType,
): z.ZodRawShape {
  const shape: Record<string, $ZodType> = {};
  const within: Record<string, Record<string, $ZodType>> = {};
  for (const field of fields) {
    const [outer = "", inner] = field.name.split(".");
    const schema = describe(field, field.schema);
    if (inner === undefined) shape[outer] = schema;
    else {
      within[outer] = { ...within[outer], [inner]: schema };
      shape[outer] = z.object(within[outer]).nullable().optional();
    }
  }
  return shape;
}

function describeField(field: Field, schema: $ZodType, mode: Mode, record: z.ZodType): $ZodType {
  // A picture is sent as a file and returned as a path, so the record's description does not fit.
  const recordDescription =
    field.input === "picture" ? undefined : findDescription(record, field.name.split("."));
  const meaning = recordDescription ?? field.label;
  const sentences = [meaning, field.hint, mode === "create" ? defaultNote(field) : undefined]
    .filter((words) => words !== undefined)
    .map((words) => (/[.!?]$/.test(words) ? words : `${words}.`));
  const description = [...new Set(sentences)].join(" ");
  const required = mode === "create" && isRequired(field);
  const docs = { ...z.globalRegistry.get(schema), description };
  return withMeta(required ? schema : z.optional(schema), docs);
}

/** Whether a new record needs this answer: the schema refuses the value for a missing one. */
const isRequired = (field: Field): boolean =>
  field.input === "picture"
    ? field.required === true
    : !field.schema.safeParse(missingValue(field, "json", "create")).success;

function defaultNote(field: Field): string | undefined {
  const value = missingValue(field, "json", "create");
  return isRequired(field) || value === undefined ? undefined : `Default: ${value}`;
}
