import { z } from "zod/mini";
import { nameSchema } from "~/features/site-settings/name.rules";
import type { BadgeTone } from "~/ui/badge";
import { EDITIONS_PATH, NEWSLETTER_KINDS } from "../newsletters.rules";
import type { ChannelService, ChannelTier, PostState } from "./channels.queries.server";

/** Encrypts their secret addresses. */
export const CHANNEL = "channel";

export const CHANNELS_PATH = `${EDITIONS_PATH}/channels`;
export const channelPath = (id: string) => `${CHANNELS_PATH}/${id}`;

type Service = {
  title: string;
  /** What its secret address looks like. */
  address: RegExp;
  /** The secret field, and where the owner finds it. */
  label: string;
  hint: string;
  wrong: string;
};

/** Addresses are at the services' own hosts, and have nothing that leads elsewhere. */
export const SERVICES: Record<ChannelService, Service> = {
  discord: {
    title: "Discord",
    address:
      /^https:\/\/((ptb\.|canary\.)?discord|discordapp)\.com\/api\/(v\d{1,2}\/)?webhooks\/(?<webhook>\d{5,25}\/[\w-]{20,120})$/,
    label: "Webhook address",
    hint: "In Discord: the channel’s settings, Integrations, Webhooks, “Copy webhook URL”.",
    wrong: "Enter an address such as https://discord.com/api/webhooks/123456789/abcdefghijklmnopqrst",
  },
  slack: {
    title: "Slack",
    address: /^https:\/\/hooks\.slack\.com\/services\/\w{5,30}\/\w{5,30}\/\w{10,60}$/,
    label: "Webhook address",
    hint: "In Slack: your app, “Incoming Webhooks”, “Add New Webhook to Workspace”.",
    wrong: "Enter an address such as https://hooks.slack.com/services/T0000/B0000/abcdefghijkl",
  },
  telegram: {
    title: "Telegram",
    address: /^\d{5,20}:[\w-]{30,60}$/,
    label: "Bot token",
    hint: "In Telegram: from @BotFather. Add the bot to the channel as an administrator.",
    wrong: "Enter a token such as 123456789:abcdefghijklmnopqrstuvwxyz-0123",
  },
};
export const ALL_SERVICES = Object.keys(SERVICES) as ChannelService[];

export const isService = (name: unknown): name is ChannelService =>
  ALL_SERVICES.some((each) => each === name);

/**
 * Where a post for this secret address goes. Discord says whether it posted only if we wait for it, and its versions
 * differ in what their answers mean.
 */
export function postAddress(service: ChannelService, secret: string): string {
  switch (service) {
    case "discord": {
      const { webhook = "" } = SERVICES.discord.address.exec(secret)?.groups ?? {};
      return `https://discord.com/api/v10/webhooks/${webhook}?wait=true`;
    }
    case "slack":
      return secret;
    case "telegram":
      return `https://api.telegram.org/bot${secret}/sendMessage`;
  }
}

/** By which people recognise a secret address that they do not see again. */
export const hintOf = (secret: string): string => secret.slice(-4);

/** What the readers of a channel may read, by tier. */
export const TIER_WORDS: Record<ChannelTier, { short: string; label: string }> = {
  Basic: { short: "Teaser only", label: "Teaser only: what everybody may read" },
  Premium: { short: "Premium", label: "Everything for Premium members" },
  Private: { short: "Private", label: "Everything for Private members" },
};
export const ALL_TIERS = Object.keys(TIER_WORDS) as ChannelTier[];

/** Which records it gets. */
export const RECORDS_WORDS = {
  sent: "What is sent by email",
  every: "Every record, when it is published",
} as const;

const isOneOf =
  <Word extends string>(words: readonly Word[]) =>
  (value: unknown): value is Word =>
    words.some((word) => word === value);

const typed = z.optional(z.string());
const common = {
  name: nameSchema,
  secret: typed,
  chatId: typed,
  newsletters: z.unknown(),
  tier: z.string().check(z.refine(isOneOf(ALL_TIERS), "Choose what its readers may read.")),
  records: z.string().check(z.refine(isOneOf(["sent", "every"]), "Choose which records it gets.")),
};

/** The form of a channel. The secret address of one that exists may stay empty: then it stays. */
export const newChannelSchema = z.object({
  ...common,
  service: z.string().check(z.refine(isService, "Choose a service.")),
});
export const channelSchema = z.object(common);

/** The chosen newsletters, as boxes of one name send them. */
export const chosenNewsletters = (value: unknown) => {
  const values = Array.isArray(value) ? value : [value];
  return NEWSLETTER_KINDS.filter((kind) => values.includes(kind));
};

/** A chat of Telegram: the name of a public channel, or a number. */
const CHAT = /^(@\w{5,32}|-?\d{1,20})$/;

/**
 * What is wrong with a channel's address, by field.
 * @param secret empty if the stored one stays
 */
export function addressErrors(service: ChannelService, secret: string, chatId: string) {
  const { address, wrong } = SERVICES[service];
  return {
    ...(secret !== "" && !address.test(secret) ? { secret: wrong } : {}),
    ...(service === "telegram" && !CHAT.test(chatId)
      ? { chatId: "Enter the channel’s name such as @our_channel, or its number." }
      : {}),
  };
}

/** Seconds after which nobody wants a post any more: an alert is worthless, a brief is old. */
export const LIFETIMES = { alerts: 2 * 3600, briefs: 24 * 3600, news: 24 * 3600, weekly: 24 * 3600 } as const;

/** Seconds before a channel's next attempt after the n-th one that failed, unless the service names others. */
const WAITS = [30, 120, 600, 1800];

/** What a service may ask for, in seconds. */
const SHORTEST_WAIT = 1;
const LONGEST_WAIT = 3600;

export const waitSeconds = (failures: number, retryAfter?: number): number =>
  Math.min(
    LONGEST_WAIT,
    Math.max(SHORTEST_WAIT, Math.ceil(retryAfter ?? WAITS[failures - 1] ?? WAITS.at(-1) ?? LONGEST_WAIT)),
  );

export const POST_BADGES: Record<PostState, { text: string; tone: BadgeTone }> = {
  waiting: { text: "Waiting", tone: "draft" },
  sending: { text: "Being posted", tone: "warn" },
  sent: { text: "Posted", tone: "good" },
  skipped: { text: "Not posted", tone: "plain" },
  failed: { text: "Failed", tone: "bad" },
  unknown: { text: "Unknown", tone: "warn" },
};

/** What a superadmin can do with a channel. */
export const CHANNEL_CHANGES = {
  test: { button: "Send a test message", busy: "Sending..." },
  pause: { button: "Pause", busy: "Pausing..." },
  resume: { button: "Continue", busy: "Continuing..." },
  again: { button: "Post again", busy: "Posting..." },
} as const;
export type ChannelChange = keyof typeof CHANNEL_CHANGES;

export const isChannelChange = (name: unknown): name is ChannelChange =>
  typeof name === "string" && Object.hasOwn(CHANNEL_CHANGES, name);
