import { AUDIENCES, type Audience } from "db/columns";
import { array, type Fragment, int, join, literal, type Param, sql, text, timestamp, uuid } from "db/sql";
import { forEachOf, type Statement, statement } from "db/statement.server";
import type { Discovery, SearchKind } from "~/features/discovery.server";
import {
  boundedMatches,
  hasFewRows,
  matchesAmongNewest,
  newestRows,
  prefixMatches,
} from "./bounded-matches.server";
import { WORD_COUNTS, type WordCount } from "./search.rules";
import { MIN_SIMILARITY } from "./spelling.rules";

/** What one group's statements read, and at most how many of its best are. */
type SearchSource = Pick<SearchKind, "ticker" | "nameColumns" | "text" | "textRows" | "select"> &
  Pick<Discovery, "table" | "published"> & { most: number };

/** What a search is looked up by; each statement takes of it what it asks for. Patterns are LIKE's. */
export type LookupValues = {
  typed: string;
  prefix: string;
  wordStart: string;
  anywhere: string;
} & { [word: `word${number}`]: string };

/** What every page of matches is asked for; `firstWord` is where a piece of the text is cut out. */
type PageValues = { limit: number; offset: number; firstWord: string };

type CandidateValues = { typed: string; swapped: string[] };

export type MatchRow = {
  id: string | null;
  title: string | null;
  note: string | null;
  audience: Audience | null;
  createdAt: Date | null;
  cut: string | null;
  at: number | null;
  length: number | null;
  total: number;
};

type Ranked = Statement<MatchRow, LookupValues & PageValues>;

type Candidates<Values> = Statement<{ id: string; named: string }, Values>;

/** The statements of one group. */
export type SearchStatements = {
  /** The best matches, by what of a search an index can help with; `strong` by the number of its words. */
  ranked: { none: Ranked; weak: Ranked; strong: { readonly [Count in WordCount]: Ranked } };
  /** What resembles a search: by the index, and among the newest where there are too many rows to ask it. */
  candidates: { byTrigrams: Candidates<CandidateValues>; newest: Candidates<Pick<CandidateValues, "typed">> };
  /** What has all words in its names, once accents and apostrophes are left out; by the number of words. */
  folded: { readonly [Count in WordCount]: Statement<{ id: string }, LookupValues> };
  /** Those of these ids. */
  chosen: Statement<MatchRow, { ids: string[] } & PageValues>;
};

/** Of all that resemble what was typed, this many of a group are compared closely. */
const MAX_CANDIDATES = 300;

type Condition = Fragment<Partial<LookupValues>>;
type Columns = readonly Fragment<object>[];

/** One of `LookupValues`, and no other. */
const lookupValue = <const Name extends keyof LookupValues>(name: Name, sample: string) => text(name, sample);

const TYPED = lookupValue("typed", "TSLA");
const PREFIX = lookupValue("prefix", "tesla%");
const WORD_START = lookupValue("wordStart", "% tesla%");
const ANYWHERE = lookupValue("anywhere", "%tesla%");

const OR = sql` or `;
const AND = sql` and `;

const anyLike = <Name extends string>(columns: Columns, pattern: Param<Name, string>) =>
  join(
    columns.map((column) => sql`${column} ilike ${pattern}`),
    OR,
  );

/** Each of some words somewhere in the columns. */
const containsEveryWord = (columns: Columns, words: number) =>
  join(
    Array.from({ length: words }, (_, nth) => lookupValue(`word${nth + 1}`, "%tesla%")).map(
      (word) => sql`(${anyLike(columns, word)})`,
    ),
    AND,
  );

/** The same however accents and apostrophes were typed. A pattern is folded whole: no letter of it becomes a wildcard, see `foldedWord`. */
const containsEveryFoldedWord = (columns: Columns, words: number) =>
  join(
    Array.from({ length: words }, (_, nth) => lookupValue(`word${nth + 1}`, "%tesla%")).map(
      (word) =>
        sql`(${join(
          columns.map((column) => sql`search_fold(${column}) like search_fold(${word})`),
          OR,
        )})`,
    ),
    AND,
  );

type Reach = { reach: "none" | "weak" } | { reach: "strong"; words: number };

const publishedIn = ({ published = sql`true` }: SearchSource) => published;

/** Written as the prefix indexes are. */
const startsWith = (columns: Columns) =>
  join(
    columns.map((column) => sql`lower(${column}) like lower(${PREFIX})`),
    OR,
  );

const isTicker = (ticker: Fragment<object>) => sql`lower(${ticker}) = lower(${TYPED})`;

/** The rows whose texts are searched. */
const withTexts = ({ table, textRows, ...source }: SearchSource) => ({
  table,
  published: textRows ? sql`${publishedIn({ table, ...source })} and ${textRows}` : source.published,
});

/** The text of those, and of no other row. */
const searchedText = ({ text: body, textRows }: SearchSource) =>
  body && textRows ? sql`case when ${textRows} then ${body} end` : body;

/** What the names of a record have to hold for it to be found by an index. */
const named = (names: Columns, search: Reach): Condition =>
  search.reach === "strong"
    ? containsEveryWord(names, search.words)
    : // Both are looked up: the index takes a beginning for the start of a word, too.
      join([anyLike(names, WORD_START), anyLike(names, PREFIX)], OR);

/** What a record is worth: its rank is the first of these that holds, or comes after them. */
function rankOf({ ticker, nameColumns: names }: SearchSource, search: Reach): Condition {
  const conditions: Condition[] = [
    ...(ticker ? [isTicker(ticker)] : []),
    startsWith(names),
    ...(search.reach === "strong" ? [anyLike(names, ANYWHERE)] : []),
    named(names, search),
  ];
  const cases = conditions.map((condition, rank) => sql`when ${condition} then ${rank}`);
  return sql`case ${join(cases, sql` `)} else ${conditions.length} end`;
}

/** The tables of a `with` in which what is found by names stands: `named`, their ids. */
function namedRows(source: SearchSource, search: Reach): Condition {
  const { table, ticker, nameColumns: names, most } = source;
  const ofTicker = (column: Fragment<object>) => sql`
    (select id from ${table} where ${publishedIn(source)} and ${isTicker(column)}
      order by created_at desc, id desc limit ${most}) union`;
  return sql`
    ${boundedMatches(source, { name: "names", columns: names, where: named(names, search), most })},
    named as materialized (
      ${ticker ? ofTicker(ticker) : sql``} ${prefixMatches(source, names, sql`${PREFIX}`, most)}
      union select id from names_found union select id from names_newest)`;
}

/** The ids of what a search finds, and the tables that they stand in. */
function foundRows(source: SearchSource, search: Reach): { tables: Condition; ids: Condition } {
  const { nameColumns: names, text: body, most } = source;
  const tables = namedRows(source, search);
  const ids = sql`select id from named`;
  if (search.reach !== "strong") {
    return {
      tables,
      ids: sql`${ids} union ${matchesAmongNewest(source, names, anyLike(names, ANYWHERE), most)}`,
    };
  }
  if (!body) return { tables, ids };
  const texts = boundedMatches(withTexts(source), {
    name: "texts",
    columns: [body],
    where: containsEveryWord([body], search.words),
    // Names come first: behind enough of them no text is shown.
    when: sql`(select count(*) from named) < ${most}`,
    most,
  });
  return {
    tables: sql`${tables}, ${texts}`,
    ids: sql`${ids} union select id from texts_found union select id from texts_newest`,
  };
}

/** Rows by their ids, one by one: the planner cannot tell how few they are, and would read the whole table. */
const rowsOf = (ids: Condition, { table }: SearchSource) => sql`
  (${ids}) as found cross join lateral (select * from ${table} where id = found.id offset 0) as t`;

/** The best of a group with their ranks. */
function rankedRows(source: SearchSource, search: Reach): Condition {
  const { nameColumns: names, most } = source;
  if (search.reach === "none") {
    const ids = matchesAmongNewest(source, names, anyLike(names, ANYWHERE), most);
    return sql`select t.id, 0 as rank, t.created_at from ${rowsOf(ids, source)}`;
  }
  const { tables, ids } = foundRows(source, search);
  return sql`
    with ${tables} select t.id, ${rankOf(source, search)} as rank, t.created_at from ${rowsOf(ids, source)}`;
}

const ORDER = sql`rank, created_at desc, id desc`;

/** The columns of `MatchRow`: all but the total are empty where there is no match on the page. */
const matchColumns = (body: Fragment<object> | undefined, { select }: SearchSource) => ({
  id: uuid.orNull.from`t.id`,
  title: text.orNull.from`${select.title}`,
  note: text.orNull.from`${select.note}`,
  audience: literal(AUDIENCES).orNull.from`${select.audience ?? sql`null::text`}`,
  createdAt: timestamp.orNull.from`t.created_at`,
  cut: text.orNull.from`${body ? sql`substr(${body}, greatest(1, at - 80), 240)` : sql`null`}`,
  at: int.orNull,
  length: int.orNull.from`${body ? sql`char_length(${body})` : sql`0`}`,
  total: int,
});

/**
 * A page of what was found, the newest of equals first.
 * @param best selects `id`, `rank` and `created_at`
 */
const pageOf = <Args>(name: string, source: SearchSource, best: Fragment<Args>) => {
  const { table, most } = source;
  const body = searchedText(source);
  const row = matchColumns(body, source);
  const place = body ? sql`strpos(lower(${body}), ${text("firstWord", "tesla")})` : sql`0`;
  return statement(name, row)`
    with ranked as (select * from (${best}) as best order by ${ORDER} limit ${most}),
         page as (select * from ranked order by ${ORDER} limit ${int("limit")} offset ${int("offset", 0)})
    select ${row}
      from (select count(*)::int as total from ranked) as counted
      left join page on true left join ${table} as t on t.id = page.id
      left join lateral (select ${place} as at) as spot on true
     order by page.rank, page.created_at desc, page.id desc`;
};

const candidatesOf = (name: string, source: SearchSource) => {
  const { table, nameColumns: names } = source;
  const row = { id: uuid, named: text.from`concat_ws(' ', ${join(names, sql`, `)})` };
  // One array: how many patterns there are depends on the letters of a search.
  const swapped = array(text)("swapped", ["%tesla%"]);
  const lookup = <Args>(conditions: Fragment<Args>[], when = sql`true`) => sql`
    (select ${row} from ${table} where ${when} and ${publishedIn(source)} and (${join(conditions, OR)})
      limit ${MAX_CANDIDATES})`;
  return {
    byTrigrams: statement(name, row)`
      ${lookup(
        names.map((column) => sql`${TYPED} <<% ${column}`),
        hasFewRows(source),
      )} union
      ${lookup(names.map((column) => sql`${column} ilike any(${swapped}::text[])`))}`,
    newest: statement(`${name}, newest`, row)`
      select ${row} from ${newestRows(source, names)}
       where not (${hasFewRows(source)}) and (${join(
         names.map((column) => sql`strict_word_similarity(${TYPED}, ${column}) >= ${MIN_SIMILARITY}`),
         OR,
       )}) limit ${MAX_CANDIDATES}`,
  };
};

const foldedOf = (name: string, source: SearchSource, words: number) => {
  const { nameColumns: columns, most } = source;
  const where = containsEveryFoldedWord(columns, words);
  const found = boundedMatches(source, { name: "names", columns, where, most });
  return statement(name, { id: uuid })`
    with ${found} select id from names_found union select id from names_newest`;
};

/**
 * Declares the statements of one group. The best matches are an exact ticker, then what begins with the text, then
 * names that contain it, then names with all its words, then texts. Every lookup is bounded, so a million rows cost what
 * a thousand do; docs/decisions/0034.
 */
export const declareSearches = (name: string, source: SearchSource): SearchStatements => {
  const ranked = (form: string, search: Reach) =>
    pageOf(`search.${name}, ${form}`, source, rankedRows(source, search));
  return {
    ranked: {
      none: ranked("none", { reach: "none" }),
      weak: ranked("weak", { reach: "weak" }),
      strong: forEachOf(WORD_COUNTS, (words) =>
        ranked(`strong ${words}`, { reach: "strong", words: Number(words) }),
      ),
    },
    candidates: candidatesOf(`search.${name}, candidates`, source),
    folded: forEachOf(WORD_COUNTS, (words) =>
      foldedOf(`search.${name}, folded ${words}`, source, Number(words)),
    ),
    chosen: pageOf(
      `search.${name}, chosen`,
      source,
      sql`select id, 0 as rank, created_at from ${source.table} where id = any(${array(uuid)("ids")}::uuid[])`,
    ),
  };
};
