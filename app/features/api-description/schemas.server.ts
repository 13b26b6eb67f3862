import { z } from "zod";

/** A JSON Schema as OpenAPI 3.1 takes it; only what is read here is named. */
export type JsonSchema = {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  examples?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
};

/** Forms that have a name of their own, by that name; filled by `schemaOf`. */
export type Named = Record<string, JsonSchema>;

/** The form as JSON Schema, by the code that also reads or checks it. What has a name goes into `named`. */
export function schemaOf(form: z.ZodType, named: Named): JsonSchema {
  const { $schema: _, $defs, ...schema } = z.toJSONSchema(form, { io: "input" }) as JsonSchema;
  for (const [name, definition] of Object.entries(($defs ?? {}) as Named)) {
    named[name] ??= tidied(definition);
  }
  if (typeof schema.id !== "string") return tidied(schema);
  named[schema.id] ??= tidied(schema);
  return { $ref: `#/components/schemas/${schema.id}` };
}

/** As OpenAPI 3.1 writes a part of a form, and as 3.0 did, which many programs still look for. */
const FILE = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };

/** Says the same in fewer words: known formats need no pattern, and "or null" is a type. */
function tidied(schema: JsonSchema): JsonSchema {
  const { id: _, ...rest } = schema;
  if (rest.format === "binary") return { ...FILE, description: rest.description };
  const tidy: JsonSchema = Object.fromEntries(
    Object.entries(rest).map(([keyword, value]) => [keyword, tidiedValue(keyword, value)]),
  );
  if (tidy.format !== undefined) delete tidy.pattern;
  if (tidy.maximum === Number.MAX_SAFE_INTEGER) delete tidy.maximum;
  if (tidy.minimum === Number.MIN_SAFE_INTEGER) delete tidy.minimum;
  return orNull(tidy);
}

function tidiedValue(keyword: string, value: unknown): unknown {
  if (keyword === "$ref") return String(value).replace("#/$defs/", "#/components/schemas/");
  if (keyword === "properties") {
    return Object.fromEntries(Object.entries(value as Named).map(([name, schema]) => [name, tidied(schema)]));
  }
  if (keyword === "items") return tidied(value as JsonSchema);
  if (keyword === "anyOf" || keyword === "oneOf") return (value as JsonSchema[]).map(tidied);
  return value;
}

function orNull(schema: JsonSchema): JsonSchema {
  const { anyOf = [], ...rest } = schema;
  const [one, other] = anyOf;
  if (anyOf.length !== 2 || !one || other?.type !== "null" || typeof one.type !== "string") return schema;
  const words = one.enum ? { enum: [...one.enum, null] } : {};
  return { ...one, ...rest, type: [one.type, "null"], ...words };
}
