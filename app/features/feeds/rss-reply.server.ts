import type { FeedItem } from "~/features/discovery.server";
import { config } from "~/platform/config.server";
import { fullSizePath, type StoredPicture } from "~/platform/pictures/picture";
import { textReply } from "~/web/text-reply.server";
import { blocksHtml, feedHtml, pictureHtml } from "./feed-html.server";
import { element, escapeXml } from "./xml";

/** The most entries of a feed. */
export const FEED_ITEMS = 30;

/** Feed readers poll after this time. Lists show new content at once. */
const MAX_AGE_SECONDS = 300;

/**
 * @property path of the feed; none for a private feed, whose address is not repeated in it
 * @property page that the feed belongs to
 */
type Channel = { title: string; path?: string; about: string; page: string };

export const RSS_TYPE = "application/rss+xml";

/** Entries as RSS 2.0, newest first; 304 if the client has them already. */
export const rssReply = (request: Request, channel: Channel, items: readonly FeedItem[]): Response =>
  textReply(request, rssText(channel, items), RSS_TYPE, MAX_AGE_SECONDS);

/** Entries as RSS 2.0, newest first. */
export function rssText(channel: Channel, items: readonly FeedItem[]): string {
  const { publicUrl, siteName } = config();
  const updated = items[0]?.createdAt;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/">',
    "<channel>",
    element("title", `${siteName}: ${channel.title}`),
    element("link", publicUrl + channel.page),
    element("description", channel.about),
    "<language>en</language>",
    ...(channel.path === undefined ? [] : [selfElement(publicUrl + channel.path)]),
    ...(updated ? [element("lastBuildDate", updated.toUTCString())] : []),
    element("ttl", String(MAX_AGE_SECONDS / 60)),
    ...items.map((item) => itemText(item, publicUrl)),
    "</channel>",
    "</rss>",
    "",
  ].join("\n");
}

const selfElement = (address: string) =>
  `<atom:link href="${escapeXml(address)}" rel="self" type="${RSS_TYPE}"/>`;

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
    ...(item.picture ? [mediaElement(item.picture, publicUrl)] : []),
    ...(item.text ? [element("content:encoded", wholeHtml(item, item.text, publicUrl))] : []),
    ...(item.opened ? [element("content:encoded", openedHtml(item, item.opened, publicUrl))] : []),
    "</item>",
  ].join("");
}

const mediaElement = (picture: StoredPicture, publicUrl: string): string =>
  `<media:content url="${escapeXml(publicUrl + fullSizePath(picture))}" medium="image" type="image/webp" width="${picture.width}" height="${picture.height}"/>`;

/** The picture of an entry, followed by its text. */
function wholeHtml({ path, picture }: FeedItem, text: string, origin: string): string {
  const html = feedHtml(text, { origin, page: path });
  if (!picture) return html;
  return `<p>${pictureHtml({ src: fullSizePath(picture), alt: picture.alt ?? "" }, { origin })}</p>\n${html}`;
}

/** The facts of a locked record, followed by its text. */
function openedHtml(
  { path }: FeedItem,
  { facts, blocks }: NonNullable<FeedItem["opened"]>,
  origin: string,
): string {
  const rows = facts.map(({ label, value }) => `<li>${escapeXml(label)}: ${escapeXml(value)}</li>`);
  const list = rows.length > 0 ? `<ul>${rows.join("")}</ul>` : "";
  return [list, blocksHtml(blocks, { origin, page: path, isLocked: true })].filter(Boolean).join("\n");
}
