import { z } from "zod";
import { NEWS_CATEGORIES } from "../entities/news";
import { ALERT_TAGS } from "../entities/trade-alert";
import { decimal, readDocuments, readList, readTable } from "./read";

/** What most authors say with a call. */
export const NO_POSITION = "I hold no position.";

/** The desk, by the first part of their addresses. `daysAgo` is when the account was made. All of them are invented. */
export const AUTHORS = readList(
  "authors.json",
  z.record(z.string(), z.strictObject({ name: z.string(), daysAgo: z.number(), bio: z.string() })),
);

export const AUTHOR_KEYS = Object.keys(AUTHORS);

/** A by-line, written as the key of its author. */
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

/** Every article of the demo, by category, the newest first. Its people and its figures are invented; it never names a date, so that it stays fresh. */
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
  /** What the brief says to everybody; nothing of the zone or of the analysis is in it. */
  headline: z.string(),
  teaser: z.string(),
  disclosure: z.string().default(NO_POSITION),
  /** Everybody may read it, on the page of plans. */
  isSample: z.boolean().default(false),
  /** from which price to which price we would buy */
  buyZone: z.tuple([decimal, decimal]).nullable(),
  /** What its share closed at on the last day before it was published, as its text says, and so many days earlier. */
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

/** Every newer trade alert of the demo, what to buy first, in the currency of the listing; sample figures. */
export const TRADE_ALERTS = readDocuments("alerts", ALERT)
  .map(({ file: _, text, ...alert }) => ({ ...alert, analysis: text }))
  .sort((one, other) => byTag(one.tag, other.tag) || byAge(one, other));
export type Alert = (typeof TRADE_ALERTS)[number];

const PAST_ALERT = z.strictObject({
  tag: z.enum(ALERT_TAGS),
  ticker: z.string(),
  daysAgo: z.number(),
  holdingPeriod: z.string(),
  /** How far from that close, in per cent. */
  target: z.number(),
  /** The same; null: it had none, and ran to its last day or its target */
  stop: z.number().nullable(),
  author,
  /** null: the page says that holdings are not stated */
  disclosure: z.string().nullable().default(NO_POSITION),
  /** The target it had first, in per cent, and how many days after its publication that was changed. */
  targetBefore: z.strictObject({ target: z.number(), days: z.number() }).optional(),
  /** It was taken back, so many days after its publication: the record alone tells of it. */
  withdrawnAfter: z.number().optional(),
});

/**
 * The alerts of the demo's first two years, all of them over. They name no price: each was made at the last close of the demo's own
 * history before its day, and how it ended is what that history says.
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

/** Every video of the demo. The ids are made up: the page shows its poster and its words, nothing needs to play. */
export const VIDEOS = readTable("videos.json", VIDEO).map(({ id, access, ...video }) => ({
  ...video,
  youtubeLink: `https://www.youtube.com/watch?v=${id}`,
  status: access === "draft" ? ("draft" as const) : ("published" as const),
  isFree: access === "free",
}));
