import { randomUUID } from "node:crypto";
import { p } from "@mikro-orm/core";

/** Where briefs, ads, news and videos stand. The wire's casing ("Published" for videos) is the feature's business. */
export const PUBLICATION_STATUSES = ["published", "draft"] as const;
export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number];

/**
 * The columns of every record: `id` is a random UUID, known as soon as the record is created; `createdAt` is
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
 * `baseColumns()` for what people edit: adds `version`, which rises by one with every update and refuses a save on
 * top of a newer one, and `updatedAt`. A trigger sets `updatedAt` by the database's clock, because instances may
 * disagree about the time; right after its own update an entity holds this process's time until it is read again.
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
 * An exact amount of money with two decimals, a string in JavaScript ("49.00"). Give the table a check with an
 * upper bound too: NaN, which numeric columns take, is greater than everything.
 */
export function money() {
  return p.decimal("string").precision(12).scale(2);
}

/** What many amounts come to, as exact as they are. */
export const moneySum = () => p.decimal("string").precision(16).scale(2);

/**
 * An exact market figure, a string in JavaScript, kept with the decimals it was typed with ("189.25", never
 * "189.25000000"). Give the table a `decimalCheck` for it.
 */
export function decimal() {
  return p.decimal("string").columnType("numeric");
}

/** The currency or unit of a row's prices, where it is known. Give the table a `currencyCheck`. */
export function currency() {
  return p.text().nullable();
}

/** Whom something locked is for: members who pay, or of these Private members alone. */
export const AUDIENCES = ["members", "private"] as const;
export type Audience = (typeof AUDIENCES)[number];

export const audience = () => oneOf(AUDIENCES).default("members");

/** What members who are not Private know of a column. Lists of theirs are sorted by it. */
export const shownToMembers = (column: string): string =>
  `(case when audience = 'members' then ${column} end)`;

/** What a record's author holds of it, in the author's words; null where nothing was said. Give the table a `disclosureCheck`. */
export function disclosure() {
  return p.text().nullable();
}

/** The minute from which readers see a record that is published; null where it is out at once. A trigger makes it the record's age. */
export const publishAt = () => p.datetime(3).nullable();

/** When readers first could see it; null before. The database keeps it, and with it the age of what is published. */
export const firstPublishedAt = () => p.datetime(3).nullable();

/** The minute from which readers see a record no more; null where that takes somebody who unpublishes it. */
export const unpublishAt = () => p.datetime(3).nullable();

/** By which the next minute is found, and what came out of late. */
export const publishAtIndex = (table: string) =>
  orderIndex({ table, name: "publish_at", order: "publish_at", where: "publish_at is not null" });

/** By which the next end is found, and what ended of late. */
export const unpublishAtIndex = (table: string) =>
  orderIndex({ table, name: "unpublish_at", order: "unpublish_at", where: "unpublish_at is not null" });

type Check = { name: string; expression: string };

/** The column holds between `least` and `most` characters (null passes). */
export function lengthCheck(table: string, column: string, min: number, max: number): Check {
  const length = `char_length(${column})`;
  const atLeast = min > 0 ? `${length} >= ${min} and ` : "";
  return { name: `${table}_${column}_length`, expression: `${atLeast}${length} <= ${max}` };
}

/** The figure is finite, below 10^15 either way, with at most 24 decimals (null passes). */
export function decimalCheck(table: string, column: string): Check {
  return {
    name: `${table}_${column}_figure`,
    expression: `abs(${column}) < 1000000000000000 and scale(${column}) <= 24`,
  };
}

/** Three capital letters: ISO 4217, or a unit of its kind such as GBX for pence (null passes). */
export function currencyCheck(table: string): Check {
  return { name: `${table}_currency_code`, expression: "currency ~ '^[A-Z]{3}$'" };
}

export const disclosureCheck = (table: string): Check => lengthCheck(table, "disclosure", 1, 500);

type IndexOf = { table: string; name: string; order: string; where?: string; include?: string };

/**
 * An index in the order of a list, for what properties alone cannot say. `include`: the columns of an expression in it; only
 * with them the index answers alone, without its table.
 */
export function orderIndex({ table, name, order, where, include }: IndexOf) {
  const index = `${table}_${name}_index`;
  const including = include ? ` include (${include})` : "";
  const condition = where ? ` where ${where}` : "";
  return { name: index, expression: `create index ${index} on ${table} (${order})${including}${condition}` };
}

/**
 * What lists are sorted by where a text may be longer than an index can hold.
 * @returns SQL for a formula and for its index
 */
export const startOf = (column: string) => `left(${column}, 500)`;

/**
 * An index for "contains" searches: `column ilike '%words%'` uses it from three letters on. What is new in it waits in a list that
 * every search reads: a short one.
 */
export function containsIndex(table: string, column: string, expression = column) {
  const name = `${table}_${column}_trgm`;
  const index = `create index ${name} on ${table} using gin (${expression} gin_trgm_ops)`;
  return { name, expression: `${index} with (gin_pending_list_limit = 256)` };
}

const folded = new Set<string>();

/**
 * An index for what is found though its accents or apostrophes were typed in another way: `search_fold(column) like search_fold('%words%')`,
 * beside the index for what is found as it was typed. Names have one; texts are too long to be folded for each search.
 */
export function foldedIndex(table: string, column: string) {
  folded.add(`${table}.${column}`);
  const name = `${table}_${column}_folded`;
  const index = `create index ${name} on ${table} using gin (search_fold(${column}) gin_trgm_ops)`;
  return { name, expression: `${index} with (gin_pending_list_limit = 256)` };
}

/** Whether a column has an index of that kind. */
export const isFolded = (table: string, column: string): boolean => folded.has(`${table}.${column}`);

/**
 * An index for the texts that have words, or parts of words: `search_parts(column) @@ 'word:*'`, which migrations define. Unlike one of trigrams
 * it is exact: no text is read to be sure.
 */
export function partsIndex(table: string, column: string) {
  const name = `${table}_${column}_parts`;
  const index = `create index ${name} on ${table} using gin (search_parts(${column}))`;
  return { name, expression: `${index} with (gin_pending_list_limit = 256)` };
}

/** An index for the texts that show a picture: `pictures_in(column) @> array[id]`, which migrations define. */
export function picturesIndex(table: string, column: string, words = column) {
  const name = `${table}_${column}_pictures_index`;
  const index = `create index ${name} on ${table} using gin (pictures_in(${words}))`;
  return { name, expression: `${index} with (gin_pending_list_limit = 256)` };
}

/**
 * An index for what begins with a text, and for what is exactly it, whatever the case: `lower(column) like
 * lower('words%')`. A trigram index would visit every row that has a word beginning like this anywhere.
 */
export function prefixIndex(table: string, column: string) {
  const name = `${table}_${column}_prefix`;
  return { name, expression: `create index ${name} on ${table} (lower(${column}) text_pattern_ops)` };
}

/** The same, and the newest first of those that are exactly it: a ticker has many records. */
export function tickerIndex(table: string) {
  const name = `${table}_ticker_prefix`;
  const columns = "lower(ticker) text_pattern_ops, created_at, id";
  return { name, expression: `create index ${name} on ${table} (${columns})` };
}

/**
 * An index for a list that is sorted by a column, the id between equal values. What the list is narrowed by lies beside it
 * (`also`, as 'status, created_at'), so that rows on the way to a far page are skipped without being read.
 */
export function sortIndex(table: string, column: string, also: string) {
  return orderIndex({ table, name: `${column}_sort`, order: `${column}, id`, include: also });
}

/** The same for a column that may be empty, one for each direction: what is not known comes last in both. */
export function nullableSortIndexes(table: string, column: string, also: string) {
  const order = `${column} desc nulls last, id desc`;
  return [
    sortIndex(table, column, also),
    orderIndex({ table, name: `${column}_falling_sort`, order, include: also }),
  ];
}
