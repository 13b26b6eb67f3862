import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Fragment, int, type Shape, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { type FeedItem, publishedRows } from "~/features/discovery.server";
import { DISCOVERIES, discoveryAt } from "~/features/registry.server";
import { config } from "~/platform/config.server";
import { notFound } from "~/web/replies.server";
import { textReply } from "~/web/text-reply.server";
import { element, escapeXml } from "./xml";

const ITEMS = 30;
/** Readers' programs ask again after this; what is published appears in lists at once. */
const MAX_AGE_SECONDS = 300;

const newestRows = (section: string, select: Shape, from: Fragment<object>) => {
  const row = { ...select, id: uuid, createdAt: timestamp.from`created_at` };
  return statement(`feeds.${section}`, row)`
    select ${row} from ${from} order by created_at desc, id desc limit ${int("limit")}`;
};

const NEWEST_ROWS = new Map(
  DISCOVERIES.flatMap(({ section, feed, ...rows }) =>
    feed ? [[section, newestRows(section, feed.select, publishedRows(rows))]] : [],
  ),
);

/** The newest entries of the section of this address as RSS 2.0, the same for every reader. @throws 404 */
export async function feedReply({ request }: LoaderFunctionArgs): Promise<Response> {
  const { section, feed } = discoveryAt(request);
  const newest = NEWEST_ROWS.get(section);
  if (!feed || !newest) throw notFound("There is no such feed.");
  const { about, link } = feed;
  const { publicUrl, siteName } = config();
  const found = (await newest.all({ limit: ITEMS })).map(feed.entry);
  const self = publicUrl + link.path;
  const updated = found[0]?.createdAt;
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    "<channel>",
    element("title", `${siteName}: ${link.title}`),
    element("link", `${publicUrl}/${section}`),
    element("description", about),
    "<language>en</language>",
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>`,
    ...(updated ? [element("lastBuildDate", updated.toUTCString())] : []),
    element("ttl", String(MAX_AGE_SECONDS / 60)),
    ...found.map((item) => itemText(item, publicUrl)),
    "</channel>",
    "</rss>",
    "",
  ].join("\n");
  return textReply(request, text, "application/rss+xml", MAX_AGE_SECONDS);
}

function itemText(item: FeedItem, publicUrl: string): string {
  return [
    "<item>",
    element("title", item.title),
    element("link", publicUrl + item.path),
    `<guid isPermaLink="false">${item.id}</guid>`,
    element("pubDate", item.createdAt.toUTCString()),
    element("description", item.description),
    ...(item.category ? [element("category", item.category)] : []),
    ...(item.author ? [element("dc:creator", item.author)] : []),
    "</item>",
  ].join("");
}
