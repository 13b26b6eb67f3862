import type { JsonSchema } from "./schemas.server";

const FORMATS: Record<string, string> = {
  uuid: "UUID",
  "date-time": "date and time",
  uri: "web address",
  binary: "file",
};

const count = (value: unknown) => Number(value).toLocaleString("en");

/** What a schema takes, as a person would say it: 'text, up to 300 characters', 'number from 0, text or null'. */
export function typeWords(schema: JsonSchema): string {
  const { $ref, anyOf, oneOf } = schema;
  if ($ref) return nameOf($ref);
  if (anyOf ?? oneOf) return listed([...new Set((anyOf ?? oneOf ?? []).map(typeWords))]);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? "anything"].flat();
  const some = types.filter((type) => type !== "null");
  if (some.length === 0) return "null";
  const words = schema.enum ? choices(schema.enum) : listed(some.map((type) => plain(type, schema)));
  return some.length < types.length ? `${words}, or null` : words;
}

export const nameOf = (reference: string) => reference.split("/").at(-1) ?? "";

const choices = (values: unknown[]) => listed(values.filter((value) => value !== null).map(String));

/** 'one, two or three'. */
export function listed(words: readonly string[], joint = "or"): string {
  const last = words.at(-1) ?? "";
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} ${joint} ${last}` : last;
}

function plain(type: string, schema: JsonSchema): string {
  switch (type) {
    case "string":
      return FORMATS[String(schema.format)] ?? `text${lengthWords(schema)}`;
    case "integer":
      return `whole number${rangeWords(schema)}`;
    case "number":
      return `number${rangeWords(schema)}`;
    case "boolean":
      return "true or false";
    case "array":
      return `list of ${typeWords(schema.items ?? {})}`;
    default:
      return type;
  }
}

function lengthWords({ minLength, maxLength }: JsonSchema): string {
  if (Number(minLength) > 1 && maxLength !== undefined) {
    return `, ${count(minLength)} to ${count(maxLength)} characters`;
  }
  return maxLength === undefined ? "" : `, up to ${count(maxLength)} characters`;
}

function rangeWords({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${count(minimum)} to ${count(maximum)}`;
  return minimum === undefined ? "" : ` from ${count(minimum)}`;
}
