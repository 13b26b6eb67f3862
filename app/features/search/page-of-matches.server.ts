import { AUDIENCES, type Audience } from "db/columns";
import { type Fragment, int, join, literal, raw, sql, text, timestamp, uuid } from "db/sql";
import { type Statement, statement } from "db/statement.server";
import { type RankedRows, type SearchSource, searchedText } from "./ranked-rows.server";

/** A match on the page. A group without matches there has one row with its total. */
export type MatchRow = {
  group: string;
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

const ROW = {
  group: text,
  id: uuid.orNull,
  title: text.orNull,
  note: text.orNull,
  audience: literal(AUDIENCES).orNull,
  createdAt: timestamp.orNull,
  cut: text.orNull,
  at: int.orNull,
  length: int.orNull,
  total: int,
};

/** The parameters of every page of matches. `firstWord` is the centre of the text's excerpt. */
export type PageValues = { limit: number; offset: number; firstWord: string };

/** A `with` table that holds these in one row, hidden from the planner like the lookup values. */
const SHOWN = sql`
  shown as materialized (
    select ${int("limit")}::int as most, ${int("offset", 0)}::int as skipped,
           ${text("firstWord", "tesla")}::text as first_word)`;

/** The matches of a group to show. */
export type FoundGroup = { source: SearchSource; ranked: RankedRows };

/** A page of a group's matches; of equal rank the newest first. */
function groupPage({ source, ranked: { tables, best } }: FoundGroup, nth: number): Fragment<object> {
  const { name, table, select, most } = source;
  const body = searchedText(source);
  const at = body ? sql`strpos(lower(${body}), (select first_word from shown))` : sql`0`;
  const order = sql`rank, created_at desc, id desc`;
  return sql`
    (with ${tables} ranked as materialized (
            select *, row_number() over (order by ${order}) as place from (${best}) as best order by ${order} limit ${most}),
          page as (
            select * from ranked order by place limit (select most from shown) offset (select skipped from shown))
     select ${nth} as nth, page.place, ${raw(`'${name}'`)}::text as "group", t.id, ${select.title} as title, ${select.note} as note,
            ${select.audience ?? sql`null::text`} as audience, t.created_at as "createdAt",
            ${body ? sql`substr(${body}, greatest(1, at - 80), 240)` : sql`null::text`} as cut, at,
            ${body ? sql`char_length(${body})` : sql`0`} as length, total
       from (select count(*)::int as total from ranked) as counted
       left join page on true left join ${table} as t on t.id = page.id
       left join lateral (select ${at} as at) as spot on true)`;
}

/**
 * Declares a page of one group or of several.
 * @param lookup the `with` tables that the matches depend on
 */
export const declarePage = <LookupArgs>(
  name: string,
  lookup: Fragment<LookupArgs>,
  groups: readonly FoundGroup[],
) => {
  const pages = join(groups.map(groupPage), sql` union all `);
  return statement(name, ROW)`
    with ${lookup}, ${SHOWN} select ${ROW} from (${pages}) as pages order by nth, place` as unknown as Statement<
    MatchRow,
    LookupArgs & PageValues
  >;
};
