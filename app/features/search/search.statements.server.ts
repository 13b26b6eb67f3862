import { array, type Fragment, join, raw, sql, text, uuid } from "db/sql";
import { forEachOf, type Statement, statement } from "db/statement.server";
import { boundedMatches, hasFewRows, newestRows } from "./bounded-matches.server";
import {
  FOLDED_LOOKUP,
  haveAllFoldedWords,
  haveAllFoldedWordsByIndex,
  LOOKUP,
  type LookupValues,
} from "./lookup.server";
import { declarePage, type MatchRow, type PageValues } from "./page-of-matches.server";
import { publishedIn, type Reach, rankedRows, rowsByIds, type SearchSource } from "./ranked-rows.server";
import { WORD_COUNTS, type WordCount } from "./search.rules";
import { MIN_SIMILARITY } from "./spelling.rules";

type CandidateValues = { typed: string; swapped: string[] };

type Ranked = Statement<MatchRow, LookupValues & PageValues>;

/** The best matches, by which index helps; `strong` by the number of words. */
export type RankedStatements = {
  none: Ranked;
  weak: Ranked;
  strong: { readonly [Count in WordCount]: Ranked };
};

/** A record that the reader may have meant, with its names. */
export type CandidateRow = { group: string; id: string; named: string };

type Candidates<Values> = Statement<CandidateRow, Values>;

/** The statements of one group, or of several together. */
export type SearchStatements = {
  ranked: RankedStatements;
  /** Records similar to a search: by index, or among the newest if there are too many rows. */
  candidates: { byTrigrams: Candidates<CandidateValues>; newest: Candidates<Pick<CandidateValues, "typed">> };
  /** Records with all words in their names, ignoring accents and apostrophes; by the number of words. */
  folded: { readonly [Count in WordCount]: Statement<{ id: string }, { words: string }> };
  /** The records with these ids. */
  chosen: Statement<MatchRow, { ids: string[] } & PageValues>;
};

/** The most similar records of a group that are compared closely. */
const MAX_CANDIDATES = 300;

const OR = sql` or `;
const UNION = sql` union all `;

/** Joins the selection of each group. */
const ofEach = <Args>(sources: readonly SearchSource[], select: (source: SearchSource) => Fragment<Args>) =>
  join(
    sources.map((source) => sql`(${select(source)})`),
    UNION,
  );

const candidateColumns = ({ name, nameColumns: names }: SearchSource) => ({
  group: text.from`${raw(`'${name}'`)}::text`,
  id: uuid,
  named: text.from`concat_ws(' ', ${join(names, sql`, `)})`,
});

const CANDIDATE = { group: text, id: uuid, named: text };

const GIVEN_TYPED = sql`${text("typed", "TSLA")}::text as typed`;

/**
 * Hidden from the planner like `LOOKUP`. One array, since the number of patterns depends on the search's
 * letters.
 */
const GIVEN = sql`
  given as materialized (select ${GIVEN_TYPED}, ${array(text)("swapped", ["%tesla%"])}::text[] as swapped)`;
const GIVEN_ALONE = sql`given as materialized (select ${GIVEN_TYPED})`;

const declareCandidates = (
  name: string,
  sources: readonly SearchSource[],
): SearchStatements["candidates"] => {
  const typed = sql`(select typed from given)`;
  const lookup = <Args>(source: SearchSource, conditions: Fragment<Args>[], when = sql`true`) => sql`
    (select ${candidateColumns(source)} from ${source.table}
      where ${when} and ${publishedIn(source)} and (${join(conditions, OR)}) limit ${MAX_CANDIDATES})`;
  const byTrigrams = ofEach(sources, (source) => {
    const { nameColumns: names } = source;
    return sql`
      ${lookup(
        source,
        names.map((column) => sql`${typed} <<% ${column}`),
        hasFewRows(source),
      )} union
      ${lookup(
        source,
        names.map((column) => sql`${column} ilike any((select swapped from given)::text[])`),
      )}`;
  });
  const newest = ofEach(sources, (source) => {
    const alike = source.nameColumns.map(
      (column) => sql`strict_word_similarity(${typed}, ${column}) >= ${MIN_SIMILARITY}`,
    );
    return sql`
      select ${candidateColumns(source)} from ${newestRows(source, source.nameColumns)}
       where not (${hasFewRows(source)}) and (${join(alike, OR)}) limit ${MAX_CANDIDATES}`;
  });
  return {
    byTrigrams: statement(
      name,
      CANDIDATE,
    )`with ${GIVEN} ${byTrigrams}` as unknown as Candidates<CandidateValues>,
    newest: statement(`${name}, newest`, CANDIDATE)`with ${GIVEN_ALONE} ${newest}`,
  };
};

const declareFolded = (name: string, sources: readonly SearchSource[], words: number) => {
  const found = ofEach(sources, (source) => {
    const { nameColumns: columns, most } = source;
    const lookup = {
      columns,
      where: haveAllFoldedWords(columns),
      byIndex: haveAllFoldedWordsByIndex(columns, words),
      most,
    };
    return sql`
      with ${boundedMatches(source, { name: "names", ...lookup })}
      select id from names_found union select id from names_newest`;
  });
  return statement(name, { id: uuid })`with ${FOLDED_LOOKUP} select ${{ id: uuid }} from (${found}) as found`;
};

/** The best matches of each group. */
function declareRanked(name: string, sources: readonly SearchSource[]): RankedStatements {
  const ranked = (form: string, search: Reach) =>
    declarePage(
      `${name}, ${form}`,
      LOOKUP,
      sources.map((source) => ({ source, ranked: rankedRows(source, search) })),
    );
  return {
    none: ranked("none", { reach: "none" }),
    weak: ranked("weak", { reach: "weak" }),
    strong: forEachOf(WORD_COUNTS, (words) =>
      ranked(`strong ${words}`, { reach: "strong", words: Number(words) }),
    ),
  };
}

const CHOSEN = sql`chosen as materialized (select unnest(${array(uuid)("ids")}::uuid[]) as id)`;

const declareChosen = (name: string, sources: readonly SearchSource[]) =>
  declarePage(
    name,
    CHOSEN,
    sources.map((source) => {
      const best = sql`select t.id, 0 as rank, t.created_at from ${rowsByIds(sql`select id from chosen`, source)}`;
      return { source, ranked: { tables: sql``, best } };
    }),
  );

/**
 * Declares the statements of one group, or of several searched together. Every lookup is bounded, so a
 * million rows cost no more than a thousand.
 */
export const declareSearches = (name: string, sources: readonly SearchSource[]): SearchStatements => ({
  ranked: declareRanked(`search.${name}`, sources),
  candidates: declareCandidates(`search.${name}, candidates`, sources),
  folded: forEachOf(WORD_COUNTS, (words) =>
    declareFolded(`search.${name}, folded ${words}`, sources, Number(words)),
  ),
  chosen: declareChosen(`search.${name}, chosen`, sources),
});
