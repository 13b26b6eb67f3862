import { authorHref } from "~/features/content/authors/author.rules";
import { feedLink } from "~/web/feed-links";
import type { PageMeta } from "~/web/meta";
import { newsArticle } from "~/web/structured-data";
import type { Brief } from "./briefs.queries.server";

export const BRIEFS_FEED = feedLink("daily-brief", "Daily Brief");

/**
 * The head of a brief's page, the same for every reader: it contains nothing of the analysis. The title says
 * that it is a brief, because the company has a page with its name, too.
 */
export function briefMeta(
  brief:
    | Pick<Brief, "id" | "companyName" | "ticker" | "author" | "createdAt" | "headline" | "teaser">
    | undefined,
): PageMeta {
  if (!brief) return { title: "Daily brief not found", noIndex: true };
  const { id, companyName, ticker, author, createdAt, headline, teaser } = brief;
  const path = `/daily-brief/${id}`;
  const company = `${companyName} (${ticker})`;
  const title = headline ? `${headline}: daily brief on ${company}` : `${company}: daily brief`;
  const description =
    teaser ??
    headline ??
    `Our daily brief on ${companyName}: what it is worth, and what would change our mind.`;
  const picture = { path: `/og/daily-brief/${id}.png`, alt: `Daily brief: ${company}` };
  return {
    title,
    description,
    path,
    picture,
    feed: BRIEFS_FEED,
    type: "article",
    published: createdAt,
    jsonLd: newsArticle(
      {
        title,
        path,
        description,
        published: createdAt,
        author: { name: author, path: authorHref(author) },
        pictures: [picture.path],
      },
      "paywalled",
    ),
  };
}
