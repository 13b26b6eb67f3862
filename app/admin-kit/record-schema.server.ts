import { z } from "zod";

/** An exact decimal of the database as a JSON number. */
export const asNumber = (value: string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/** A property of a record: what it means, and a sample for the API's description. */
export const told = <Type extends z.ZodType>(
  type: Type,
  description: string,
  example?: z.output<Type>,
): Type => type.meta({ description, ...(example === undefined ? {} : { examples: [example] }) });

const UUID = "7d9f1a52-3c84-4e0b-9a6f-5b2c8e4d1f03";

export const recordId = told(z.guid(), "The record’s own id, a UUID.", UUID);
/** A moment in UTC, to the millisecond. */
export const moment = (description: string, example: string) =>
  told(z.iso.datetime({ precision: 3 }), description, example);
export const momentOrNull = (description: string, example: string | null) =>
  told(z.iso.datetime({ precision: 3 }).nullable(), description, example);

/** A figure with at most eight decimals; the database keeps it exactly. */
export const number = (description: string, example: number) => told(z.number(), description, example);
export const numberOrNull = (description: string, example: number) =>
  told(z.number().nullable(), description, example);

export const currencyOrNull = told(
  z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable(),
  "The currency or unit of its prices: ISO 4217, or GBX for pence. Null where nobody said.",
  "USD",
);

const PICTURE = "/uploads/0c8e5f7a-91d3-4b26-8a4e-6f1d2c3b4a59/1280.webp";

/** The path of a stored picture, to be joined with the site's address. */
export const picturePath = (description: string) => told(z.string(), description, PICTURE);
export const pictureOrNull = (description: string) => told(z.string().nullable(), description, PICTURE);

const MANAGED = {
  createdAt: moment("When it was created.", "2026-07-16T06:40:00.000Z"),
  updatedAt: moment("When it was last changed.", "2026-07-16T13:05:12.480Z"),
  version: told(
    z.int().min(1),
    "Rises with every change. Sent back with a change, it refuses to overwrite somebody else’s.",
    3,
  ),
};

const managed = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.strictObject({ _id: told(recordId, "The same as `id`."), id: recordId, ...fields, ...MANAGED });

/**
 * The form of a managed record on the wire. The API's description is made of it, and the tests hold what the server
 * answers to it, key by key: nothing undescribed gets out.
 * @param name of the form in the description
 */
export const recordForm = <Fields extends z.ZodRawShape>(name: string, description: string, fields: Fields) =>
  managed(fields).meta({ id: name, description });

/**
 * The form of a record that not everybody may read in full: whole with `locked: false`, or with `locked: true` and
 * null in the place of each of `names`.
 */
export function lockableForm<Fields extends z.ZodRawShape>(
  name: string,
  description: string,
  fields: Fields,
  names: readonly (keyof Fields | keyof typeof MANAGED)[],
) {
  const flag = <Value extends boolean>(value: Value) =>
    told(z.literal(value), "Whether parts of it are kept for paying members.");
  const whole = managed({ ...fields, locked: flag(false) });
  const nulls = Object.fromEntries(names.map((locked) => [locked, z.null()]));
  const shut = managed({ ...fields, locked: flag(true) }).extend(nulls);
  return z
    .discriminatedUnion("locked", [
      whole.meta({ id: `Open${name}`, description: `${description} As who may read all of it gets it.` }),
      shut.meta({ id: `Locked${name}`, description: `${description} As everybody else gets it.` }),
    ])
    .meta({ id: name, description });
}

/** What most writes answer, and every refusal begins with. */
export const messageForm = z
  .strictObject({ message: told(z.string(), "A sentence for people.", "News deleted successfully") })
  .meta({ id: "Message", description: "What happened, in words." });

/** What a part of a record means, by the path to it; of a record that may be locked, as in the open one. */
export function meaningOf(form: z.ZodType, [part, ...rest]: readonly string[]): string | undefined {
  if (part === undefined) return form.meta()?.description;
  if (form instanceof z.ZodUnion) return meaningOf(form.options[0] as z.ZodType, [part, ...rest]);
  if (form instanceof z.ZodNullable) return meaningOf(form.unwrap() as z.ZodType, [part, ...rest]);
  const inner = form instanceof z.ZodObject ? (form.shape[part] as z.ZodType | undefined) : undefined;
  return inner && meaningOf(inner, rest);
}

/**
 * A sample put together from those of its parts.
 * @param choice which of several forms: 0 a record in full, 1 a locked one
 */
export function sampleOf(form: z.ZodType, choice = 0): unknown {
  const [example] = (form.meta()?.examples as unknown[] | undefined) ?? [];
  if (example !== undefined) return example;
  const below = (part: unknown) => sampleOf(part as z.ZodType, choice);
  if (form instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries(form.shape).map(([name, part]) => [name, below(part)]));
  }
  if (form instanceof z.ZodArray) return [below(form.element)];
  if (form instanceof z.ZodUnion) return below(form.options[choice]);
  if (form instanceof z.ZodNullable || form instanceof z.ZodOptional) return below(form.unwrap());
  return form instanceof z.ZodLiteral ? form.value : null;
}
