import { type Fragment, join, raw, sql } from "db/sql";
import type { Discovery } from "~/features/discovery.server";
import { startsWithTyped } from "./asked.server";

/** How many of the newest rows tell how common something is. */
const SAMPLE = 200;

/** What more rows than this seem to have is not looked up: an index would have to name all of them. */
const TOO_COMMON = 5_000;

/** An index brings so many rows at most, in no order; of texts in a table with few rows more, since none is read for it. */
const MOST_FOUND = { names: 300, texts: 300, textsOfFew: 2_000 };

/** Where no index helps, the newest this many are looked at. */
const NEWEST_SCANNED = 1_000;

/** So many rows an index may name all of. */
const FEW_ROWS = 20_000;

type Rows = Pick<Discovery, "table" | "published">;
type Columns = readonly Fragment<object>[];

const publishedIn = ({ published = sql`true` }: Rows) => published;

/** The newest published rows with some of their columns, as a table called `t`. */
export const newestRows = (rows: Rows, columns: Columns, count = NEWEST_SCANNED) => sql`
  (select id, created_at, ${join(columns, sql`, `)} from ${rows.table} where ${publishedIn(rows)}
    order by created_at desc, id desc limit ${count}) as t`;

/** The newest of those among the newest rows for which a condition holds. */
export const matchesAmongNewest = <Args>(rows: Rows, columns: Columns, where: Fragment<Args>, most: number) =>
  sql`(select id from ${newestRows(rows, columns)} where ${where} limit ${most})`;

/** How many rows the planner thinks that a table has; counting them would take as long as the search may. */
const rowCount = ({ table }: Rows) =>
  sql`(select reltuples from pg_class where oid = ${raw(`'${table.texts.join("")}'`)}::regclass)`;

/** Whether the planner thinks that a table has few rows. */
export const hasFewRows = (rows: Rows) => sql`${rowCount(rows)} <= ${FEW_ROWS}`;

type Lookup<Args> = {
  /** What its tables are called after. */
  name: "names" | "texts";
  columns: Columns;
  /** What rows have to meet, and the same as an index finds it. */
  where: Fragment<Args>;
  byIndex: Fragment<Args>;
  /** Another condition without which nothing is looked at, which names no columns. */
  when?: Fragment<object>;
  /** Matches of which nobody sees more. */
  most: number;
};

/**
 * The tables of a `with` in which the rows are found that meet a condition, `<name>_found` by the index of its columns and
 * `<name>_newest`. However many rows there are, so many are looked at: what a table with few rows has, or a sample of the newest shows
 * to be rare, is looked up, and for what is common, or had more than the lookup may bring, the newest rows are gone through.
 */
export function boundedMatches<Args>(
  rows: Rows,
  { name, columns, where, byIndex, when = sql`true`, most }: Lookup<Args>,
) {
  const [common, indexed, found, newest] = partsOf(name);
  const isCommon = sql`(select yes from ${common})`;
  const mostFound = sql`(select most from ${common})`;
  const ofFew = name === "texts" ? MOST_FOUND.textsOfFew : MOST_FOUND.names;
  const inSample = sql`(select count(*) from ${newestRows(rows, columns, SAMPLE)} where ${where})`;
  // Without a limit of its own the second of these goes by the index; nobody reads more of it than the third asks for.
  return sql`
    ${common} as materialized (
      select case when few then ${ofFew} else ${MOST_FOUND[name]} end as most,
             ${when} and not few and ${inSample} * ${rowCount(rows)} / ${SAMPLE} > ${TOO_COMMON} as yes
        from (select ${hasFewRows(rows)} as few) as sized),
    ${indexed} as materialized (
      select id, created_at from ${rows.table}
       where ${when} and not ${isCommon} and ${publishedIn(rows)} and (${byIndex})),
    ${found} as materialized (select id, created_at from ${indexed} limit ${mostFound}),
    ${newest} as materialized (
      select id, created_at from ${newestRows(rows, columns)}
       where (${where}) and ${when} and (${isCommon} or (select count(*) from ${found}) = ${mostFound})
       limit ${most})`;
}

const partsOf = (name: string) =>
  [raw(`${name}_common`), raw(`${name}_indexed`), raw(`${name}_found`), raw(`${name}_newest`)] as const;

/**
 * The ids of rows in which a column begins with what was typed; of each column the first by the alphabet. The planner is not told how many:
 * it would read and sort all of them where it expects hardly more.
 */
export const prefixMatches = (rows: Rows, columns: Columns, most: number) =>
  join(
    columns.map(
      (column) => sql`
        (select id from ${rows.table} where ${publishedIn(rows)} and ${startsWithTyped(column)}
          order by lower(${column}) using ~<~ limit (select ${most}))`,
    ),
    sql` union `,
  );
