import { COUNT_LIMIT } from "./query.server";
import { type ArgsOf, type Fragment, int, type SqlPart, sql } from "./sql";
import { type Given, type Statement, statement } from "./statement.server";

/**
 * SQL that counts rows up to `COUNT_LIMIT`.
 * @param from the text after `from`; an order in it selects an index, which counts without the table
 */
export const cappedCount = <Args>(from: Fragment<Args>) =>
  int.from`(select count(*)::int from (select 1 from ${from} limit ${COUNT_LIMIT}) as counted)`;

/**
 * Declares such a count. Its text is what follows `from`: `const countNews = counted("news.count")`news where
 * true``.
 */
export function counted(name: string) {
  return <const Parts extends readonly SqlPart[]>(texts: TemplateStringsArray, ...parts: Parts) => {
    const total = cappedCount(sql(texts, ...parts));
    const count = statement(name, { total })`select ${{ total }}` as unknown as Statement<
      { total: number },
      ArgsOf<Parts>
    >;
    return async (...given: Given<ArgsOf<Parts>>): Promise<number> =>
      (await count.first(...given))?.total ?? 0;
  };
}
