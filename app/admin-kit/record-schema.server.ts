import { z } from "zod";
import { type $ZodType, clone } from "zod/v4/core";

/** An exact decimal of the database as a JSON number. */
export const asNumber = (value: string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/** A property with its meaning and an example for the API's description. */
export const described = <Type extends $ZodType>(
  type: Type,
  description: string,
  example?: z.output<Type>,
): Type => withMeta(type, { description, ...(example === undefined ? {} : { examples: [example] }) });

/** A copy of a schema with metadata for the API's description; works for both parts of zod. */
export function withMeta<Type extends $ZodType>(type: Type, meta: z.GlobalMeta): Type {
  const copy = clone(type);
  z.globalRegistry.add(copy, meta);
  return copy;
}

const UUID = "7d9f1a52-3c84-4e0b-9a6f-5b2c8e4d1f03";

export const recordId = described(z.guid(), "The record’s ID, a UUID.", UUID);
/** A UTC time, to the millisecond. */
export const timestamp = (description: string, example: string) =>
  described(z.iso.datetime({ precision: 3 }), description, example);
export const timestampOrNull = (description: string, example: string | null) =>
  described(z.iso.datetime({ precision: 3 }).nullable(), description, example);

/** A figure with at most 24 decimals, exact in the database. A JSON number holds about 16 digits. */
export const number = (description: string, example: number) => described(z.number(), description, example);

const PICTURE = "/uploads/0c8e5f7a-91d3-4b26-8a4e-6f1d2c3b4a59/1280.webp";

export const pictureOrNull = (description: string) => described(z.string().nullable(), description, PICTURE);

const MANAGED_FIELDS = {
  createdAt: timestamp("When it was created.", "2026-07-16T06:40:00.000Z"),
  updatedAt: timestamp("When it was last changed.", "2026-07-16T13:05:12.480Z"),
  version: described(
    z.int().min(1),
    "Increases with every change. Include it when you send a change, so that you do not overwrite somebody else’s.",
    3,
  ),
};

const managedSchema = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.strictObject({
    _id: described(recordId, "The same as `id`."),
    id: recordId,
    ...fields,
    ...MANAGED_FIELDS,
  });

/** The API schema of a managed record. It is the source of the API's description, and the tests compare responses with it key by key, so nothing undocumented is sent.
 * @param name of the schema in the description
 */
export const recordSchema = <Fields extends z.ZodRawShape>(
  name: string,
  description: string,
  fields: Fields,
) => managedSchema(fields).meta({ id: name, description });

/** The schema of a record with a paywall: complete with `locked: false`, or with `locked: true` and null for each of `lockedNames`.
 */
export function lockableSchema<Fields extends z.ZodRawShape>(
  name: string,
  description: string,
  fields: Fields,
  lockedNames: readonly (keyof Fields | keyof typeof MANAGED_FIELDS)[],
) {
  const flag = <Value extends boolean>(value: Value) =>
    described(z.literal(value), "Whether some fields are null because the reader has no access.");
  const openSchema = managedSchema({ ...fields, locked: flag(false) });
  const nulls = Object.fromEntries(lockedNames.map((locked) => [locked, z.null()]));
  const lockedSchema = managedSchema({ ...fields, locked: flag(true) }).extend(nulls);
  return z
    .discriminatedUnion("locked", [
      openSchema.meta({
        id: `Open${name}`,
        description: `${description} The version for readers with full access.`,
      }),
      lockedSchema.meta({
        id: `Locked${name}`,
        description: `${description} The version for all other readers.`,
      }),
    ])
    .meta({ id: name, description });
}

const warningsSchema = described(
  z.record(z.string(), z.string()),
  "Warnings by field, if any: values that were saved but look wrong, such as a price far from the last known one, and other figures that the save changed.",
  {
    last: "Last 82,514.00 is ten times the last known price, 8,251.40: is the decimal point in the right place?",
  },
);

/** A saved record with its warnings. For a record with a paywall it is the open version, which staff get. */
export function withWarnings(schema: z.ZodType): z.ZodType {
  const form = schema instanceof z.ZodUnion ? schema.options[0] : schema;
  if (!(form instanceof z.ZodObject)) throw new Error("Only a record can come with warnings");
  const { id, description } = form.meta() ?? {};
  return form.extend({ warnings: z.optional(warningsSchema) }).meta({ id: `Saved${id}`, description });
}

/** The answer of most writes, and the start of every error. */
export const messageSchema = z
  .strictObject({ message: described(z.string(), "A human-readable message.", "News deleted successfully") })
  .meta({ id: "Message", description: "The result of the request." });

/** The description of a property by its path; for a record with a paywall, in the open version. */
export function findDescription(schema: z.ZodType, [part, ...rest]: readonly string[]): string | undefined {
  if (part === undefined) return schema.meta()?.description;
  if (schema instanceof z.ZodUnion) return findDescription(schema.options[0] as z.ZodType, [part, ...rest]);
  if (schema instanceof z.ZodNullable) return findDescription(schema.unwrap() as z.ZodType, [part, ...rest]);
  const inner = schema instanceof z.ZodObject ? (schema.shape[part] as z.ZodType | undefined) : undefined;
  return inner && findDescription(inner, rest);
}

/** Builds an example from the examples of the parts.
 * @param branch of a union: 0 the open record, 1 the locked one
 */
export function buildExample(schema: $ZodType, branch = 0): unknown {
  const [example] = (z.globalRegistry.get(schema)?.examples as unknown[] | undefined) ?? [];
  if (example !== undefined) return example;
  const below = (part: unknown) => buildExample(part as $ZodType, branch);
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries(schema.shape).map(([name, part]) => [name, below(part)]));
  }
  if (schema instanceof z.ZodArray) return [below(schema.element)];
  if (schema instanceof z.ZodUnion) return below(schema.options[branch]);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return below(schema.unwrap());
  return schema instanceof z.ZodLiteral ? schema.value : null;
}
