import { z } from "zod";
import { type $ZodType, clone } from "zod/v4/core";

/** An exact decimal of the database as a JSON number. */
export const asNumber = (value: string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/** A property of a record: what it means, and a sample for the API's description. */
export const described = <Type extends $ZodType>(
  type: Type,
  description: string,
  example?: z.output<Type>,
): Type => withMeta(type, { description, ...(example === undefined ? {} : { examples: [example] }) });

/** The same schema with what the API's description says of it; `meta` of any schema, whichever half of zod made it. */
export function withMeta<Type extends $ZodType>(type: Type, meta: z.GlobalMeta): Type {
  const copy = clone(type);
  z.globalRegistry.add(copy, meta);
  return copy;
}

const UUID = "7d9f1a52-3c84-4e0b-9a6f-5b2c8e4d1f03";

export const recordId = described(z.guid(), "The record’s own id, a UUID.", UUID);
/** A moment in UTC, to the millisecond. */
export const timestamp = (description: string, example: string) =>
  described(z.iso.datetime({ precision: 3 }), description, example);
export const timestampOrNull = (description: string, example: string | null) =>
  described(z.iso.datetime({ precision: 3 }).nullable(), description, example);

/** A figure with at most 24 decimals, which the database keeps exactly. JSON has about 16 of its digits. */
export const number = (description: string, example: number) => described(z.number(), description, example);

const PICTURE = "/uploads/0c8e5f7a-91d3-4b26-8a4e-6f1d2c3b4a59/1280.webp";

export const pictureOrNull = (description: string) => described(z.string().nullable(), description, PICTURE);

const MANAGED_FIELDS = {
  createdAt: timestamp("When it was created.", "2026-07-16T06:40:00.000Z"),
  updatedAt: timestamp("When it was last changed.", "2026-07-16T13:05:12.480Z"),
  version: described(
    z.int().min(1),
    "Rises with every change. Sent back with a change, it refuses to overwrite somebody else’s.",
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

/**
 * The schema of a managed record as the API gives it. The API's description is made of it, and the tests hold what the server
 * answers to it, key by key: nothing undescribed gets out.
 * @param name of the form in the description
 */
export const recordSchema = <Fields extends z.ZodRawShape>(
  name: string,
  description: string,
  fields: Fields,
) => managedSchema(fields).meta({ id: name, description });

/**
 * The form of a record that not everybody may read in full: whole with `locked: false`, or with `locked: true` and
 * null in the place of each of `names`.
 */
export function lockableSchema<Fields extends z.ZodRawShape>(
  name: string,
  description: string,
  fields: Fields,
  lockedNames: readonly (keyof Fields | keyof typeof MANAGED_FIELDS)[],
) {
  const flag = <Value extends boolean>(value: Value) =>
    described(z.literal(value), "Whether parts of it are kept for paying members.");
  const openSchema = managedSchema({ ...fields, locked: flag(false) });
  const nulls = Object.fromEntries(lockedNames.map((locked) => [locked, z.null()]));
  const lockedSchema = managedSchema({ ...fields, locked: flag(true) }).extend(nulls);
  return z
    .discriminatedUnion("locked", [
      openSchema.meta({
        id: `Open${name}`,
        description: `${description} As who may read all of it gets it.`,
      }),
      lockedSchema.meta({ id: `Locked${name}`, description: `${description} As everybody else gets it.` }),
    ])
    .meta({ id: name, description });
}

const warningsSchema = described(
  z.record(z.string(), z.string()),
  "Sentences by field, where there are any: what was saved though it is hardly meant, such as a price far from the last known one, and figures that changed with those sent.",
  { last: "Last 82,514.00 is ten times the last known price, 8,251.40: is the decimal point in its place?" },
);

/** A record as a write answers with it: with what is in doubt about it. Of one that may be locked the open form, which staff get. */
export function withWarnings(schema: z.ZodType): z.ZodType {
  const form = schema instanceof z.ZodUnion ? schema.options[0] : schema;
  if (!(form instanceof z.ZodObject)) throw new Error("Only a record can come with warnings");
  const { id, description } = form.meta() ?? {};
  return form.extend({ warnings: z.optional(warningsSchema) }).meta({ id: `Saved${id}`, description });
}

/** What most writes answer, and every refusal begins with. */
export const messageSchema = z
  .strictObject({ message: described(z.string(), "A sentence for people.", "News deleted successfully") })
  .meta({ id: "Message", description: "What happened, in words." });

/** What a part of a record means, by the path to it; of a record that may be locked, as in the open one. */
export function findDescription(schema: z.ZodType, [part, ...rest]: readonly string[]): string | undefined {
  if (part === undefined) return schema.meta()?.description;
  if (schema instanceof z.ZodUnion) return findDescription(schema.options[0] as z.ZodType, [part, ...rest]);
  if (schema instanceof z.ZodNullable) return findDescription(schema.unwrap() as z.ZodType, [part, ...rest]);
  const inner = schema instanceof z.ZodObject ? (schema.shape[part] as z.ZodType | undefined) : undefined;
  return inner && findDescription(inner, rest);
}

/**
 * A sample put together from those of its parts.
 * @param branch which of several forms: 0 a record in full, 1 a locked one
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
