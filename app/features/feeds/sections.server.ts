import { query } from "db/query.server";
import { EXCERPT_WORDS } from "~/features/content/news/news.rules";
import { excerpt } from "~/ui/format";
import type { FeedName } from "./feed-links.rules";

/** One entry of a feed, made of public columns only. */
export type FeedItem = {
  id: string;
  title: string;
  description: string;
  path: string;
  createdAt: Date;
  category?: string;
  author?: string;
};

type FeedSection = { about: string; items(limit: number): Promise<FeedItem[]> };

/** Where the statement selects less than a row holds, the rest is for members: a feed has no reader who paid. */
const newestRows = <Row>(select: string, from: string, limit: number) =>
  query<Row & { id: string; createdAt: Date }>(
    `select id, created_at as "createdAt", ${select} from ${from} order by created_at desc, id desc limit ?`,
    [limit],
  );

const PUBLISHED = "where status = 'published'";

/** What the feed of each section says. */
export const FEEDS = {
  news: {
    about: "What moved, why it moved, and what nobody expected.",
    async items(limit) {
      type Row = { title: string; lede: string; category: string; author: string };
      const select = "title, left(content, 800) as lede, category, coalesce(author, 'Admin') as author";
      const found = await newestRows<Row>(select, `news ${PUBLISHED}`, limit);
      return found.map(({ lede, ...row }) => ({
        ...row,
        description: excerpt(lede, EXCERPT_WORDS),
        path: `/news/${row.id}`,
      }));
    },
  },
  "daily-brief": {
    about: "One company a day. The analysis is for members.",
    async items(limit) {
      type Row = { name: string; ticker: string; author: string };
      const select = "company_name as name, ticker, coalesce(author, 'Admin') as author";
      const found = await newestRows<Row>(select, `daily_briefs ${PUBLISHED}`, limit);
      return found.map(({ name, ticker, ...row }) => ({
        ...row,
        title: `${name} (${ticker})`,
        description: `Our daily brief on ${name}. The analysis is for Premium and Private members.`,
        path: `/daily-brief/${row.id}`,
      }));
    },
  },
  "stock-picks": {
    about: "New picks by category. Names and tickers are for members.",
    async items(limit) {
      const found = await newestRows<{ category: string }>("category", "stock_picks", limit);
      return found.map((row) => ({
        ...row,
        title: `New stock pick in ${row.category}`,
        description: "Ticker, name and margins are for Premium and Private members.",
        path: `/stock-picks?category=${encodeURIComponent(row.category)}`,
      }));
    },
  },
  "trade-alert": {
    about: "That there is a new alert. What it says is for members.",
    async items(limit) {
      const found = await newestRows("'alert' as kind", "trade_alerts", limit);
      return found.map(({ id, createdAt }) => ({
        id,
        createdAt,
        title: "New trade alert",
        description: "Entry, target, stop and the reasons are for Premium and Private members.",
        path: `/trade-alert/${id}`,
      }));
    },
  },
  videos: {
    about: "Lessons and market reviews. Some are free.",
    async items(limit) {
      type Row = { title: string; caption: string | null };
      const found = await newestRows<Row>(
        "title, left(caption, 800) as caption",
        `videos ${PUBLISHED}`,
        limit,
      );
      return found.map(({ caption, ...row }) => ({
        ...row,
        description: excerpt(caption ?? "", EXCERPT_WORDS),
        path: `/videos/${row.id}`,
      }));
    },
  },
} as const satisfies Record<FeedName, FeedSection>;
