import type { BadgeTone } from "~/ui/badge";
import type { Newsletter } from "./choices.queries.server";
import type { DeliveryState, EditionState } from "./editions.queries.server";

type Words = {
  title: string;
  /** One of its records. */
  record: string;
  /** What members read beside their choice. */
  hint: string;
  /** The folder of its records, on the site and in the back-office. */
  path: string;
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
};

/** The newsletters, in the same order. */
export const ALL_NEWSLETTERS = Object.keys(NEWSLETTER_WORDS) as Newsletter[];

export const isNewsletter = (name: unknown): name is Newsletter =>
  ALL_NEWSLETTERS.some((each) => each === name);

export const EDITIONS_PATH = "/admin/newsletters";
export const editionPath = (id: string) => `${EDITIONS_PATH}/${id}`;

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
