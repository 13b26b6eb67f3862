import type { LoaderFunctionArgs } from "@remix-run/node";
import { SITE_FEED } from "~/web/feed-links";
import { newestEntries } from "./rss.server";
import { FEED_ITEMS, rssReply } from "./rss-reply.server";

/** The newest entries of all sections as one feed, the same for every reader. */
export async function siteFeedReply({ request }: LoaderFunctionArgs): Promise<Response> {
  const entries = (await newestEntries())
    .toSorted(
      (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1),
    )
    .slice(0, FEED_ITEMS);
  const about = "The latest news, daily briefs, stock picks, trade alerts and videos.";
  return rssReply(request, { ...SITE_FEED, about, page: "/" }, entries);
}
