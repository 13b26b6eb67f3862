import type { JsonSchema } from "./schemas.server";

const FORMATS: Record<string, string> = {
  uuid: "UUID",
  "date-time": "date and time",
  uri: "web address",
  binary: "file",
};

const count = (value: unknown) => Number(value).toLocaleString("en");

/** A schema in words: 'text, up to 300 characters', 'number from 0, text or null'. */
export function typeLabel(schema: JsonSchema): string {
  const { $ref, anyOf, oneOf } = schema;
  if ($ref) return refName($ref);
  if (anyOf ?? oneOf) return joinWords([...new Set((anyOf ?? oneOf ?? []).map(typeLabel))]);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? "anything"].flat();
  const nonNull = types.filter((type) => type !== "null");
  if (nonNull.length === 0) return "null";
  const label = schema.enum
    ? enumLabel(schema.enum)
    : joinWords(nonNull.map((type) => basicTypeLabel(type, schema)));
  return nonNull.length < types.length ? `${label}, or null` : label;
}

export const refName = (reference: string) => reference.split("/").at(-1) ?? "";

const enumLabel = (values: unknown[]) => joinWords(values.filter((value) => value !== null).map(String));

/** 'one, two or three'. */
export function joinWords(words: readonly string[], joint = "or"): string {
  const last = words.at(-1) ?? "";
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} ${joint} ${last}` : last;
}

function basicTypeLabel(type: string, schema: JsonSchema): string {
  switch (type) {
    case "string":
      return FORMATS[String(schema.format)] ?? `text${lengthLabel(schema)}`;
    case "integer":
      return `whole number${rangeLabel(schema)}`;
    case "number":
      return `number${rangeLabel(schema)}`;
    case "boolean":
      return "true or false";
    case "array":
      return `list of ${typeLabel(schema.items ?? {})}`;
    default:
      return type;
  }
}

function lengthLabel({ minLength, maxLength }: JsonSchema): string {
  if (Number(minLength) > 1 && maxLength !== undefined) {
    return `, ${count(minLength)} to ${count(maxLength)} characters`;
  }
  return maxLength === undefined ? "" : `, up to ${count(maxLength)} characters`;
}

function rangeLabel({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${count(minimum)} to ${count(maximum)}`;
  return minimum === undefined ? "" : ` from ${count(minimum)}`;
}
