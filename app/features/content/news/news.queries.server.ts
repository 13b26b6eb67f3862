import { authorSlugOf } from "db/author-slug";
import { cappedCount } from "db/count.server";
import { NEWS_CATEGORIES, News } from "db/entities/news";
import { columns, columnsAs } from "db/entity-columns.server";
import { filtered } from "db/filtered.server";
import { neighbours } from "db/neighbours.server";
import type { EntityManager } from "db/orm.server";
import { pageRows } from "db/page-rows";
import { PUBLISHED } from "db/published";
import { int, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { CachedResults } from "~/platform/page-cache/cached-results.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { OPTIONAL_PICTURE } from "~/platform/pictures/stored-picture.server";
import { plainTextOf } from "~/web/markdown/plain-text.server";
import type { PageRange } from "~/web/paging";

export { NEWS_CATEGORIES };

/** An article in a list. `lede` is long enough for any excerpt. */
export type NewsCard = {
  id: string;
  title: string;
  lede: string;
  category: string;
  author: string;
  createdAt: Date;
  picture: StoredPicture | null;
};

export type Article = Omit<NewsCard, "lede"> & { content: string; updatedAt: Date };

const ARTICLE = {
  ...columnsAs("news", News, "id", "title", "category", "createdAt"),
  author: text.from`coalesce(author, 'Admin')`,
  picture: OPTIONAL_PICTURE,
};
const CARD = { ...ARTICLE, lede: text.from`left(content, 800)` };
const WHOLE = { ...ARTICLE, ...columns(News, "content", "updatedAt") };

const PICTURE = sql`left join images i on i.id = news.image_id`;

const OF_CATEGORY = sql`and category = ${text("category", NEWS_CATEGORIES[0])}`;

const LATEST = filtered(
  "news.latest",
  CARD,
  { category: OF_CATEGORY },
  (declare, chosen) => declare`
    select ${CARD} from ${pageRows({
      table: sql`news`,
      where: sql`${PUBLISHED} ${chosen}`,
      order: sql`news.created_at desc, id desc`,
      joined: PICTURE,
    })}`,
);

const BY_AUTHOR = statement("news.by-author", CARD)`
  select ${CARD} from ${pageRows({
    table: sql`news`,
    where: sql`${PUBLISHED} and ${authorSlugOf("author")} = ${text("slug")}`,
    order: sql`news.created_at desc, news.id desc`,
    joined: PICTURE,
  })}`;

/** An author's published articles, newest first. @param slug as in the address of the author's page */
export const newsBy = async (slug: string, limit: number): Promise<NewsCard[]> =>
  (await BY_AUTHOR.all({ slug, limit, offset: 0 })).map(withPlainLede);

const withPlainLede = (card: NewsCard): NewsCard => ({ ...card, lede: plainTextOf(card.lede) });

type NewsRange = {
  category?: string;
  limit: number;
  offset?: number;
};

/** Published articles, newest first. */
export async function latestNews({ offset = 0, ...range }: NewsRange): Promise<NewsCard[]> {
  return (await LATEST.all({ ...range, offset })).map(withPlainLede);
}

/** How many related articles a page has. */
const RELATED = 3;
/** By category: all articles of a category have the same related articles, except themselves. */
const newest = new CachedResults<NewsCard[]>(NEWS_CATEGORIES.length);

/** The newest published articles of the same category, without the article itself. */
export async function relatedNews({ id, category }: Pick<Article, "id" | "category">): Promise<NewsCard[]> {
  const found = await newest.get(category, () => latestNews({ category, limit: RELATED + 1 }));
  return found.filter((other) => other.id !== id).slice(0, RELATED);
}

const COUNT = filtered("news.count", { total: int }, { category: OF_CATEGORY }, (declare, chosen) => {
  const total = cappedCount(sql`news where ${PUBLISHED} ${chosen} order by created_at`);
  return declare`select ${{ total }}`;
});

/** A page of the articles of a category, or of all, and their number. */
export async function newsPage(
  category: string | undefined,
  range: PageRange,
): Promise<{ stories: NewsCard[]; total: number }> {
  const [stories, count] = await Promise.all([latestNews({ category, ...range }), COUNT.first({ category })]);
  return { stories, total: count?.total ?? 0 };
}

const BY_ID = statement("news.by-id", WHOLE)`
  select ${WHOLE} from news ${PICTURE} where news.id = ${uuid("id")} and ${PUBLISHED}`;

/** One published article, or undefined. @param id a UUID. */
export const articleById = (id: string): Promise<Article | undefined> => BY_ID.first({ id });

const PREVIEW = statement("news.preview", WHOLE)`
  select ${WHOLE} from news ${PICTURE} where news.id = ${uuid("id")}`;

/** Any article, published or not, for staff who may preview it. @param within the transaction that saves it */
export const articlePreview = (id: string, within?: EntityManager): Promise<Article | undefined> =>
  PREVIEW.first({ id }, within);

export type ArticleLink = { id: string; title: string; createdAt: Date };

type ArticlePlace = Pick<Article, "id" | "createdAt">;

/** The published articles just before and just after one. */
export const articleNeighbours: (
  article: ArticlePlace,
) => Promise<{ previous?: ArticleLink; next?: ArticleLink }> = neighbours(
  "news.neighbours",
  columns(News, "id", "title", "createdAt"),
  sql`news where ${PUBLISHED}`,
);
