import { array, type Fragment, int, join, type Param, sql, text, timestamp, uuid } from "db/sql";
import { forEachOf, type Statement, statement } from "db/statement.server";
import type { Discovery, SearchKind } from "~/features/discovery.server";
import { WORD_COUNTS, type WordCount } from "./search.rules";

/** What one group's statements read, and at most how many of its best are. */
type SearchSource = Pick<SearchKind, "ticker" | "nameColumns" | "text" | "select"> &
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
  createdAt: Date | null;
  cut: string | null;
  at: number | null;
  length: number | null;
  total: number;
};

type Ranked = Statement<MatchRow, LookupValues & PageValues>;

/** The statements of one group. */
export type SearchStatements = {
  /** The best matches, by what of a search an index can help with; `strong` by the number of its words. */
  ranked: { none: Ranked; weak: Ranked; strong: { readonly [Count in WordCount]: Ranked } };
  /** What resembles a search. */
  candidates: Statement<{ id: string; named: string }, CandidateValues>;
  /** Those of these ids. */
  chosen: Statement<MatchRow, { ids: string[] } & PageValues>;
};

/** Where nothing can use an index, the newest this many are looked at. */
const NEWEST_SCANNED = 2_000;

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

/** Written as the prefix indexes are. */
const anyStartsWith = (columns: Columns) =>
  join(
    columns.map((column) => sql`lower(${column}) like lower(${PREFIX})`),
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

type RankingStep = { where: Condition; newest?: true };
type Reach = { reach: "none" | "weak" } | { reach: "strong"; words: number };

function rankingSteps(
  { ticker, nameColumns: names, text: body }: SearchSource,
  search: Reach,
): RankingStep[] {
  const steps: RankingStep[] = [];
  if (search.reach !== "none") {
    if (ticker) steps.push({ where: sql`lower(${ticker}) = lower(${TYPED})` });
    steps.push({ where: anyStartsWith(names) });
  }
  if (search.reach === "weak") steps.push({ where: anyLike(names, WORD_START) });
  if (search.reach !== "strong") return [...steps, { where: anyLike(names, ANYWHERE), newest: true }];
  steps.push({ where: anyLike(names, ANYWHERE) });
  if (search.words > 1) steps.push({ where: containsEveryWord(names, search.words) });
  if (body) steps.push({ where: containsEveryWord([body], search.words) });
  return steps;
}

const publishedIn = ({ published = sql`true` }: SearchSource) => published;

const newestRows = (source: SearchSource) => sql`
  (select id, created_at, ${join(source.nameColumns, sql`, `)} from ${source.table} where ${publishedIn(source)}
    order by created_at desc, id desc limit ${NEWEST_SCANNED})`;

const stepRows = (source: SearchSource, { where, newest }: RankingStep, rank: number) => sql`
  (select id, ${rank} as rank from ${newest ? newestRows(source) : source.table} as t
    where ${newest ? sql`true` : publishedIn(source)} and (${where}) order by created_at desc, id desc limit ${source.most})`;

/** The best of a group with their ranks. */
function rankedRows(source: SearchSource, search: Reach): Condition {
  const found = rankingSteps(source, search).map((step, rank) => stepRows(source, step, rank));
  return sql`select id, min(rank) as rank from (${join(found, sql` union all `)}) as found group by id`;
}

const ORDER = sql`rank, created_at desc, id desc`;

/** The columns of `MatchRow`: all but the total are empty where there is no match on the page. */
const matchColumns = ({ text: body, select }: SearchSource) => ({
  id: uuid.orNull.from`t.id`,
  title: text.orNull.from`${select.title}`,
  note: text.orNull.from`${select.note}`,
  createdAt: timestamp.orNull.from`t.created_at`,
  cut: text.orNull.from`${body ? sql`substr(${body}, greatest(1, at - 80), 240)` : sql`null`}`,
  at: int.orNull,
  length: int.orNull.from`${body ? sql`char_length(${body})` : sql`0`}`,
  total: int,
});

/**
 * A page of what was found, the newest of equals first.
 * @param best selects `id` and `rank`
 */
const pageOf = <Args>(name: string, source: SearchSource, best: Fragment<Args>) => {
  const { table, text: body, most } = source;
  const row = matchColumns(source);
  const place = body ? sql`strpos(lower(${body}), ${text("firstWord", "tesla")})` : sql`0`;
  return statement(name, row)`
    with ranked as (select id, rank, t.created_at from (${best}) as best join ${table} as t using (id)
                     order by ${ORDER} limit ${most}),
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
  const lookup = <Args>(conditions: Fragment<Args>[]) => sql`
    (select ${row} from ${table} where ${publishedIn(source)} and (${join(conditions, OR)}) limit ${MAX_CANDIDATES})`;
  return statement(name, row)`
    ${lookup(names.map((column) => sql`${TYPED} <<% ${column}`))} union
    ${lookup(names.map((column) => sql`${column} ilike any(${swapped}::text[])`))}`;
};

/**
 * Declares the statements of one group. The best matches are an exact ticker, then what begins with the text, then
 * names that contain it, then names with all its words, then texts. Every step is an indexed lookup of its own with a
 * limit of its own, so a million rows cost what a thousand do.
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
    chosen: pageOf(
      `search.${name}, chosen`,
      source,
      sql`select id, 0 as rank from unnest(${array(uuid)("ids")}::uuid[]) as id`,
    ),
  };
};
