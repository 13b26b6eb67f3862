/** JSON text, because no object literal can express some of it. */
export const HOSTILE: Record<string, string> = {
  "an object": '{"a":1}',
  "a list": '["a",{"b":2}]',
  "an operator": '{"$ne":null}',
  "an operator of the ORM": '{"$or":[{"id":{"$ne":null}}]}',
  null: "null",
  "a number": "12345678901234567890123",
  "a small number": "-1e-9",
  true: "true",
  "an empty text": '""',
  "600 kB": `"${"x".repeat(600_000)}"`,
  NUL: '"a\\u0000b"',
  "half a character": '"\\ud800"',
  "a prototype": '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}',
  "a toString": '{"toString":"x","valueOf":1}',
  "deep nesting": `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
};

/** The names and values of a form. */
export type Pairs = [string, string][];

/** Hostile values for one field of a form. */
export const HOSTILE_FIELDS: Record<string, (field: string) => Pairs> = {
  twice: (field) => twice(field),
  "with NUL": (field) => [[field, "a\0b"]],
  "as a number": (field) => [[field, "1e999"]],
};

/** Hostile values for all fields of a form at once. */
export const HOSTILE_FORMS: Record<string, (fields: string[]) => Pairs> = {
  "all twice": (fields) => fields.flatMap(twice),
  "all with NUL": (fields) => fields.map((field) => [field, "a\0b"]),
  "all operators": (fields) => fields.map((field) => [`${field}[$ne]`, ""]),
  "all lists": (fields) => fields.map((field) => [`${field}[]`, "a"]),
  "all below a text": (fields) =>
    fields.flatMap(
      (field): Pairs => [
        [field, "a"],
        [`${field}.x`, "b"],
        [`${field}[0]`, "c"],
      ],
    ),
  "all prototypes": (fields) =>
    fields.flatMap(
      (field): Pairs => [
        ["__proto__", "a"],
        [`__proto__.${field}`, "a"],
        [`constructor[prototype].${field}`, "a"],
      ],
    ),
  "odd names": () => ["", ".", "[", "]", "a..b", "hasOwnProperty"].map((name) => [name, "a"]),
  "600 kB": ([first = "x"]) => [[first, "x".repeat(600_000)]],
  "a thousand names": () => Array.from({ length: 1000 }, (_, index) => [`n${index}`, "a"]),
};

/** How a browser sends a form. */
export const ENCODINGS = { urlencoded: (form: URLSearchParams) => form, multipart: asMultipart };

function asMultipart(form: URLSearchParams): FormData {
  const multipart = new FormData();
  for (const [key, value] of form) multipart.append(key, value);
  return multipart;
}

const twice = (field: string): Pairs => [
  [field, "a"],
  [field, "b"],
];
