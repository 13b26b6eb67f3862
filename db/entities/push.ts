import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf, orderIndex } from "../columns";
import { Edition } from "./edition";
import { Member } from "./member";
import { Session } from "./session";

/** What devices are notified of: newsletters of single records, and the member's price alerts. */
export const PUSH_KINDS = ["alerts", "briefs", "news", "prices"] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** The one sender of pushes among all processes, and the key pair that browsers know the site by (VAPID). */
export const PushSender = defineEntity({
  name: "PushSender",
  tableName: "push_sender",
  properties: {
    /** Always 1: there is one row. */
    one: p.integer().primary().autoincrement(false),
    /** Both are made on first use, as base64url. Another pair would make every subscription useless. */
    publicKey: p.text().nullable(),
    privateKey: p.text().nullable(),
    lease: p.uuid().nullable(),
    leaseUntil: p.datetime(3).nullable(),
  },
  checks: [
    { name: "push_sender_one", expression: "one = 1" },
    { name: "push_sender_pair", expression: "(public_key is null) = (private_key is null)" },
  ],
});
export type PushSender = InferEntity<typeof PushSender>;

/** A browser in which a member turned notifications on. */
export const PushDevice = defineEntity({
  name: "PushDevice",
  tableName: "push_devices",
  properties: {
    ...baseColumns(),
    member: () => p.manyToOne(Member).ref().deleteRule("cascade").index(),
    /**
     * The session in which it was turned on: signing out there ends it. A trigger sets it to null when a session
     * merely expires.
     */
    session: () => p.manyToOne(Session).ref().nullable().deleteRule("cascade").unique(),
    name: p.text(),
    /** The browser's address at its push service. Anyone who knows it and the keys can send to the device. */
    endpoint: p.text().unique(),
    p256dh: p.text(),
    auth: p.text(),
    /** When its push service last took a push. */
    lastSuccessAt: p.datetime(3).nullable(),
    /** Pushes in a row that failed. */
    failures: p.integer().default(0),
  },
  checks: [
    lengthCheck("push_devices", "name", 1, 100),
    lengthCheck("push_devices", "endpoint", 1, 1000),
    lengthCheck("push_devices", "p256dh", 1, 100),
    lengthCheck("push_devices", "auth", 1, 40),
  ],
});
export type PushDevice = InferEntity<typeof PushDevice>;

/** A kind of push that a member switched off on all devices. */
export const MutedPush = defineEntity({
  name: "MutedPush",
  tableName: "muted_pushes",
  properties: {
    member: () => p.manyToOne(Member).ref().primary().deleteRule("cascade"),
    kind: oneOf(PUSH_KINDS).primary(),
  },
});
export type MutedPush = InferEntity<typeof MutedPush>;

/** A push: of an edition to everybody's devices, or of fired price alerts to those of one member. */
export const PushMessage = defineEntity({
  name: "PushMessage",
  tableName: "push_messages",
  properties: {
    ...baseColumns(),
    edition: () => p.manyToOne(Edition).ref().nullable().deleteRule("cascade").unique(),
    member: () => p.manyToOne(Member).ref().nullable().deleteRule("cascade").index(),
    dueAt: p.datetime(3).defaultRaw("now()"),
    /** Devices up to this id were asked, and all of them once `walkedAt` is set. */
    sentTo: p.uuid().nullable(),
    walkedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    sent: p.integer().default(0),
    /** Devices that their push service no longer knows. */
    removed: p.integer().default(0),
    failed: p.integer().default(0),
    /** Why the last one failed. */
    reason: p.text().nullable(),
  },
  checks: [
    { name: "push_messages_receiver", expression: "(edition_id is null) <> (member_id is null)" },
    lengthCheck("push_messages", "reason", 1, 300),
  ],
  indexes: [
    { properties: ["createdAt"] },
    orderIndex({
      table: "push_messages",
      name: "waiting",
      order: "created_at, id",
      where: "ended_at is null",
    }),
  ],
});
export type PushMessage = InferEntity<typeof PushMessage>;

/** A device that is tried again later. */
export const PushRetry = defineEntity({
  name: "PushRetry",
  tableName: "push_retries",
  properties: {
    message: () => p.manyToOne(PushMessage).ref().primary().deleteRule("cascade"),
    device: () => p.manyToOne(PushDevice).ref().primary().deleteRule("cascade").index(),
    attempts: p.integer(),
    dueAt: p.datetime(3),
  },
});
export type PushRetry = InferEntity<typeof PushRetry>;
