import { type ArgsOf, type Fragment, int, sql } from "./sql";

type PageSource<Args> = {
  table: Fragment<object>;
  /** Which rows the list has. */
  where: Fragment<Args>;
  /** The list's order, the id last in it. An index that begins with what `where` compares must have it. */
  order: Fragment<object>;
  /** What else is read with each row: a join. */
  joined?: Fragment<object>;
};

type RangeArgs = ArgsOf<[ReturnType<typeof int<"limit">>, ReturnType<typeof int<"offset">>]>;

/**
 * The rows of one page, as they stand after `from`. An index alone tells which they are, then only these rows are read: a
 * page far from the first would else read all rows before its own to throw them away.
 */
export const pageRows = <Args>({
  table,
  where,
  order,
  joined = sql``,
}: PageSource<Args>): Fragment<Args & RangeArgs> =>
  sql`(select id from ${table} where ${where} order by ${order} limit ${int("limit")} offset ${int("offset", 0)}) as page
    join ${table} using (id) ${joined} order by ${order}` as Fragment<never>;
