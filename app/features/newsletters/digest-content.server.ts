import { PUBLISHED } from "db/published";
import { int, sql, timestamp } from "db/sql";
import { statement } from "db/statement.server";
import { latestBriefs } from "~/features/content/briefs/briefs.queries.server";
import { latestNews } from "~/features/content/news/news.queries.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { pluralize, truncate } from "~/ui/format";
import type { TextBlock } from "~/ui/text-blocks";
import { digestTime, digestWeek, lastDigest, recordOfWeek, weekOfRecord } from "./digest.rules";
import type { EditionContent } from "./edition-text";
import { editionOfRecord } from "./editions.queries.server";

/** Of each kind, the newest of the week. */
const MOST = 20;

const IN_WEEK = sql`${PUBLISHED} and created_at >= ${timestamp("since")} and created_at < ${timestamp("until")}`;
const COUNTS = {
  alerts: int.from`(select count(*)::int from trade_alerts where ${IN_WEEK})`,
  picks: int.from`(select count(*)::int from stock_picks where status = 'published'
                      and created_at >= ${timestamp("since")} and created_at < ${timestamp("until")})`,
};
const COUNT = statement("editions.digest-counts", COUNTS)`select ${COUNTS}`;

/**
 * The digest of a week: what everybody may read of it, so all readers get the same. Alerts and picks are only
 * counted, because their existence names companies.
 * @returns undefined if nothing was published, or if the id names no week
 */
export async function digestContent(recordId: string): Promise<EditionContent | undefined> {
  const saturday = weekOfRecord(recordId);
  if (!saturday) return undefined;
  const { siteName, siteTz } = config();
  const { since, until } = digestWeek(saturday, siteTz);
  const isInWeek = ({ createdAt }: { createdAt: Date }) => createdAt >= since && createdAt < until;
  const [allBriefs, allNews, counted] = await Promise.all([
    latestBriefs("locked", { limit: MOST }),
    latestNews({ limit: MOST }),
    COUNT.first({ since, until }),
  ]);
  const briefs = allBriefs.filter(isInWeek).map(({ id, headline, companyName, teaser }) => ({
    title: headline ?? companyName,
    path: `/daily-brief/${id}`,
    text: teaser,
  }));
  const articles = allNews.filter(isInWeek).map(({ id, title }) => ({ title, path: `/news/${id}` }));
  const { alerts = 0, picks = 0 } = counted ?? {};
  const first = briefs[0] ?? articles[0];
  if (!first && alerts + picks === 0) return undefined;
  const figures = amounts({
    brief: briefs.length,
    article: articles.length,
    "trade alert": alerts,
    "stock pick": picks,
  });
  const [from, to] = [since, until].map((each) => formatTime(each, "date", siteTz));
  return {
    audience: "everybody",
    subject: truncate(first ? `The week: ${first.title}` : `The week at ${siteName}`, 190),
    preview: `${figures}.`,
    whole: {
      kicker: `${from} to ${to}`,
      heading: `The week at ${siteName}`,
      lede: `${figures}.`,
      facts: [],
      blocks: [
        ...section("Daily briefs", briefs),
        ...section("News", articles),
        ...section("For members", [
          ...(alerts > 0 ? [{ title: pluralize(alerts, "trade alert"), path: "/trade-alert" }] : []),
          ...(picks > 0 ? [{ title: pluralize(picks, "stock pick"), path: "/stock-picks" }] : []),
        ]),
      ],
      closing: [],
      action: { label: "Open the front page", path: "/" },
    },
  };
}

/**
 * The week that has just ended, if its digest is due, something was published in it, and it has no edition.
 * @param since digests that were due before it are no news any more
 */
export async function unsentWeek(since: Date, now: Date): Promise<{ recordId: string }[]> {
  const { siteTz } = config();
  const saturday = lastDigest(now, siteTz);
  const recordId = recordOfWeek(saturday);
  if (digestTime(saturday, siteTz) < since || (await editionOfRecord("weekly", recordId))) return [];
  return (await digestContent(recordId)) ? [{ recordId }] : [];
}

const amounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => pluralize(count, noun))
    .join(", ");

type Item = { title: string; path: string; text?: string | null };

/** A heading and its links. Nothing if there are none. */
function section(title: string, items: readonly Item[]): TextBlock[] {
  if (items.length === 0) return [];
  return [
    { kind: "heading", level: 2, spans: [{ text: title }] },
    { kind: "list", ordered: false, items: items.map((item) => ({ blocks: itemBlocks(item) })) },
  ];
}

const itemBlocks = ({ title, path, text }: Item): TextBlock[] => [
  { kind: "paragraph", tight: true, spans: [{ text: title, href: path, strong: true }] },
  ...(text ? [{ kind: "paragraph" as const, tight: true as const, spans: [{ text }] }] : []),
];
