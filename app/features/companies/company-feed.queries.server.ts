import { DailyBrief } from "db/entities/daily-brief";
import { News } from "db/entities/news";
import { columns } from "db/entity-columns.server";
import { PUBLISHED } from "db/published";
import { int, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { AUDIENCE_NAMES } from "~/access/paywall-text";
import { publicCallsOf } from "~/features/calls/track-record/public-calls-of.queries.server";
import type { FeedItem } from "~/features/discovery.server";
import { wholeWordPattern } from "~/features/markets/company.rules";
import { EXCERPT_WORDS, excerpt } from "~/ui/excerpt";
import { plainTextOf } from "~/web/markdown/plain-text.server";
import { NEWEST_NEWS } from "./company.queries.server";
import type { Company } from "./company-by-symbol.queries.server";
import { callEntry } from "./company-feed.rules";

const SIGNED = { author: text.from`coalesce(author, 'Admin')` };

/** The public columns of a brief. */
const BRIEF = { ...columns(DailyBrief, "id", "headline", "teaser", "audience", "createdAt"), ...SIGNED };
const BRIEFS = statement("company-feed.briefs", BRIEF)`
  select ${BRIEF} from daily_briefs where instrument_id = ${uuid("id")} and ${PUBLISHED}
   order by created_at desc, id desc limit ${int("limit")}`;

const ARTICLE = {
  ...columns(News, "id", "title", "category", "createdAt"),
  ...SIGNED,
  lede: text.from`left(content, 800)`,
};
const ARTICLES = statement("company-feed.news", ARTICLE)`
  select ${ARTICLE} from (${NEWEST_NEWS(sql`*`)}) as newest
   where title ~* ${text("named")} order by created_at desc, id desc limit ${int("limit")}`;

/** Our public content on a company, newest first: articles, the free part of briefs, and public calls. */
export async function companyFeedItems({ id, name }: Company, limit: number): Promise<FeedItem[]> {
  const [briefs, articles, calls] = await Promise.all([
    BRIEFS.all({ id, limit }),
    ARTICLES.all({ named: wholeWordPattern(name), limit }),
    publicCallsOf(id, limit),
  ]);
  const items: FeedItem[] = [
    ...briefs.map(({ headline, teaser, audience, ...brief }) => ({
      ...brief,
      title: headline ?? `Our daily brief on ${name}`,
      description: `${teaser ?? `Our daily brief on ${name}.`} The analysis is for ${AUDIENCE_NAMES[audience]}.`,
      category: "Daily brief",
      path: `/daily-brief/${brief.id}`,
    })),
    ...articles.map(({ lede, ...article }) => ({
      ...article,
      description: excerpt(plainTextOf(lede), EXCERPT_WORDS),
      path: `/news/${article.id}`,
    })),
    ...calls.map(callEntry),
  ];
  return items
    .toSorted(
      (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || other.id.localeCompare(one.id),
    )
    .slice(0, limit);
}
