import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Access, Reader } from "~/access/access.server";
import { type Discovery, type FeedItem, publishedRows } from "~/features/discovery.server";
import { DISCOVERIES, discoveryOf } from "~/features/registry.server";
import { notFound } from "~/web/replies.server";
import { conditionalReply } from "~/web/text-reply.server";
import { isFeedSection, readerAt } from "./private-addresses.server";
import { NEWEST_ROWS, newestRows } from "./rss.server";
import { FEED_ITEMS, RSS_TYPE, rssText } from "./rss-reply.server";

const ACCESSES: readonly Access[] = ["locked", "members", "full"];

const keyOf = (section: string, access: Access) => `${section}, whole, ${access}`;

/** The rows with locked columns, by section and access. */
const WHOLE_ROWS = new Map(
  DISCOVERIES.flatMap(({ section, feed, ...rows }) =>
    ACCESSES.flatMap((access) => {
      const select = feed?.whole?.select[access];
      if (!feed || !select) return [];
      const key = keyOf(section, access);
      return [[key, newestRows(key, { ...feed.select, ...select }, publishedRows(rows))] as const];
    }),
  ),
);

/** The newest records of a section: whole where this reader may read them, otherwise as in the public feed. */
async function entriesFor({ section, feed }: Discovery, reader: Reader): Promise<FeedItem[]> {
  const whole = feed?.whole;
  const rows = (whole && WHOLE_ROWS.get(keyOf(section, whole.access(reader)))) ?? NEWEST_ROWS.get(section);
  const found = await rows?.all({ limit: FEED_ITEMS });
  return (found ?? []).flatMap((row) => (feed ? [{ ...feed.entry(row), ...whole?.entry(row) }] : []));
}

/**
 * No cache may keep it, and no browser tells the address to other sites. The ETag is made of the text, which
 * is read first: a reader whose access has ended gets another one.
 */
const HEADERS = {
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
};

/**
 * A section's newest records at a member's secret address, `/feeds/{section}/{token}`. What the member may
 * read is decided for each request.
 * @throws 404, the same for an address that never was, was removed, or whose account is inactive
 */
export async function privateFeedReply({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { section, token = "" } = params;
  const discovery = isFeedSection(section) ? discoveryOf(section) : undefined;
  const reader = isFeedSection(section) ? await readerAt(section, token) : undefined;
  if (!discovery?.feed || !reader) throw notFound("Feed not found.");
  const { link, about } = discovery.feed;
  const text = rssText(
    { title: link.title, about, page: `/${section}` },
    await entriesFor(discovery, reader),
  );
  return conditionalReply(request, text, RSS_TYPE, HEADERS);
}
