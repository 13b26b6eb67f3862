import type { BadgeTone } from "~/ui/badge";
import type { Newsletter } from "./choices.queries.server";
import type { DeliveryState, EditionState } from "./editions.queries.server";

type Words = {
  title: string;
  /** One of its records. */
  record: string;
  /** What members read beside their choice. */
  hint: string;
  /** The folder of its records in the back-office; a digest is no record. */
  path?: string;
};

/** Newsletters in the order in which members choose them. */
export const NEWSLETTER_WORDS: Record<Newsletter, Words> = {
  briefs: {
    title: "Daily briefs",
    record: "daily brief",
    hint: "Each brief when it is published: in full if your membership includes it, otherwise its introduction.",
    path: "daily-brief",
  },
  alerts: {
    title: "Trade alerts",
    record: "trade alert",
    hint: "Each alert as it is posted, if your membership includes it.",
    path: "trade-alert",
  },
  news: { title: "News", record: "article", hint: "The articles that our editors choose.", path: "news" },
  weekly: {
    title: "Weekly digest",
    record: "digest",
    hint: "What we published in the week, on Saturday mornings.",
  },
};

/** The newsletters, in the same order. */
export const ALL_NEWSLETTERS = Object.keys(NEWSLETTER_WORDS) as Newsletter[];

/** Those for readers without an account, with what they get. */
export const OPEN_HINTS = {
  briefs: "The introduction of each brief when it is published.",
  news: NEWSLETTER_WORDS.news.hint,
  weekly: NEWSLETTER_WORDS.weekly.hint,
} as const;
export type OpenNewsletter = keyof typeof OPEN_HINTS;
export const ALL_OPEN = Object.keys(OPEN_HINTS) as OpenNewsletter[];

export const isNewsletter = (name: unknown): name is Newsletter =>
  ALL_NEWSLETTERS.some((each) => each === name);

export const EDITIONS_PATH = "/admin/newsletters";
export const editionPath = (id: string) => `${EDITIONS_PATH}/${id}`;

/** Where readers without an account subscribe. */
export const NEWSLETTERS_PATH = "/newsletters";
export const NOTIFICATIONS_PATH = "/dashboard/notifications";

export const EDITION_BADGES: Record<EditionState, { text: string; tone: BadgeTone }> = {
  planned: { text: "Planned", tone: "draft" },
  sending: { text: "Sending", tone: "warn" },
  paused: { text: "Paused", tone: "warn" },
  stalled: { text: "Waiting for you", tone: "bad" },
  cancelled: { text: "Cancelled", tone: "plain" },
  done: { text: "Sent", tone: "good" },
};

export const VERSION_WORDS = { whole: "In full", teaser: "Introduction" } as const;

export const DELIVERY_WORDS: Record<DeliveryState, string> = {
  waiting: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  skipped: "Not sent",
  failed: "Failed",
  unknown: "Unknown",
};
