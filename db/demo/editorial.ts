import { z } from "zod";
import { NEWS_CATEGORIES } from "../entities/news";
import { ALERT_TAGS } from "../entities/trade-alert";
import { decimal, readDocuments, readList, readTable } from "./read";

/** The disclosure of most authors. */
export const NO_POSITION = "I hold no position.";

/**
 * The authors, by the first part of their email addresses. `daysAgo` is the age of the account. All are
 * invented.
 */
export const AUTHORS = readList(
  "authors.json",
  z.record(z.string(), z.strictObject({ name: z.string(), daysAgo: z.number(), bio: z.string() })),
);

export const AUTHOR_KEYS = Object.keys(AUTHORS);

/** A by-line, given as the author's key. */
const author = z.enum(AUTHOR_KEYS).transform((key) => AUTHORS[key]?.name ?? key);

const published = {
  status: z.enum(["published", "draft"]).default("published"),
  /** age at the moment of seeding */
  hoursAgo: z.number(),
};

const byAge = (one: { hoursAgo: number }, other: { hoursAgo: number }) => one.hoursAgo - other.hoursAgo;

const byPlaceIn =
  <Word>(words: readonly Word[]) =>
  (one: Word, other: Word) =>
    words.indexOf(one) - words.indexOf(other);
const byCategory = byPlaceIn(NEWS_CATEGORIES);
const byTag = byPlaceIn(ALERT_TAGS);

const ARTICLE = z.strictObject({
  ...published,
  title: z.string(),
  category: z.enum(NEWS_CATEGORIES),
  /** null: the page shows Admin */
  author: author.nullable(),
  hasPicture: z.boolean().default(true),
});

/**
 * Every article of the demo, by category, newest first. Its people and figures are invented. It never names a
 * date, so that it stays current.
 */
export const NEWS = readDocuments("news", ARTICLE)
  .map(({ file, text, hasPicture, ...article }) => ({
    ...article,
    content: text,
    picture: hasPicture ? file : null,
  }))
  .sort((one, other) => byCategory(one.category, other.category) || byAge(one, other));

const BRIEF = z.strictObject({
  ...published,
  companyName: z.string(),
  ticker: z.string(),
  author: author.nullable(),
  /** The public line of the brief. It reveals nothing of the buy zone or the analysis. */
  headline: z.string(),
  teaser: z.string(),
  disclosure: z.string().default(NO_POSITION),
  /** Open to everybody on the page of plans. */
  isSample: z.boolean().default(false),
  /** the range of prices at which we would buy */
  buyZone: z.tuple([decimal, decimal]).nullable(),
  /**
   * The closes that its text mentions: on the last day before publication, and the given number of days
   * earlier.
   */
  closes: z.array(z.tuple([z.number(), decimal])),
});

/** Every daily brief of the demo: sample figures, in the currency the share is quoted in. */
export const DAILY_BRIEFS = readDocuments("briefs", BRIEF)
  .map(({ file: _, text, ...brief }) => ({ ...brief, analysis: text }))
  .sort(byAge);

const ALERT = z.strictObject({
  tag: z.enum(ALERT_TAGS),
  ticker: z.string(),
  name: z.string(),
  currentPrice: decimal,
  /** of the three prices: ISO 4217, or GBX for pence */
  currency: z.string(),
  /** per cent since the last close */
  dailyChange: decimal,
  targetPrice: decimal,
  stopLoss: decimal,
  holdingPeriod: z.string(),
  hoursAgo: z.number(),
});

/** Every newer trade alert of the demo, in the currency of the listing. Sample figures. */
export const TRADE_ALERTS = readDocuments("alerts", ALERT)
  .map(({ file: _, text, ...alert }) => ({ ...alert, analysis: text }))
  .sort((one, other) => byTag(one.tag, other.tag) || byAge(one, other));
export type Alert = (typeof TRADE_ALERTS)[number];

const PAST_ALERT = z.strictObject({
  tag: z.enum(ALERT_TAGS),
  ticker: z.string(),
  daysAgo: z.number(),
  holdingPeriod: z.string(),
  /** The distance from that close, in per cent. */
  target: z.number(),
  /** The same. Null without a stop: the alert ran to its last day or its target. */
  stop: z.number().nullable(),
  author,
  /** null: the page says that holdings are not stated */
  disclosure: z.string().nullable().default(NO_POSITION),
  /** The first target, in per cent, and the day of its change, in days after publication. */
  targetBefore: z.strictObject({ target: z.number(), days: z.number() }).optional(),
  /** Withdrawn this many days after publication. Only the track record shows it. */
  withdrawnAfter: z.number().optional(),
});

/**
 * The alerts of the demo's first two years, all of them over. They contain no prices: each starts at the last
 * close before its day in the demo's own history. That history also decides the result.
 */
export const PAST_ALERTS = readDocuments("past-alerts", PAST_ALERT)
  .map(({ file: _, text, ...alert }) => ({ ...alert, analysis: text }))
  .sort((one, other) => one.daysAgo - other.daysAgo);
export type PastAlert = (typeof PAST_ALERTS)[number];

const VIDEO = z.strictObject({
  id: z.string(),
  hoursAgo: z.number(),
  access: z.enum(["free", "members", "draft"]),
  title: z.string(),
  caption: z.string().nullable(),
});

/**
 * Every video of the demo. The ids are invented: the page shows its poster and its text, and nothing needs to
 * play.
 */
export const VIDEOS = readTable("videos.json", VIDEO).map(({ id, access, ...video }) => ({
  ...video,
  youtubeLink: `https://www.youtube.com/watch?v=${id}`,
  status: access === "draft" ? ("draft" as const) : ("published" as const),
  isFree: access === "free",
}));
