/** The part of JSON Schema that the API's bodies use. */
export type BodySchema = {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: BodySchema[];
  properties?: Record<string, BodySchema>;
  items?: BodySchema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  maxItems?: number;
};

const typesOf = ({ type }: BodySchema) => [type ?? []].flat();
const hasNumber = ({ anyOf = [] }: BodySchema) => anyOf.some((one) => typesOf(one).includes("number"));

/** Values at the limits of a schema. */
export function validValues(schema: BodySchema): unknown[] {
  if (schema.enum) return schema.enum;
  // The description of a figure's text says only that it is one.
  if (schema.anyOf) return schema.anyOf.filter((one) => !isFigureText(one, schema)).flatMap(validValues);
  return typesOf(schema).flatMap((type) => validValuesOf(type, schema));
}

const isFigureText = (one: BodySchema, whole: BodySchema) =>
  typesOf(one).includes("string") && hasNumber(whole);

function validValuesOf(type: string, schema: BodySchema): unknown[] {
  switch (type) {
    case "null":
      return [null];
    case "boolean":
      return [true, false];
    case "string":
      return stringsOf(schema);
    case "integer":
      return [schema.minimum ?? 1, schema.maximum ?? 1];
    case "number":
      return numbersOf(schema);
    case "array":
      return arraysOf(schema);
    default:
      return objectsOf(schema);
  }
}

/** Texts that match a pattern, and texts that do not. A new pattern needs a new entry here. */
const PATTERNS: Record<string, { fits: string[]; breaks: string[] }> = {
  "^[A-Za-z]{3}$": { fits: ["USD", "gbx"], breaks: ["US", "USDX", "U5D", "ÄÖÜ"] },
  "^(news|own-[1-9][0-9]{0,5})$": { fits: ["news"], breaks: ["weekly", "own-0", "own-1000000"] },
};

const patterned = (pattern: string) => {
  const known = PATTERNS[pattern];
  if (!known) throw new Error(`tests/support/schema-values.ts knows no texts for ${pattern}`);
  return known;
};

function stringsOf({ format, pattern, maxLength = 1, minLength = 0 }: BodySchema): string[] {
  if (pattern) return patterned(pattern).fits;
  if (format === "date-time") return ["2150-01-01T09:30:00Z", "2150-01-01T09:30:00.000+05:30"];
  const address = "https://reader.test/";
  if (format === "uri") return [address, address.padEnd(maxLength, "a")];
  return ["é".repeat(Math.max(1, minLength)), "é".repeat(maxLength), ...(minLength === 0 ? [""] : [])];
}

function numbersOf({
  minimum = -999_999_999_999_999,
  exclusiveMaximum = 100,
}: BodySchema): (number | string)[] {
  const few = [minimum, 12.5, exclusiveMaximum - 2];
  return [...few, ...few.map(String)];
}

function arraysOf({ items = {}, maxItems = 1 }: BodySchema): unknown[] {
  const each = validValues(items);
  return [[], each, Array.from({ length: maxItems }, () => each.at(-1))];
}

function objectsOf({ properties = {} }: BodySchema): unknown[] {
  const sets = Object.entries(properties).map(([name, part]) =>
    validValues(part).map((value) => [name, value]),
  );
  const longest = Math.max(0, ...sets.map((values) => values.length));
  const nth = (index: number) =>
    Object.fromEntries(sets.map((values) => values[index % values.length] ?? []));
  return [{}, ...Array.from({ length: longest }, (_, index) => nth(index))];
}

/** Values that violate one rule of a schema each. */
export function invalidValues(schema: BodySchema): unknown[] {
  const parts = schema.anyOf ?? [schema];
  const types = parts.flatMap(typesOf);
  const none = types.includes("null") ? [] : [null];
  if (schema.enum) return [...none, "none of these", 5, {}, []];
  const wrong = parts.flatMap((part) => typesOf(part).flatMap((type) => outOfBounds(type, part)));
  return [...none, ...wrongTypes(types), ...(hasNumber(schema) ? wrong.filter(isNumber) : wrong)];
}

const isNumber = (value: unknown) => typeof value === "number";

/** Values of wrong types. A text may be a number or a flag in a form, so none is here. */
function wrongTypes(types: string[]): unknown[] {
  const values: [string, unknown][] = [
    ["object", { $ne: null }],
    ["array", ["a"]],
    ["boolean", true],
    ["number", 5],
  ];
  const known = types.includes("integer") ? [...types, "number"] : types;
  return values.filter(([type]) => !known.includes(type)).map(([, value]) => value);
}

function outOfBounds(type: string, { minLength = 0, maxLength, minimum, ...schema }: BodySchema): unknown[] {
  const { maximum, exclusiveMaximum, maxItems, items = {}, format, pattern } = schema;
  const below = minimum === undefined ? [] : [minimum - 1];
  switch (type) {
    case "string":
      return [
        ...(maxLength === undefined ? [] : [`https://a.test/${"a".repeat(maxLength)}`]),
        ...(minLength > 0 ? ["", "   "] : []),
        ...(format === "uri" ? ["javascript:alert(1)", "reader.test"] : []),
        ...(format === "date-time" ? ["soon", "2150-02-31T09:30Z", "2001-01-01T00:00Z"] : []),
        ...(pattern ? patterned(pattern).breaks : []),
      ];
    case "integer":
      return [...below, 1.5, ...(maximum === undefined ? [] : [maximum + 1])];
    case "number":
      return [...below, ...(exclusiveMaximum === undefined ? [] : [exclusiveMaximum])];
    case "array":
      return [
        ...invalidValues(items).map((item) => [item]),
        ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => "a")]),
      ];
    default:
      return [];
  }
}
