import { z } from "zod";

/** The demo's texts and lists by their path in `content/`. The build includes them in its bundle. */
const FILES = import.meta.glob<string>("./content/**/*.{md,json}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const FOLDER = "./content/";

/** @throws Error that names the file and its first wrong field */
function validate<Output>(file: string, schema: z.ZodType<Output>, value: unknown): Output {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [{ path, message } = { path: [], message: "not readable" }] = error.issues;
  const field = path.map((step) => (typeof step === "number" ? `entry ${step + 1}` : String(step)));
  throw new Error([`db/demo/content/${file}`, ...field, message].join(": "));
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`db/demo/content/${file}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * A Markdown file: its fields as JSON between two lines of three dashes, then its text, one line per
 * paragraph.
 */
export function parseDocument<Fields extends object>(
  file: string,
  source: string,
  schema: z.ZodType<Fields>,
) {
  const [, fields, text] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? [];
  if (fields === undefined || !text?.trim())
    throw new Error(`db/demo/content/${file}: fields between lines of ---, then a text, are missing`);
  return { ...validate(file, schema, parseJson(file, fields)), text: text.trim() };
}

/** A JSON file that its schema validates. */
export function parseList<Output>(file: string, source: string, schema: z.ZodType<Output>): Output {
  return validate(file, schema, parseJson(file, source));
}

const ROWS = z.array(z.array(z.unknown()));
const TABLE = z.strictObject({
  columns: z.array(z.string()),
  group: z.string().optional(),
  rows: z.union([ROWS, z.record(z.string(), ROWS)]),
});

/**
 * A JSON file of rows, with `columns` as the names of their cells. If rows are grouped, `group` names the
 * field that the group's name sets.
 */
export function parseTable<Row>(file: string, source: string, schema: z.ZodType<Row>): Row[] {
  const { columns, group = "group", rows } = parseList(file, source, TABLE);
  const groups = Array.isArray(rows) ? [{ fields: {}, list: rows }] : grouped(group, rows);
  const records = groups.flatMap(({ fields, list }) =>
    list.map((cells) => ({
      ...fields,
      ...Object.fromEntries(cells.map((cell, index) => [columns[index] ?? `cell ${index + 1}`, cell])),
    })),
  );
  return validate(file, z.array(schema), records);
}

const grouped = (group: string, rows: Record<string, unknown[][]>) =>
  Object.entries(rows).map(([name, list]) => ({ fields: { [group]: name }, list }));

function sourceOf(file: string): string {
  const source = FILES[FOLDER + file];
  if (source === undefined) throw new Error(`db/demo/content/${file} is missing`);
  return source;
}

export const readList = <Output>(file: string, schema: z.ZodType<Output>): Output =>
  parseList(file, sourceOf(file), schema);

export const readTable = <Row>(file: string, schema: z.ZodType<Row>): Row[] =>
  parseTable(file, sourceOf(file), schema);

/** The Markdown files of a folder, each with its path without the ending as `file`. */
export function readDocuments<Fields extends object>(folder: string, schema: z.ZodType<Fields>) {
  return Object.entries(FILES).flatMap(([path, source]) => {
    const file = path.slice(FOLDER.length);
    if (!file.startsWith(`${folder}/`)) return [];
    return [{ file: file.slice(0, -".md".length), ...parseDocument(file, source, schema) }];
  });
}

/** An exact decimal, as the database takes it. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/, "expected a decimal in quotation marks");
