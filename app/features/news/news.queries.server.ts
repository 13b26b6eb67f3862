import { NEWS_CATEGORIES } from "db/entities/news";
import { rows } from "db/rows.server";
import type { StoredPicture } from "~/http/picture";

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

const PICTURE = `case when i.id is not null
  then json_build_object('id', i.id, 'width', i.width, 'height', i.height, 'widths', i.widths) end as picture`;

const CARD = `n.id, n.title, left(n.content, 800) as lede, n.category, coalesce(n.author, 'Admin') as author,
  n.created_at as "createdAt", ${PICTURE}`;

/** Beyond this many, 'how many' is not worth counting. */
const COUNTED = 10_000;

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
  return rows<NewsCard>(
    `select ${CARD} from news n left join images i on i.id = n.image_id
      where n.status = 'published' ${filters}
      order by n.created_at desc, n.id desc limit ? offset ?`,
    [...values, limit, offset],
  );
}

/** How many published articles there are, counted up to 10,000. */
export async function countNews(category?: string): Promise<number> {
  const [counted] = await rows<{ total: number }>(
    `select count(*)::int as total from (
       select 1 from news where status = 'published' ${category ? "and category = ?" : ""} limit ${COUNTED}
     ) as counted`,
    category ? [category] : [],
  );
  return counted?.total ?? 0;
}

/** One published article, or undefined. @param id a UUID. */
export async function articleById(id: string): Promise<Article | undefined> {
  const [article] = await rows<Article>(
    `select n.id, n.title, n.content, n.category, coalesce(n.author, 'Admin') as author,
            n.created_at as "createdAt", n.updated_at as "updatedAt", ${PICTURE}
       from news n left join images i on i.id = n.image_id
      where n.id = ? and n.status = 'published'`,
    [id],
  );
  return article;
}
