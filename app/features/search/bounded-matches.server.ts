import { type Fragment, join, raw, sql } from "db/sql";
import type { Discovery } from "~/features/discovery.server";
import { startsWithTyped } from "./lookup.server";

/** How many of the newest rows estimate how common a match is. */
const SAMPLE = 200;

/** Estimates above this skip the index lookup, which would return all of them. */
const TOO_COMMON = 5_000;

/**
 * The most rows of an index lookup, in no order. Small tables allow more matches in texts, since a lookup
 * there reads no text.
 */
const MOST_FOUND = { names: 300, texts: 300, textsOfFew: 2_000 };

/** Without a usable index, this many of the newest rows are scanned. */
const NEWEST_SCANNED = 1_000;

/** An index lookup may return all rows of a table of this size. */
const FEW_ROWS = 20_000;

type Rows = Pick<Discovery, "table" | "published">;
type Columns = readonly Fragment<object>[];

const publishedIn = ({ published = sql`true` }: Rows) => published;

/** The newest published rows with some of their columns, as a table called `t`. */
export const newestRows = (rows: Rows, columns: Columns, count = NEWEST_SCANNED) => sql`
  (select id, created_at, ${join(columns, sql`, `)} from ${rows.table} where ${publishedIn(rows)}
    order by created_at desc, id desc limit ${count}) as t`;

/** The newest rows for which a condition holds. */
export const matchesAmongNewest = <Args>(rows: Rows, columns: Columns, where: Fragment<Args>, most: number) =>
  sql`(select id from ${newestRows(rows, columns)} where ${where} limit ${most})`;

/** The planner's estimate of a table's rows. Counting them would take as long as the search may. */
const rowCount = ({ table }: Rows) =>
  sql`(select reltuples from pg_class where oid = ${raw(`'${table.texts.join("")}'`)}::regclass)`;

/** Whether the planner estimates few rows in a table. */
export const hasFewRows = (rows: Rows) => sql`${rowCount(rows)} <= ${FEW_ROWS}`;

type Lookup<Args> = {
  /** The prefix of its tables' names. */
  name: "names" | "texts";
  columns: Columns;
  /** The condition, and its version for an index. */
  where: Fragment<Args>;
  byIndex: Fragment<Args>;
  /** A condition that names no columns. If it is false, nothing is read. */
  when?: Fragment<object>;
  /** More matches than this are never shown. */
  most: number;
};

/**
 * The `with` tables of the rows that meet a condition: `<name>_found` by index and `<name>_newest`. The
 * number of rows read is bounded, however large the table is. Small tables, and matches that a sample of the
 * newest rows shows to be rare, use the index. For common matches, and lookups that exceed their limit, the
 * newest rows are scanned.
 */
export function boundedMatches<Args>(
  rows: Rows,
  { name, columns, where, byIndex, when = sql`true`, most }: Lookup<Args>,
) {
  const [common, indexed, found, newest] = tableNames(name);
  const isCommon = sql`(select yes from ${common})`;
  const mostFound = sql`(select most from ${common})`;
  const ofFew = name === "texts" ? MOST_FOUND.textsOfFew : MOST_FOUND.names;
  const inSample = sql`(select count(*) from ${newestRows(rows, columns, SAMPLE)} where ${where})`;
  // The second subquery has no limit of its own, so it uses the index. The third one limits how much of it is
  // read.
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

const tableNames = (name: string) =>
  [raw(`${name}_common`), raw(`${name}_indexed`), raw(`${name}_found`), raw(`${name}_newest`)] as const;

/**
 * The ids of rows in which a column begins with the text; of each column the first in alphabetical order. The
 * planner must not know how many: with a low estimate it would read and sort all of them.
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
