import { type ArgsOf, type Fragment, int, sql } from "./sql";

type PageSource<Args> = {
  table: Fragment<object>;
  /** The condition for the list's rows. */
  where: Fragment<Args>;
  /**
   * The list's order, with the id last. It needs an index that begins with the columns that `where` compares.
   */
  order: Fragment<object>;
  /** A join with further columns for each row. */
  joined?: Fragment<object>;
};

type RangeArgs = ArgsOf<[ReturnType<typeof int<"limit">>, ReturnType<typeof int<"offset">>]>;

/**
 * The rows of one page, as the text after `from`. An index alone selects them, and only these rows are read.
 * A page far from the first would otherwise read and discard all rows before it.
 */
export const pageRows = <Args>({
  table,
  where,
  order,
  joined = sql``,
}: PageSource<Args>): Fragment<Args & RangeArgs> =>
  sql`(select id from ${table} where ${where} order by ${order} limit ${int("limit")} offset ${int("offset", 0)}) as page
    join ${table} using (id) ${joined} order by ${order}` as Fragment<never>;
