import { NEWS_CATEGORIES } from "db/entities/news";
import { neighbours } from "db/neighbours.server";
import { countRows, query } from "db/query.server";
import type { StoredPicture } from "~/platform/images/picture";
import { STORED_PICTURE_SQL } from "~/platform/images/stored-picture.server";
import type { PageRange } from "~/web/paging";

export { NEWS_CATEGORIES };

/** An article as lists show it; `lede` is long enough for any excerpt. */
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

const CARD_COLUMNS = `n.id, n.title, left(n.content, 800) as lede, n.category, coalesce(n.author, 'Admin') as author,
  n.created_at as "createdAt", ${STORED_PICTURE_SQL} as picture`;

/** Published articles, newest first. */
export function latestNews({
  category,
  limit,
  offset = 0,
  except,
}: {
  category?: string;
  limit: number;
  offset?: number;
  /** An article that is already on the page. */
  except?: string;
}): Promise<NewsCard[]> {
  const filters = [category && "and n.category = ?", except && "and n.id <> ?"].filter(Boolean).join(" ");
  const values = [category, except].filter((value) => value !== undefined);
  return query<NewsCard>(
    `select ${CARD_COLUMNS} from news n left join images i on i.id = n.image_id
      where n.status = 'published' ${filters}
      order by n.created_at desc, n.id desc limit ? offset ?`,
    [...values, limit, offset],
  );
}

/** A page of a category's articles, or of all, and how many there are. */
export async function newsPage(
  category: string | undefined,
  range: PageRange,
): Promise<{ stories: NewsCard[]; total: number }> {
  const from = `news where status = 'published' ${category ? "and category = ?" : ""}`;
  const [stories, total] = await Promise.all([
    latestNews({ category, ...range }),
    countRows(from, category ? [category] : []),
  ]);
  return { stories, total };
}

/** One published article, or undefined. @param id a UUID. */
export async function articleById(id: string): Promise<Article | undefined> {
  const [article] = await query<Article>(
    `select n.id, n.title, n.content, n.category, coalesce(n.author, 'Admin') as author,
            n.created_at as "createdAt", n.updated_at as "updatedAt", ${STORED_PICTURE_SQL} as picture
       from news n left join images i on i.id = n.image_id
      where n.id = ? and n.status = 'published'`,
    [id],
  );
  return article;
}

export type ArticleLink = { id: string; title: string; createdAt: Date };

/** The published articles just before and just after one. */
export const articleNeighbours = (article: Pick<Article, "id" | "createdAt">) =>
  neighbours<ArticleLink>(
    {
      columns: `id, title, created_at as "createdAt"`,
      table: "news",
      where: "status = 'published'",
    },
    article,
  );
