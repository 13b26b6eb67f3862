import { type Fragment, join, raw, sql } from "db/sql";
import type { Discovery } from "~/features/discovery.server";

/** How many of the newest rows tell how common something is. */
const SAMPLE = 200;

/** What more rows than this seem to have is not looked up: an index would have to name all of them. */
const TOO_COMMON = 5_000;

/** An index brings so many rows at most, in no order. */
const MOST_FOUND = 300;

/** Where no index helps, the newest this many are looked at. */
const NEWEST_SCANNED = 1_000;

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

/** Up to so many rows an index is asked for whatever resembles something, of which it finds more than there is. */
const FEW_ROWS = 20_000;

/** Whether the planner thinks that a table has few rows. */
export const hasFewRows = (rows: Rows) => sql`${rowCount(rows)} <= ${FEW_ROWS}`;

type Lookup<Args> = {
  /** What its tables are called after. */
  name: "names" | "texts";
  columns: Columns;
  where: Fragment<Args>;
  /** Another condition without which nothing is looked at, which names no columns. */
  when?: Fragment<object>;
  /** Matches of which nobody sees more. */
  most: number;
};

/**
 * The tables of a `with` in which the rows are found that meet a condition, `<name>_found` by the index of its columns and
 * `<name>_newest`. However many rows there are, so many are looked at: what a sample of the newest shows to be rare is
 * looked up, and for what is common, or had more than the lookup may bring, the newest rows are gone through.
 */
export function boundedMatches<Args>(
  rows: Rows,
  { name, columns, where, when = sql`true`, most }: Lookup<Args>,
) {
  const [common, indexed, found, newest] = partsOf(name);
  const isCommon = sql`(select yes from ${common})`;
  // Without a limit of its own the first of these goes by the index; nobody reads more of it than the second asks for.
  return sql`
    ${common} as materialized (
      select count(*) * ${rowCount(rows)} / ${SAMPLE} > ${TOO_COMMON} as yes
        from ${newestRows(rows, columns, SAMPLE)} where ${where}),
    ${indexed} as materialized (
      select id from ${rows.table}
       where ${when} and not ${isCommon} and ${publishedIn(rows)} and (${where})),
    ${found} as materialized (select id from ${indexed} limit ${MOST_FOUND}),
    ${newest} as materialized (
      select id from ${newestRows(rows, columns)}
       where (${where}) and ${when} and (${isCommon} or (select count(*) from ${found}) = ${MOST_FOUND})
       limit ${most})`;
}

const partsOf = (name: string) =>
  [raw(`${name}_common`), raw(`${name}_indexed`), raw(`${name}_found`), raw(`${name}_newest`)] as const;

/** The ids of rows in which a column begins with a text, whose pattern is LIKE's; of each column the first by the alphabet. */
export const prefixMatches = <Args>(rows: Rows, columns: Columns, pattern: Fragment<Args>, most: number) =>
  join(
    columns.map(
      (column) => sql`
        (select id from ${rows.table} where ${publishedIn(rows)} and lower(${column}) like lower(${pattern})
          order by lower(${column}) using ~<~ limit ${most})`,
    ),
    sql` union `,
  );
