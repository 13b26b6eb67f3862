import { type Fragment, join, sql } from "db/sql";
import type { Discovery, SearchKind } from "~/features/discovery.server";
import { boundedMatches, matchesAmongNewest, prefixMatches } from "./bounded-matches.server";
import {
  anyColumnContains,
  anyHasWordStart,
  anyHasWordStartByIndex,
  anyStartsWithTyped,
  hasAllWords,
  hasAllWordsByIndex,
  haveAllWords,
  haveAllWordsByIndex,
  isTicker,
} from "./lookup.server";

/** The source of one group's statements, and the most matches it returns. */
export type SearchSource = Pick<
  SearchKind,
  "name" | "ticker" | "nameColumns" | "text" | "textRows" | "select"
> &
  Pick<Discovery, "table" | "published"> & { most: number };

type Condition = Fragment<object>;
type Columns = readonly Condition[];

/** Which index helps a search. */
export type Reach = { reach: "none" | "weak" } | { reach: "strong"; words: number };

export const publishedIn = ({ published = sql`true` }: SearchSource) => published;

/** The rows whose texts are searched. */
const withTexts = ({ table, textRows, ...source }: SearchSource) => ({
  table,
  published: textRows ? sql`${publishedIn({ table, ...source })} and ${textRows}` : source.published,
});

/** The text of those rows, and null for all others. */
export const searchedText = ({ text: body, textRows }: SearchSource) =>
  body && textRows ? sql`case when ${textRows} then ${body} end` : body;

/** The condition on a record's names, by comparison and by index. */
const named = (names: Columns, search: Reach) =>
  search.reach === "strong"
    ? { where: haveAllWords(names), byIndex: haveAllWordsByIndex(names, search.words) }
    : { where: anyHasWordStart(names), byIndex: anyHasWordStartByIndex(names) };

/** The rank of a record: the position of the first condition that holds, or after the last. */
function rankConditions({ ticker, nameColumns: names }: SearchSource, search: Reach): Condition[] {
  return [
    ...(ticker ? [isTicker(ticker)] : []),
    anyStartsWithTyped(names),
    ...(search.reach === "strong" ? [anyColumnContains(names)] : []),
    named(names, search).where,
  ];
}

function rankCase(source: SearchSource, search: Reach): Condition {
  const conditions = rankConditions(source, search);
  const cases = conditions.map((condition, rank) => sql`when ${condition} then ${rank}`);
  return sql`case ${join(cases, sql` `)} else ${conditions.length} end`;
}

/** The `with` tables of matches in names: `named`, their ids. */
function namedRows(source: SearchSource, search: Reach): Condition {
  const { table, ticker, nameColumns: names, most } = source;
  const lookup = { columns: names, ...named(names, search), most };
  const ofTicker = (column: Condition) => sql`
    (select id from ${table} where ${publishedIn(source)} and ${isTicker(column)}
      order by created_at desc, id desc limit ${most}) union`;
  return sql`
    ${boundedMatches(source, { name: "names", ...lookup })},
    named as materialized (
      ${ticker ? ofTicker(ticker) : sql``} ${prefixMatches(source, names, most)}
      union select id from names_found union select id from names_newest)`;
}

/**
 * Rows by their ids, one by one: the planner cannot estimate how few they are, and would read the whole
 * table.
 */
export const rowsByIds = (ids: Condition, { table }: SearchSource) => sql`
  (${ids}) as found cross join lateral (select * from ${table} where id = found.id offset 0) as t`;

/** The matches of a group as `id`, `rank` and `created_at`, and the `with` tables they depend on. */
export type RankedRows = { tables: Condition; best: Condition };

/**
 * The best matches of a group: an exact ticker, then names that begin with the text, names that contain it,
 * names with all its words, and texts.
 */
export function rankedRows(source: SearchSource, search: Reach): RankedRows {
  const { nameColumns: names, text: body, most } = source;
  const ids = sql`select id from named`;
  const among = matchesAmongNewest(source, names, anyColumnContains(names), most);
  if (search.reach === "none") {
    const best = sql`select t.id, 0 as rank, t.created_at from ${rowsByIds(among, source)}`;
    return { tables: sql``, best };
  }
  const tables = namedRows(source, search);
  const rank = rankCase(source, search);
  const ranked = (found: Condition) =>
    sql`select t.id, ${rank} as rank, t.created_at from ${rowsByIds(found, source)}`;
  if (search.reach !== "strong") return { tables: sql`${tables},`, best: ranked(sql`${ids} union ${among}`) };
  if (!body) return { tables: sql`${tables},`, best: ranked(ids) };
  const texts = boundedMatches(withTexts(source), {
    name: "texts",
    columns: [body],
    where: hasAllWords(body),
    byIndex: hasAllWordsByIndex(body),
    // Names rank first. With enough of them no text is shown.
    when: sql`(select count(*) from named) < ${most}`,
    most,
  });
  return {
    tables: sql`${tables}, ${texts},`,
    best: sql`${ranked(ids)} union all
      select id, ${rankConditions(source, search).length} as rank, created_at
        from (select id, created_at from texts_found union select id, created_at from texts_newest) as texts
       where id not in (${ids})`,
  };
}
