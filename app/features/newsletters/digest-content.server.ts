import { PUBLISHED } from "db/published";
import { int, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { pluralize, truncate } from "~/ui/format";
import type { TextBlock } from "~/ui/text-blocks";
import { digestTime, digestWeek, lastDigest, nextDigest, recordOfWeek, weekOfRecord } from "./digest.rules";
import type { EditionContent } from "./edition-text";
import { editionOfRecord } from "./editions.queries.server";

/** Of each kind, the newest of the week. */
const MOST = 20;

const IN_WEEK = sql`${PUBLISHED} and created_at >= ${timestamp("since")} and created_at < ${timestamp("until")}`;
const IN_WEEK_OF_PICKS = sql`status = 'published' and created_at >= ${timestamp("since")} and created_at < ${timestamp("until")}`;
const COUNTS = {
  brief: int.from`(select count(*)::int from daily_briefs where ${IN_WEEK})`,
  article: int.from`(select count(*)::int from news where ${IN_WEEK})`,
  "trade alert": int.from`(select count(*)::int from trade_alerts where ${IN_WEEK})`,
  "stock pick": int.from`(select count(*)::int from stock_picks where ${IN_WEEK_OF_PICKS})`,
};
const COUNT = statement("editions.digest-counts", COUNTS)`select ${COUNTS}`;

const BRIEF = {
  id: uuid.from`id`,
  title: text.from`coalesce(headline, company_name)`,
  text: text.orNull.from`teaser`,
};
const BRIEFS = statement("editions.digest-briefs", BRIEF)`
  select ${BRIEF} from daily_briefs where ${IN_WEEK} order by created_at desc, id desc limit ${MOST}`;
const ARTICLE = { id: uuid.from`id`, title: text.from`title` };
const ARTICLES = statement("editions.digest-articles", ARTICLE)`
  select ${ARTICLE} from news where ${IN_WEEK} order by created_at desc, id desc limit ${MOST}`;

/**
 * The digest of a week: what everybody may read of it, so all readers get the same. Alerts and picks are only
 * counted, because their existence names companies.
 * @returns undefined if nothing was published, or if the id names no week
 */
export async function digestContent(recordId: string): Promise<EditionContent | undefined> {
  const saturday = weekOfRecord(recordId);
  if (!saturday) return undefined;
  const { siteName, siteTz } = config();
  const week = digestWeek(saturday, siteTz);
  const [allBriefs, allArticles, counts] = await Promise.all([
    BRIEFS.all(week),
    ARTICLES.all(week),
    COUNT.first(week),
  ]);
  const briefs = allBriefs.map(({ id, ...item }) => ({ ...item, path: `/daily-brief/${id}` }));
  const articles = allArticles.map(({ id, title }) => ({ title, path: `/news/${id}` }));
  const figures = listAmounts(counts ?? {});
  if (!figures) return undefined;
  const first = briefs[0] ?? articles[0];
  const { "trade alert": alerts = 0, "stock pick": picks = 0 } = counts ?? {};
  const parts = [
    { title: "Daily briefs", items: briefs },
    { title: "News", items: articles },
    {
      title: "For members",
      items: [
        ...(alerts > 0 ? [{ title: pluralize(alerts, "trade alert"), path: "/trade-alert" }] : []),
        ...(picks > 0 ? [{ title: pluralize(picks, "stock pick"), path: "/stock-picks" }] : []),
      ],
    },
  ].filter(({ items }) => items.length > 0);
  const [from, to] = [week.since, week.until].map((each) => formatTime(each, "date", siteTz));
  return {
    audience: "everybody",
    listed: [...allBriefs, ...allArticles].map(({ id }) => id),
    subject: truncate(first ? `The week: ${first.title}` : `The week at ${siteName}`, 190),
    preview: `${figures}.`,
    whole: {
      kicker: `${from} to ${to}`,
      heading: `The week at ${siteName}`,
      lede: `${figures}.`,
      facts: [],
      blocks: parts.flatMap(({ title, items }) => sectionBlocks(title, items)),
      plain: parts.map(({ title, items }) => [title, ...items.map(plainItem)].join("\n\n")).join("\n\n"),
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

/** When the digest of a week is due. Undefined for records, and once its week has ended. */
export function dueTime(recordId: string): Date | undefined {
  const saturday = weekOfRecord(recordId);
  const due = saturday && digestTime(saturday, config().siteTz);
  return due && due > new Date() ? due : undefined;
}

/** The week that ended last and the running one, if they have something and no edition. */
export async function offeredWeeks(): Promise<{ recordId: string; isRunning: boolean }[]> {
  const { siteTz } = config();
  const now = new Date();
  const weeks = [lastDigest(now, siteTz), nextDigest(now, siteTz)].map(recordOfWeek);
  const found = await Promise.all(
    weeks.map(async (recordId) => {
      const isOffered = !(await editionOfRecord("weekly", recordId)) && (await digestContent(recordId));
      return isOffered ? [{ recordId, isRunning: dueTime(recordId) !== undefined }] : [];
    }),
  );
  return found.flat();
}

const listAmounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => pluralize(count, noun))
    .join(", ");

type Item = { title: string; path: string; text?: string | null };

/** A heading and its links. */
const sectionBlocks = (title: string, items: readonly Item[]): TextBlock[] => [
  { kind: "heading", level: 2, spans: [{ text: title }] },
  { kind: "list", ordered: false, items: items.map((item) => ({ blocks: itemBlocks(item) })) },
];

const plainItem = ({ title, path, text: words }: Item): string =>
  [title, words, config().publicUrl + path].filter(Boolean).join("\n");

const itemBlocks = ({ title, path, text: words }: Item): TextBlock[] => [
  { kind: "paragraph", tight: true, spans: [{ text: title, href: path, strong: true }] },
  ...(words ? [{ kind: "paragraph" as const, tight: true as const, spans: [{ text: words }] }] : []),
];
