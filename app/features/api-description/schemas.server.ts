import { z } from "zod";
import type { $ZodType } from "zod/v4/core";

/** A JSON Schema for OpenAPI 3.1, with only the keywords that this code reads. */
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

/** Named schemas by their name; filled by `toJsonSchema`. */
export type SchemaDefinitions = Record<string, JsonSchema>;

/** The JSON Schema of a form, derived from the code that validates it. Named schemas go into `named`. */
export function toJsonSchema(form: $ZodType, named: SchemaDefinitions): JsonSchema {
  const { $schema: _, $defs, ...schema } = z.toJSONSchema(form, { io: "input" }) as JsonSchema;
  for (const [name, definition] of Object.entries(($defs ?? {}) as SchemaDefinitions)) {
    named[name] ??= simplify(definition);
  }
  if (typeof schema.id !== "string") return simplify(schema);
  named[schema.id] ??= simplify(schema);
  return { $ref: `#/components/schemas/${schema.id}` };
}

/** A file in a form as OpenAPI 3.1 writes it, and as 3.0 did, which many programs still expect. */
const FILE = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };

/** Shortens a schema: known formats need no pattern, and "or null" becomes a type. */
function simplify(schema: JsonSchema): JsonSchema {
  const { id: _, ...rest } = schema;
  if (rest.format === "binary") return { ...FILE, description: rest.description };
  const tidy: JsonSchema = Object.fromEntries(
    Object.entries(rest).map(([keyword, value]) => [keyword, simplifyValue(keyword, value)]),
  );
  if (tidy.format !== undefined) delete tidy.pattern;
  if (tidy.maximum === Number.MAX_SAFE_INTEGER) delete tidy.maximum;
  if (tidy.minimum === Number.MIN_SAFE_INTEGER) delete tidy.minimum;
  return simplifyNullable(tidy);
}

function simplifyValue(keyword: string, value: unknown): unknown {
  if (keyword === "$ref") return String(value).replace("#/$defs/", "#/components/schemas/");
  if (keyword === "properties") {
    return Object.fromEntries(
      Object.entries(value as SchemaDefinitions).map(([name, schema]) => [name, simplify(schema)]),
    );
  }
  if (keyword === "items") return simplify(value as JsonSchema);
  if (keyword === "anyOf" || keyword === "oneOf") return (value as JsonSchema[]).map(simplify);
  return value;
}

function simplifyNullable(schema: JsonSchema): JsonSchema {
  const { anyOf = [], ...rest } = schema;
  const [one, other] = anyOf;
  if (anyOf.length !== 2 || !one || other?.type !== "null" || typeof one.type !== "string") return schema;
  const words = one.enum ? { enum: [...one.enum, null] } : {};
  return { ...one, ...rest, type: [one.type, "null"], ...words };
}
