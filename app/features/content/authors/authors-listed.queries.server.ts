import { authorSlugOf } from "db/author-slug";
import { PUBLISHED } from "db/published";
import { raw, sql, text } from "db/sql";
import { statement } from "db/statement.server";

/** The most authors in a sitemap. */
const MAX_AUTHORS = 5_000;

/** The next author of a table, by one look into its index: a million by-lines have few distinct names. */
const authorsIn = (table: "news" | "daily_briefs") => {
  const next = sql`select ${authorSlugOf("author")} as slug from ${raw(table)} where ${PUBLISHED}`;
  const name = raw(`of_${table}`);
  return sql`${name} as (
      (${next} and ${authorSlugOf("author")} > '' order by 1 limit 1)
      union all
      select (${next} and ${authorSlugOf("author")} > ${name}.slug order by 1 limit 1) from ${name} where ${name}.slug is not null)`;
};

const AUTHOR = { slug: text };
const LISTED = statement("authors.listed", AUTHOR)`
  with recursive ${authorsIn("news")}, ${authorsIn("daily_briefs")}
  select slug from (select slug from of_news union select slug from of_daily_briefs) as authors
   where slug is not null and slug <> 'admin' order by slug limit ${MAX_AUTHORS}`;

/** The addresses of all authors of a public article or brief. */
export const authorPaths = async (): Promise<string[]> =>
  (await LISTED.all()).map(({ slug }) => `/author/${encodeURIComponent(slug)}`);
