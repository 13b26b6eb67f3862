import { NEWSLETTER_WORDS } from "../newsletters.rules";
import type { PushKind } from "./push-devices.queries.server";

type Words = {
  /** At its box in the choices. */
  label: string;
  hint: string;
  /** The notification's title, and that of several. */
  one: string;
  many: string;
  /** The page of all of them. */
  list: string;
};

const { briefs, alerts, news } = NEWSLETTER_WORDS;

/** Kinds of notifications in the order in which members choose them. Their texts say nothing that is locked. */
export const PUSH_WORDS: Record<PushKind, Words> = {
  alerts: {
    label: alerts.title,
    hint: alerts.hint,
    one: "New trade alert",
    many: "New trade alerts",
    list: "/trade-alert",
  },
  prices: {
    label: "Price alerts",
    hint: "When a price reaches a level you set.",
    one: "Price alert",
    many: "Price alerts",
    list: "/watchlist/alerts",
  },
  briefs: {
    label: briefs.title,
    hint: "Each brief when it is published.",
    one: "New daily brief",
    many: "New daily briefs",
    list: "/daily-brief",
  },
  news: {
    label: news.title,
    hint: news.hint,
    one: "New article",
    many: "New articles",
    list: "/news",
  },
};

/** The kinds, in the same order. */
export const ALL_PUSH_KINDS = Object.keys(PUSH_WORDS) as PushKind[];

/** Takes the forms of a member's devices, and what a browser reports. */
export const PUSH_DEVICES_PATH = "/dashboard/notifications/devices";

/** The most devices of one member. */
export const MOST_DEVICES = 10;

/** Characters of a browser's address at its push service. */
const LONGEST_ENDPOINT = 1000;

/** The address of a browser at its push service, which the browser names; undefined if it is none. */
export function pushEndpoint(typed: unknown): URL | undefined {
  if (typeof typed !== "string" || !URL.canParse(typed)) return undefined;
  const url = new URL(typed);
  const { protocol, port, username, password, hash, href } = url;
  const isPlain = protocol === "https:" && port + username + password + hash === "";
  return isPlain && href.length <= LONGEST_ENDPOINT ? url : undefined;
}

/** A push on its way. @property path what it opens */
export type Push = { messageId: string; kind: PushKind; path: string; payload: string; ttlSeconds: number };

/** What a device gets. Its service worker (`app/ui/push-worker`) reads the same words. */
export const pushPayload = (kind: PushKind, path: string, siteName: string): string => {
  const { one, many, list } = PUSH_WORDS[kind];
  return JSON.stringify({ kind, one, many, list, path, body: `Read it on ${siteName}.` });
};
