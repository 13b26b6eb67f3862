import { z } from "zod";
import type { $ZodType } from "zod/v4/core";

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
export type SchemaDefinitions = Record<string, JsonSchema>;

/** The form as JSON Schema, by the code that also reads or checks it. What has a name goes into `named`. */
export function schemaOf(form: $ZodType, named: SchemaDefinitions): JsonSchema {
  const { $schema: _, $defs, ...schema } = z.toJSONSchema(form, { io: "input" }) as JsonSchema;
  for (const [name, definition] of Object.entries(($defs ?? {}) as SchemaDefinitions)) {
    named[name] ??= simplify(definition);
  }
  if (typeof schema.id !== "string") return simplify(schema);
  named[schema.id] ??= simplify(schema);
  return { $ref: `#/components/schemas/${schema.id}` };
}

/** As OpenAPI 3.1 writes a part of a form, and as 3.0 did, which many programs still look for. */
const FILE = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };

/** Says the same in fewer words: known formats need no pattern, and "or null" is a type. */
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
