import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/platform/config.server";
import { textReply } from "~/web/text-reply.server";
import { type FeedName, feedLink } from "./feed-links.rules";
import { FEEDS, type FeedItem } from "./sections.server";
import { element, escapeXml } from "./xml";

const ITEMS = 30;
/** Readers' programs ask again after this; what is published appears in lists at once. */
const MAX_AGE_SECONDS = 300;

/** The newest entries of a section as RSS 2.0, the same for every reader. */
export async function feedReply(name: FeedName, { request }: LoaderFunctionArgs): Promise<Response> {
  const { about, items } = FEEDS[name];
  const { title, path } = feedLink(name);
  const { publicUrl, siteName } = config();
  const found: FeedItem[] = await items(ITEMS);
  const self = publicUrl + path;
  const updated = found[0]?.createdAt;
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    "<channel>",
    element("title", `${siteName}: ${title}`),
    element("link", `${publicUrl}/${name}`),
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
