import { z } from "zod";
import type { $ZodType } from "zod/v4/core";
import { UPLOAD_LIMITS } from "~/web/submission.server";
import type { Field } from "./fields.server";
import { missingValue } from "./parse-submission.server";
import { findDescription, withMeta } from "./record-schema.server";
import { pictureField } from "./resource.server";

/** What a write takes; a record without a picture has no multipart form, one that must have it no JSON form. */
export type RequestBody = { json?: $ZodType; multipart?: $ZodType };

/** What is asked of a declaration here. */
type Written = { form: { fields: readonly Field[] }; api: { schema: z.ZodType } };

/** What `parseSubmission` reads of a new record, put together from the fields that read it. */
export const createBody = (record: Written): RequestBody => requestBody(record, "create");

/** The same for a change, of which every part may be left out. */
export const updateBody = (record: Written): RequestBody => requestBody(record, "update");

type Mode = "create" | "update";

function requestBody({ form, api }: Written, mode: Mode): RequestBody {
  const picture = pictureField(form);
  const describe = (field: Field, schema: $ZodType) => describeField(field, schema, mode, api.schema);
  const parts = nestFields(
    form.fields.filter((field) => field !== picture),
    describe,
  );
  const json = z.object(mode === "update" ? { ...parts, version } : parts);
  if (!picture) return { json };
  const multipart = json.extend({ [picture.name]: describe(picture, pictureFile) });
  return mode === "create" && picture.required ? { multipart } : { json, multipart };
}

const version = z
  .int()
  .min(1)
  .optional()
  .meta({ description: "The version you have before you; a newer one is not overwritten: 409." });

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
  // A picture is sent as a file and answered as a path, so the record's words do not fit it.
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

/** Whether a new record cannot do without this answer: the schema refuses what a missing one is read as. */
const isRequired = (field: Field): boolean =>
  field.input === "picture"
    ? field.required === true
    : !field.schema.safeParse(missingValue(field, "json", "create")).success;

function defaultNote(field: Field): string | undefined {
  const value = missingValue(field, "json", "create");
  return isRequired(field) || value === undefined ? undefined : `Left out, it is ${value}`;
}
