import { randomUUID } from "node:crypto";
import { p } from "@mikro-orm/core";

/**
 * The publication status of briefs, ads, news and videos. The casing in the API ("Published" for videos) is
 * up to the feature.
 */
export const PUBLICATION_STATUSES = ["published", "draft"] as const;
export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number];

/**
 * The columns of every record. `id` is a random UUID, known as soon as the record is created. `createdAt` is
 * the database's clock at the start of the transaction, known after the flush.
 */
export function baseColumns() {
  return {
    id: p
      .uuid()
      .primary()
      .onCreate(() => randomUUID())
      .defaultRaw("gen_random_uuid()"),
    createdAt: p.datetime(3).defaultRaw("now()"),
  };
}

/**
 * `baseColumns()` for records that people edit, with `version` and `updatedAt`. `version` rises by one with
 * every update; a save on top of a newer version is refused. A trigger sets `updatedAt` by the database's
 * clock, because the clocks of instances may differ. Right after its own update an entity has this process's
 * time until it is read again.
 */
export function editableColumns() {
  return {
    ...baseColumns(),
    updatedAt: p
      .datetime(3)
      .onUpdate(() => new Date())
      .defaultRaw("now()"),
    version: p.integer().version().default(1),
  };
}

/** A text column that takes one of the given words; the table gets a check constraint `<table>_<column>_check`. */
export function oneOf<const T extends readonly string[]>(values: T) {
  return p.enum([...values] as T[number][]);
}

/**
 * An exact amount of money with two decimals, a string in JavaScript ("49.00"). Give the table a check with
 * an upper bound too: numeric columns accept NaN, which is greater than everything.
 */
export function money() {
  return p.decimal("string").precision(12).scale(2);
}

/** The exact sum of many amounts. */
export const moneySum = () => p.decimal("string").precision(16).scale(2);

/**
 * An exact market figure, a string in JavaScript. It keeps the decimals that were typed: "189.25", never
 * "189.25000000". Give the table a `decimalCheck` for it.
 */
export function decimal() {
  return p.decimal("string").columnType("numeric");
}

/** The currency or unit of a row's prices. Null if unknown. Give the table a `currencyCheck`. */
export function currency() {
  return p.text().nullable();
}

/** The audience of a locked record: all paying members, or only Private members. */
export const AUDIENCES = ["members", "private"] as const;
export type Audience = (typeof AUDIENCES)[number];

export const audience = () => oneOf(AUDIENCES).default("members");

/** SQL for the value that members who are not Private may see. Their lists are sorted by it. */
export const ifVisibleToMembers = (column: string): string =>
  `(case when audience = 'members' then ${column} end)`;

/**
 * The author's own position in the record, in the author's words. Null without a statement. Give the table a
 * `disclosureCheck`.
 */
export function disclosure() {
  return p.text().nullable();
}

/**
 * The minute from which readers see a published record. Null for immediately. A trigger makes it the record's
 * age.
 */
export const publishAt = () => p.datetime(3).nullable();

/** When readers could first see it. Null until then. A trigger sets it, and with it the record's age. */
export const firstPublishedAt = () => p.datetime(3).nullable();

/** The minute from which readers no longer see a record. Null if it stays until somebody unpublishes it. */
export const unpublishAt = () => p.datetime(3).nullable();

/** Finds the next minute of publication, and recent publications. */
export const publishAtIndex = (table: string) =>
  orderIndex({ table, name: "publish_at", order: "publish_at", where: "publish_at is not null" });

/** Finds the next end, and recent ends. */
export const unpublishAtIndex = (table: string) =>
  orderIndex({ table, name: "unpublish_at", order: "unpublish_at", where: "unpublish_at is not null" });

/** The record's id in the system of the program that pushes it. Give the table an `externalIdCheck` and make it unique. */
export const externalId = () => p.text().nullable();

/**
 * A text without case, as its index has it: for conditions such as `lowerTicker = lower('x')`. PostgreSQL folds both
 * sides; JavaScript folds İ and the final Σ differently.
 */
export const lowered = (column: string) => p.text().formula((row) => `lower(${row}.${column})`);

type Check = { name: string; expression: string };

/** The column holds between `min` and `max` characters. Null passes. */
export function lengthCheck(table: string, column: string, min: number, max: number): Check {
  const length = `char_length(${column})`;
  const atLeast = min > 0 ? `${length} >= ${min} and ` : "";
  return { name: `${table}_${column}_length`, expression: `${atLeast}${length} <= ${max}` };
}

/** The figure is finite, below 10^15 either way, with at most 24 decimals. Null passes. */
export function decimalCheck(table: string, column: string): Check {
  return {
    name: `${table}_${column}_figure`,
    expression: `abs(${column}) < 1000000000000000 and scale(${column}) <= 24`,
  };
}

/** Three capital letters: ISO 4217, or a similar unit such as GBX for pence. Null passes. */
export function currencyCheck(table: string): Check {
  return { name: `${table}_currency_code`, expression: "currency ~ '^[A-Z]{3}$'" };
}

export const MAX_EXTERNAL_ID = 200;
export const externalIdCheck = (table: string): Check =>
  lengthCheck(table, "external_id", 1, MAX_EXTERNAL_ID);

export const disclosureCheck = (table: string): Check => lengthCheck(table, "disclosure", 1, 500);

type IndexOf = { table: string; name: string; order: string; where?: string; include?: string };

/**
 * An index in the order of a list, if properties alone cannot declare it. `include` names the columns of an
 * expression in the index. Without them the index needs its table to answer.
 */
export function orderIndex({ table, name, order, where, include }: IndexOf) {
  const index = `${table}_${name}_index`;
  const including = include ? ` include (${include})` : "";
  const condition = where ? ` where ${where}` : "";
  return { name: index, expression: `create index ${index} on ${table} (${order})${including}${condition}` };
}

/**
 * The sort key for texts that may be longer than an index can hold.
 * @returns SQL for a formula and for its index
 */
export const startOf = (column: string) => `left(${column}, 500)`;

/**
 * An index for "contains" searches: `column ilike '%words%'` uses it from three letters on. Every search
 * reads the list of new entries, so the list is kept short.
 */
export function containsIndex(table: string, column: string, expression = column) {
  const name = `${table}_${column}_trgm`;
  const index = `create index ${name} on ${table} using gin (${expression} gin_trgm_ops)`;
  return { name, expression: `${index} with (gin_pending_list_limit = 256)` };
}

const folded = new Set<string>();

/**
 * An index for searches that ignore accents and apostrophes: `search_fold(column) like
 * search_fold('%words%')`. The index for exact searches remains necessary. Only names have this index:
 * folding long texts for each search would be too slow.
 */
export function foldedIndex(table: string, column: string) {
  folded.add(`${table}.${column}`);
  const name = `${table}_${column}_folded`;
  const index = `create index ${name} on ${table} using gin (search_fold(${column}) gin_trgm_ops)`;
  return { name, expression: `${index} with (gin_pending_list_limit = 256)` };
}

/** Whether the column has a `foldedIndex`. */
export const isFolded = (table: string, column: string): boolean => folded.has(`${table}.${column}`);

/**
 * An index for searches by words or parts of words: `search_parts(column) @@ 'word:*'`. The baseline defines
 * the function. Unlike a trigram index it is exact: a search reads no text to confirm a match.
 */
export function partsIndex(table: string, column: string) {
  const name = `${table}_${column}_parts`;
  const index = `create index ${name} on ${table} using gin (search_parts(${column}))`;
  return { name, expression: `${index} with (gin_pending_list_limit = 256)` };
}

/**
 * An index for texts that show a picture: `pictures_in(column) @> array[id]`. The baseline defines the
 * function.
 */
export function picturesIndex(table: string, column: string, words = column) {
  const name = `${table}_${column}_pictures_index`;
  const index = `create index ${name} on ${table} using gin (pictures_in(${words}))`;
  return { name, expression: `${index} with (gin_pending_list_limit = 256)` };
}

/**
 * An index for texts that begin with the words or equal them, whatever the case: `lower(column) like
 * lower('words%')`. A trigram index would visit every row in which any word begins like this.
 */
export function prefixIndex(table: string, column: string) {
  const name = `${table}_${column}_prefix`;
  return { name, expression: `create index ${name} on ${table} (lower(${column}) text_pattern_ops)` };
}

/** The same for tickers, with the newest exact match first: a ticker has many records. */
export function tickerIndex(table: string) {
  const name = `${table}_ticker_prefix`;
  const columns = "lower(ticker) text_pattern_ops, created_at, id";
  return { name, expression: `create index ${name} on ${table} (${columns})` };
}

/**
 * An index for a list that is sorted by a column, then by id. `also` names the columns of the list's filters,
 * such as 'status, created_at'. With them in the index, rows before a far page are skipped without being
 * read.
 */
export function sortIndex(table: string, column: string, also: string) {
  return orderIndex({ table, name: `${column}_sort`, order: `${column}, id`, include: also });
}

/** The same for a nullable column, one index for each direction. Unknown values come last in both. */
export function nullableSortIndexes(table: string, column: string, also: string) {
  const order = `${column} desc nulls last, id desc`;
  return [
    sortIndex(table, column, also),
    orderIndex({ table, name: `${column}_falling_sort`, order, include: also }),
  ];
}
