import type { BadgeTone } from "~/ui/badge";
import type { Newsletter, OwnNewsletter } from "./choices.queries.server";
import type { DeliveryState, EditionState } from "./editions.queries.server";

export type NewsletterWords = {
  title: string;
  /** One of its records. */
  record: string;
  /** What members read beside their choice. */
  hint: string;
  /** The folder of its records in the back-office; a digest is no record. */
  path?: string;
};

/** A newsletter of every site. What the owner adds sends articles, as `news` does. */
export type NewsletterKind = "alerts" | "briefs" | "news" | "weekly";

/** Those of every site, in the order in which members choose them. `allNewsletters` has the others too. */
export const NEWSLETTER_WORDS: Record<NewsletterKind, NewsletterWords> = {
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
    hint: "What we published during the week, on Saturday mornings.",
  },
};

/** They, in the same order. */
export const NEWSLETTER_KINDS = Object.keys(NEWSLETTER_WORDS) as NewsletterKind[];

/** What readers without an account get, where it is less. */
export const BRIEFS_HINT_WITHOUT_ACCOUNT = "The introduction of each brief when it is published.";

export const isOwn = (newsletter: Newsletter): newsletter is OwnNewsletter => newsletter.startsWith("own-");

/** What a newsletter sends. */
export const kindOf = (newsletter: Newsletter): NewsletterKind => (isOwn(newsletter) ? "news" : newsletter);

/** Whether it is the name of a newsletter; of one that the owner added, it need not exist. */
export const isNewsletter = (name: unknown): name is Newsletter =>
  typeof name === "string" && (Object.hasOwn(NEWSLETTER_WORDS, name) || /^own-[1-9]\d{0,5}$/.test(name));

/** Ends what staff write to many members, followed by a token. */
export const END_MESSAGES_PATH = "/unsubscribe/messages";

export const EDITIONS_PATH = "/admin/newsletters";
export const editionPath = (id: string) => `${EDITIONS_PATH}/${id}`;

/** Where staff send a record with a newsletter. */
export const composePath = (newsletter: Newsletter, recordId: string) =>
  `${EDITIONS_PATH}/new?${new URLSearchParams({ newsletter, record: recordId })}`;

export const ADD_NEWSLETTER_PATH = `${EDITIONS_PATH}/add`;
export const settingsPath = (newsletter: Newsletter) => `${EDITIONS_PATH}/settings/${newsletter}`;

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
