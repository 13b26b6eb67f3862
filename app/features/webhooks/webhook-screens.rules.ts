import { z } from "zod/mini";
import { isStorable } from "~/admin-kit/field-schema";
import { nameSchema } from "~/features/site-settings/name.rules";
import type { BadgeTone } from "~/ui/badge";
import { safeHref } from "~/web/http-url";

/** What the change log calls this room. */
export const WEBHOOKS_KIND = "webhooks";

export const WEBHOOKS_PATH = "/admin/settings/webhooks";
export const webhookPath = (id: string) => `${WEBHOOKS_PATH}/${id}`;

/** What the demo's receiver got. */
export const RECEIVED_PATH = `${WEBHOOKS_PATH}/received`;

type KindGroup = { label: string; kinds: Record<string, string> };

/** What a webhook can tell of, as the form groups it. */
export const KIND_GROUPS: readonly KindGroup[] = [
  {
    label: "Content",
    kinds: {
      news: "News",
      "daily-brief": "Daily briefs",
      "stock-picks": "Stock picks",
      "trade-alert": "Trade alerts",
      videos: "Videos",
      ads: "Ads",
      banners: "Banners",
    },
  },
  { label: "Quotes", kinds: { markets: "Quotes", "market-movers": "Market movers" } },
  {
    label: "People and money",
    kinds: { members: "Members", payments: "Payments", packages: "Packages", coupons: "Coupons" },
  },
  { label: "Calls", kinds: { calls: "Closed calls" } },
];

const KIND_LABELS: ReadonlyMap<string, string> = new Map(
  KIND_GROUPS.flatMap(({ kinds }) => Object.entries(kinds)),
);

/** @param kind of a newer release, too */
export const kindLabel = (kind: string): string => KIND_LABELS.get(kind) ?? kind;

/** The kinds of ticked boxes, as boxes of one name send them; others are ignored. */
export function chosenKinds(boxes: unknown): string[] {
  const values: unknown[] = Array.isArray(boxes) ? boxes : [boxes];
  return [...KIND_LABELS.keys()].filter((kind) => values.includes(kind));
}

const LONGEST_ADDRESS = 500;
const ADDRESS_HINT = "Enter an address such as https://example.com/webhooks";

/** Secrets in an address would be shown to every superadmin; a fragment is never sent. */
const isWebAddress = (text: string) => safeHref(text) !== undefined && !text.includes("#");

export const webhookSchema = z.object({
  name: nameSchema,
  address: z
    .string(ADDRESS_HINT)
    .check(
      z.trim(),
      z.maxLength(LONGEST_ADDRESS, `At most ${LONGEST_ADDRESS} characters.`),
      z.refine(isStorable, "This has characters that are not allowed."),
      z.refine(isWebAddress, ADDRESS_HINT),
    ),
  kinds: z.unknown(),
  keyId: z.optional(z.string()),
  seen: z.optional(z.string()),
});

/** Hours until the old secret of a webhook ends. */
export const OVERLAPS = { "0": "At once", "1": "After an hour", "24": "After 24 hours" } as const;
export type Overlap = keyof typeof OVERLAPS;

export const isOverlap = (hours: unknown): hours is Overlap =>
  typeof hours === "string" && Object.hasOwn(OVERLAPS, hours);

export const rotationSchema = z.object({
  overlap: z.string().check(z.refine(isOverlap, "Choose when the old secret ends.")),
});

/** What a superadmin can do with a webhook. */
export const WEBHOOK_CHANGES = {
  test: { button: "Send a test event", busy: "Sending..." },
  disable: { button: "Turn off", busy: "Turning off..." },
  enable: { button: "Turn on", busy: "Turning on..." },
  again: { button: "Send again", busy: "Sending..." },
  "all-again": { button: "Send all failed again", busy: "Sending..." },
  rotate: { button: "Create a new secret", busy: "Creating..." },
} as const;
export type WebhookChange = keyof typeof WEBHOOK_CHANGES;

export const isWebhookChange = (name: unknown): name is WebhookChange =>
  typeof name === "string" && Object.hasOwn(WEBHOOK_CHANGES, name);

type WebhookState = "on" | "failing" | "off";

export const WEBHOOK_BADGES: Record<WebhookState, { text: string; tone: BadgeTone }> = {
  on: { text: "On", tone: "good" },
  failing: { text: "Failing", tone: "bad" },
  off: { text: "Off", tone: "draft" },
};

export const stateOf = ({
  enabled,
  failingSince,
}: {
  enabled: boolean;
  failingSince: Date | null;
}): WebhookState => (enabled ? (failingSince ? "failing" : "on") : "off");

type DeliveryState = "waiting" | "sending" | "delivered" | "failed";

export const DELIVERY_BADGES: Record<DeliveryState, { text: string; tone: BadgeTone }> = {
  waiting: { text: "Waiting", tone: "draft" },
  sending: { text: "Being sent", tone: "warn" },
  delivered: { text: "Delivered", tone: "good" },
  failed: { text: "Failed", tone: "bad" },
};

/** The log can be narrowed to these. */
export const DELIVERY_FILTERS = { waiting: "Waiting", delivered: "Delivered", failed: "Failed" } as const;
export type DeliveryFilter = keyof typeof DELIVERY_FILTERS;

export const isDeliveryFilter = (state: unknown): state is DeliveryFilter =>
  typeof state === "string" && Object.hasOwn(DELIVERY_FILTERS, state);

/** The log of a webhook. @param before the cursor of an older page */
export function logPath(id: string, { state, before }: { state?: string; before?: string } = {}): string {
  const search = new URLSearchParams({ ...(state && { state }), ...(before && { before }) });
  return search.size > 0 ? `${webhookPath(id)}?${search}` : webhookPath(id);
}

/** The host of an address, by which people recognise a receiver. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

const CHANGE_WORDS: Record<string, string> = { saved: "saved", deleted: "deleted", closed: "closed" };

/** "News saved". A test event is about no record. */
export const eventText = ({ kind, change }: { kind: string; change: string }): string =>
  change === "test" ? "Test event" : `${kindLabel(kind)}: ${CHANGE_WORDS[change] ?? change}`;
