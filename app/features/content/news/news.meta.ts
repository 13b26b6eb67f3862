import { authorHref } from "~/features/content/authors/author.rules";
import { feedLink } from "~/web/feed-links";
import type { PageMeta } from "~/web/meta";
import { newsArticle } from "~/web/structured-data";
import type { Article } from "./news.queries.server";

export const NEWS_FEED = feedLink("news", "News");

type Loaded = {
  article: Pick<Article, "id" | "title" | "author" | "createdAt" | "updatedAt">;
  summary: string;
  picture: { src: string } | null;
};

/** The head of an article's page. News are public. */
export function articleMeta(loaded: Loaded | undefined): PageMeta {
  if (!loaded) return { title: "News not found", noIndex: true };
  const { article, summary, picture } = loaded;
  const { id, title, author, createdAt, updatedAt } = article;
  const path = `/news/${id}`;
  const share = { path: `/og/news/${id}.png?v=${updatedAt.getTime()}`, alt: title };
  return {
    title,
    description: summary,
    path,
    picture: share,
    feed: NEWS_FEED,
    type: "article",
    published: createdAt,
    modified: updatedAt,
    jsonLd: newsArticle({
      title,
      path,
      description: summary,
      published: createdAt,
      modified: updatedAt,
      author: { name: author, path: authorHref(author) },
      pictures: [share.path, ...(picture ? [picture.src] : [])],
    }),
  };
}
