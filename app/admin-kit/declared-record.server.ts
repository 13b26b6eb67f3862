import type { EntitySchema } from "@mikro-orm/core";
import { z } from "zod";
import type { $ZodType } from "zod/v4/core";
import type { FieldFormat } from "./field-schema";
import type { Field } from "./fields.server";
import { fieldFilters } from "./list-filters.server";
import { asNumber, described, lockableSchema, recordSchema } from "./record-schema.server";
import type { ManagedRecord, Visible } from "./resource.server";
import { serializePicture, serializeRecord } from "./serialize.server";

type RecordOptions<Row> = {
  entity: EntitySchema<Row>;
  /** The record's name and description in the API. */
  name: string;
  description: string;
  /** In the order of the form. */
  fields: readonly Field[];
  /**
   * The description of an object of several fields: `buyZone` for `buyZone.min` and `buyZone.max`. The object
   * is null if all its fields are.
   */
  groups?: Readonly<Record<string, string>>;
  /** The fields that the API's lists can be filtered by. Each needs an index. */
  filters?: readonly string[];
};

type LockedOptions<Row> = RecordOptions<Row> & {
  /** The API names of the open fields. All others are locked, except `id` and `createdAt`. */
  open: readonly string[];
  /** The API name after which the answer contains `locked`. By default the last one. */
  flagAfter?: string;
};

type Properties<Row extends ManagedRecord> = Visible<Row>["select"];

/** Properties of every record, in addition to `id` and `createdAt`. */
const CHANGES = ["updatedAt", "version"] as const;

/**
 * Declares a record without locked fields, by its fields alone. It returns the properties to read, the API's
 * answer, and its description. Answers are in the order of the table's columns, see docs/decisions/0167.
 */
export function openRecord<Row extends ManagedRecord>(options: RecordOptions<Row>) {
  const { name, description, fields, filters = [] } = options;
  const answers = answersOf(options);
  return {
    fields,
    filters: fieldFilters(options, filters),
    properties: [
      "id",
      "createdAt",
      ...CHANGES,
      ...answers.flatMap(({ properties }) => properties),
    ] as Properties<Row>,
    schema: recordSchema(name, description, shapeOf(answers)),
    serialize: (row: Row) =>
      serializeRecord(row, Object.fromEntries(answers.map((answer) => [answer.name, answer.serialize(row)]))),
  };
}

/**
 * The same for a record with locked fields. All fields are locked except those in `open`, so a forgotten
 * field stays hidden. For viewers without access, locked fields are not read from the database, and are null
 * in answers.
 */
export function lockedRecord<Row extends ManagedRecord>({ open, flagAfter, ...options }: LockedOptions<Row>) {
  const { name, description, fields, filters = [] } = options;
  const answers = answersOf(options);
  const names = [...answers.map((answer) => answer.name), ...CHANGES];
  const unknown = open.filter((wanted) => !names.includes(wanted));
  if (unknown.length > 0) throw new Error(`${name} has no ${unknown.join(", ")}`);
  const last = answers.find((answer) => answer.name === flagAfter) ?? answers.at(-1);
  if (flagAfter && last?.name !== flagAfter) throw new Error(`${name} has no ${flagAfter}`);
  const isOpen = (wanted: string) => open.includes(wanted);
  const propertiesOf = (wanted: readonly Answer[]) => wanted.flatMap(({ properties }) => properties);
  return {
    fields,
    filters: fieldFilters(options, filters, (wanted) => !isOpen(wanted)),
    /** The properties to read for viewers of the open part, and for viewers with full access. */
    properties: {
      open: [
        ...["id", "createdAt", ...CHANGES.filter(isOpen)],
        ...propertiesOf(answers.filter((answer) => isOpen(answer.name))),
      ] as Properties<Row>,
      all: ["id", "createdAt", ...CHANGES, ...propertiesOf(answers)] as Properties<Row>,
    },
    schema: lockableSchema(
      name,
      description,
      shapeOf(answers),
      names.filter((each) => !isOpen(each)),
    ),
    /** @param full whether this viewer has full access */
    serialize(row: Row, full: boolean) {
      const isShown = (each: string) => full || isOpen(each);
      const own = answers.flatMap((answer): [string, unknown][] => [
        [answer.name, isShown(answer.name) ? answer.serialize(row) : null],
        ...(answer === last ? [["locked", !full] as [string, unknown]] : []),
      ]);
      return serializeRecord(row, Object.fromEntries(own), isShown);
    },
  };
}

/** One name in the API's answer. @property properties the entity's properties that it contains */
type Answer = {
  name: string;
  properties: readonly string[];
  schema: $ZodType;
  serialize: (row: object) => unknown;
};

const shapeOf = (answers: readonly Answer[]): Record<string, $ZodType> =>
  Object.fromEntries(answers.map(({ name, schema }) => [name, schema]));

/**
 * The names in the API's answer, in the order of the entity's properties.
 * @throws Error for a field whose property the entity lacks, and for a name without a description
 */
function answersOf<Row>({ entity, fields, groups = {} }: RecordOptions<Row>): Answer[] {
  const order = Object.keys(entity.meta.properties);
  const lost = fields.find(({ property }) => !order.includes(property));
  if (lost) throw new Error(`${entity.meta.className} has no ${lost.property}`);
  const inOrder = fields.toSorted((a, b) => order.indexOf(a.property) - order.indexOf(b.property));
  const answers = new Map<string, Answer[]>();
  for (const field of inOrder) {
    const [outer = "", inner = ""] = answerName(field).split(".");
    answers.set(outer, [...(answers.get(outer) ?? []), answerOf(inner || outer, field)]);
  }
  return [...answers].flatMap(([name, parts]) =>
    parts.some((part) => part.name === name) ? parts : groupOf(name, groups[name], parts),
  );
}

const answerName = ({ name, answer }: Field) => answer.name ?? name;

function answerOf(name: string, field: Field): Answer {
  const { property, answer } = field;
  const { description, example, schema, serialize } = { ...formatAnswer(field), ...answer };
  return {
    name,
    properties: [property],
    schema: described(schema, description ?? undescribed(name), example),
    serialize: (row) => serialize((row as Record<string, unknown>)[property]),
  };
}

function groupOf(name: string, description: string | undefined, parts: readonly Answer[]): Answer {
  return {
    name,
    properties: parts.flatMap(({ properties }) => properties),
    schema: described(z.strictObject(shapeOf(parts)).nullable(), description ?? undescribed(name)),
    serialize(row) {
      const values = parts.map((part) => [part.name, part.serialize(row)] as const);
      return values.every(([, value]) => value === null) ? null : Object.fromEntries(values);
    },
  };
}

function undescribed(name: string): never {
  throw new Error(`The API's description does not say what ${name} is`);
}

type FormatAnswer = { schema: z.ZodType; serialize: (value: unknown) => unknown };

const asItIs = (value: unknown) => value ?? null;

/** The schema and the serializer for a field of this format. */
function formatAnswer({ format, required }: Field): FormatAnswer {
  const orNull = (schema: z.ZodType, isThere: boolean | undefined) => (isThere ? schema : schema.nullable());
  switch (format.type) {
    case "text":
      return { schema: orNull(z.string(), required || format.whenEmpty !== undefined), serialize: asItIs };
    case "url":
      return { schema: orNull(z.string(), required), serialize: asItIs };
    case "currency":
      return {
        schema: z
          .string()
          .regex(/^[A-Z]{3}$/)
          .nullable(),
        serialize: asItIs,
      };
    case "decimal":
      return {
        schema: orNull(z.number(), !format.nullable),
        serialize: (value) => asNumber(value as string),
      };
    case "integer":
      return { schema: orNull(z.int().min(format.min).max(format.max), required), serialize: asItIs };
    case "choice":
      return { schema: choiceSchema(format), serialize: asItIs };
    case "flag":
      return { schema: z.boolean(), serialize: asItIs };
    case "minute":
      return {
        schema: z.iso.datetime().nullable(),
        serialize: (value) => (value as Date | null | undefined)?.toISOString() ?? null,
      };
    case "picture":
      return { schema: orNull(z.string(), required), serialize: serializePicture };
    default:
      throw new Error(`No response can be described for a field of type ${format.type}`);
  }
}

function choiceSchema({ options }: Extract<FieldFormat, { type: "choice" }>): z.ZodType {
  const values = options.map(({ value }) => value).filter((value) => value !== "");
  return values.length === options.length ? z.enum(values) : z.enum(values).nullable();
}
