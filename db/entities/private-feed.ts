import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { oneOf } from "../columns";
import { Member } from "./member";

/** The sections that have a feed. */
export const FEED_SECTIONS = ["news", "daily-brief", "stock-picks", "trade-alert", "videos"] as const;
export type FeedSection = (typeof FEED_SECTIONS)[number];

/** A member's secret address of a section's feed. A new address replaces the row's hash. */
export const PrivateFeed = defineEntity({
  name: "PrivateFeed",
  tableName: "private_feeds",
  properties: {
    member: () => p.manyToOne(Member).ref().primary().deleteRule("cascade"),
    section: oneOf(FEED_SECTIONS).primary(),
    /** The SHA-256 of the address's token as 64 lower-case hex digits. */
    tokenHash: p.text().unique(),
    /** When the address was made. */
    createdAt: p.datetime(3).defaultRaw("now()"),
    /** The last day of the site of a request to it; written once a day. */
    lastUsedOn: p.date().nullable(),
  },
  checks: [{ name: "private_feeds_token_hash_format", expression: "token_hash ~ '^[0-9a-f]{64}$'" }],
});
export type PrivateFeed = InferEntity<typeof PrivateFeed>;
