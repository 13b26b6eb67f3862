import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf, orderIndex } from "../columns";
import { EDITION_VERSIONS, Edition } from "./edition";
import { TIERS } from "./member";
import { NEWSLETTERS } from "./newsletter";

export const CHANNEL_SERVICES = ["discord", "slack", "telegram"] as const;
export type ChannelService = (typeof CHANNEL_SERVICES)[number];

/** A channel of the owner at another service, where what is published is posted. */
export const Channel = defineEntity({
  name: "Channel",
  tableName: "channels",
  properties: {
    ...baseColumns(),
    service: oneOf(CHANNEL_SERVICES),
    name: p.text(),
    /** The encrypted webhook address, or Telegram's token, which is all that posting needs. */
    sealed: p.text(),
    /** The last characters of it, by which people recognise it. */
    hint: p.text(),
    /** The chat in which Telegram's bot posts. */
    chatId: p.text().nullable(),
    /** What it gets, see `NEWSLETTERS`. What the owner added counts as news. */
    newsletters: p.array().columnType("text[]"),
    /** Its readers are members of this tier; with `Basic` it gets what everybody may read. */
    tier: oneOf(TIERS),
    /** It gets each record that is published after this. Null: only what is sent by email. */
    everyRecordSince: p.datetime(3).nullable(),
    /** Nothing is posted in a paused one. */
    active: p.boolean().default(true),
    /** Nothing is posted before this: the service asked to wait, or was away. */
    retryAt: p.datetime(3).nullable(),
    /** Attempts since the last success after which we had to wait. */
    failures: p.integer().default(0),
    /** When a post was last tried: the next turn is another channel's. */
    triedAt: p.datetime(3).nullable(),
    lastSuccessAt: p.datetime(3).nullable(),
    lastError: p.text().nullable(),
    lastErrorAt: p.datetime(3).nullable(),
  },
  checks: [
    lengthCheck("channels", "name", 1, 60),
    lengthCheck("channels", "sealed", 1, 1000),
    lengthCheck("channels", "hint", 4, 4),
    lengthCheck("channels", "chat_id", 1, 64),
    lengthCheck("channels", "last_error", 1, 300),
    { name: "channels_chat", expression: "(service = 'telegram') = (chat_id is not null)" },
    {
      name: "channels_newsletters",
      expression:
        "cardinality(newsletters) > 0 and newsletters <@ array['alerts', 'briefs', 'news', 'weekly']",
    },
    { name: "channels_error", expression: "(last_error is null) = (last_error_at is null)" },
  ],
});
export type Channel = InferEntity<typeof Channel>;

/** `unknown`: the service may have it, but did not answer. It is not posted again. */
export const POST_STATES = ["waiting", "sending", "sent", "skipped", "failed", "unknown"] as const;
export type PostState = (typeof POST_STATES)[number];

/** A record or a digest in a channel. One at most, with an edition or without. */
export const ChannelPost = defineEntity({
  name: "ChannelPost",
  tableName: "channel_posts",
  properties: {
    ...baseColumns(),
    channel: () => p.manyToOne(Channel).ref().deleteRule("cascade"),
    /** Null if the channel gets every record. */
    edition: () => p.manyToOne(Edition).ref().nullable().deleteRule("cascade").index(),
    newsletter: oneOf(NEWSLETTERS),
    /** Without a foreign key: the post outlives its record. */
    recordId: p.uuid(),
    state: oneOf(POST_STATES).default("waiting"),
    attempts: p.integer().default(0),
    /** When the last attempt began. */
    triedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    /** What was posted; decided when it was posted. */
    version: oneOf(EDITION_VERSIONS).nullable().fieldName("extent"),
    words: p.text().nullable(),
    /** Why it was skipped, or the last attempt failed. */
    reason: p.text().nullable(),
  },
  checks: [lengthCheck("channel_posts", "words", 1, 10_000), lengthCheck("channel_posts", "reason", 1, 300)],
  uniques: [{ properties: ["channel", "newsletter", "recordId"] }],
  indexes: [
    { properties: ["createdAt"] },
    orderIndex({ table: "channel_posts", name: "newest", order: "channel_id, created_at, id" }),
    orderIndex({
      table: "channel_posts",
      name: "open",
      order: "channel_id, state, created_at, id",
      where: "state in ('waiting', 'sending')",
    }),
  ],
});
export type ChannelPost = InferEntity<typeof ChannelPost>;
