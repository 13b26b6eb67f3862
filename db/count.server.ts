import { COUNT_LIMIT } from "./query.server";
import { type ArgsOf, type Fragment, int, type SqlPart, sql } from "./sql";
import { type Given, type Statement, statement } from "./statement.server";

/** A number of rows. @property capped there are more, because counting stopped there */
export type Total = { total: number; capped: boolean };

/** @param counted rows, counted up to one more than the limit. */
export const cappedTotal = (counted: number, limit: number): Total => ({
  total: Math.min(counted, limit),
  capped: counted > limit,
});

/**
 * SQL that counts rows up to a limit.
 * @param from the text after `from`; an order in it selects an index, which counts without the table
 */
export const cappedCount = <Args>(from: Fragment<Args>, limit = COUNT_LIMIT) =>
  int.from`(select count(*)::int from (select 1 from ${from} limit ${limit}) as counted)`;

const counting =
  <Count>(name: string, limit: number, read: (counted: number) => Count) =>
  <const Parts extends readonly SqlPart[]>(texts: TemplateStringsArray, ...parts: Parts) => {
    const total = cappedCount(sql(texts, ...parts), limit);
    const count = statement(name, { total })`select ${{ total }}` as unknown as Statement<
      { total: number },
      ArgsOf<Parts>
    >;
    return async (...given: Given<ArgsOf<Parts>>): Promise<Count> =>
      read((await count.first(...given))?.total ?? 0);
  };

/**
 * Declares a count up to `COUNT_LIMIT`, for lists that end there. Its text is what follows `from`: `const countNews =
 * counted("news.count")`news where true``.
 */
export const counted = (name: string) => counting(name, COUNT_LIMIT, (rows) => rows);

/** Declares such a count that also says whether there are more. */
export const countedTotal = (name: string) =>
  counting(name, COUNT_LIMIT + 1, (rows) => cappedTotal(rows, COUNT_LIMIT));
