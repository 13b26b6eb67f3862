import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Fragment, int, type Shape, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { type FeedItem, publishedRows } from "~/features/discovery.server";
import { DISCOVERIES, discoveryAt } from "~/features/registry.server";
import { notFound } from "~/web/replies.server";
import { FEED_ITEMS, rssReply } from "./rss-reply.server";

/** Declares a read of the newest rows. @param section names it */
export const newestRows = (section: string, select: Shape, from: Fragment<object>) => {
  const row = { ...select, id: uuid, createdAt: timestamp.from`created_at` };
  return statement(`feeds.${section}`, row)`
    select ${row} from ${from} order by created_at desc, id desc limit ${int("limit")}`;
};

/** By section, with public columns only. */
export const NEWEST_ROWS = new Map(
  DISCOVERIES.flatMap(({ section, feed, ...rows }) =>
    feed ? [[section, newestRows(section, feed.select, publishedRows(rows))]] : [],
  ),
);

/** The newest entries of all sections, section by section. */
export async function newestEntries(): Promise<FeedItem[]> {
  const found = await Promise.all(
    DISCOVERIES.map(async ({ section, feed }) => {
      const rows = await NEWEST_ROWS.get(section)?.all({ limit: FEED_ITEMS });
      return feed && rows ? rows.map(feed.entry) : [];
    }),
  );
  return found.flat();
}

/** The newest entries of the section of this address as RSS 2.0, the same for every reader. @throws 404 */
export async function feedReply({ request }: LoaderFunctionArgs): Promise<Response> {
  const { section, feed } = discoveryAt(request);
  const newest = NEWEST_ROWS.get(section);
  if (!feed || !newest) throw notFound("Feed not found.");
  const found = (await newest.all({ limit: FEED_ITEMS })).map(feed.entry);
  return rssReply(request, { ...feed.link, about: feed.about, page: `/${section}` }, found);
}
