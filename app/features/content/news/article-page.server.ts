import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Viewer, viewerOf } from "~/auth/viewer.server";
import { adsBesideColumn, toAdProps } from "~/features/ads/ads.queries.server";
import { textCharts } from "~/features/companies/text-charts.queries.server";
import { loadPortrait } from "~/features/content/authors/portrait.queries.server";
import {
  type articleById,
  articleNeighbours,
  relatedNews,
} from "~/features/content/news/news.queries.server";
import { pictureAttributes } from "~/platform/pictures/picture";
import { EXCERPT_WORDS, excerpt } from "~/ui/excerpt";
import { wordsOfBlocks } from "~/web/markdown/plain-text.server";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { readBesideOr } from "~/web/optional-parts.server";
import { notFound } from "~/web/replies.server";
import { isUuid } from "~/web/uuid";

/**
 * The data of an article's page.
 * @param find returns the article if it is visible to these readers
 * @param as the viewer whose access the article is rendered with, if not the current one; the rest of the
 * page is for the current viewer
 * @throws 404
 */
export async function loadArticle(args: LoaderFunctionArgs, find: typeof articleById, as?: Viewer) {
  const { id } = args.params;
  const found = isUuid(id) ? await find(id) : undefined;
  if (!found) throw notFound("News not found.");
  const { content, picture, ...article } = found;
  const body = toBlocks(content);
  const [around, related, [ad], charts, portrait] = await Promise.all([
    articleNeighbours(article),
    readBesideOr(args, "related not read", () => relatedNews(article), []),
    adsBesideColumn(args, [{ category: "rectangle", position: 3 }]),
    readBesideOr(
      args,
      "text's charts not read",
      async () => textCharts(body, as ?? (await viewerOf(args)), new Date(), article.createdAt),
      {},
    ),
    loadPortrait(args, article.author),
  ]);
  return {
    article,
    picture: picture && { ...pictureAttributes(picture), alt: picture.alt ?? "" },
    portrait,
    body,
    charts,
    summary: excerpt(wordsOfBlocks(body), EXCERPT_WORDS),
    around,
    related,
    ad: ad && toAdProps(ad),
  };
}
