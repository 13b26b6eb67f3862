import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf, orderIndex } from "../columns";
import { Member } from "./member";
import { newsletterCheck, newsletterName } from "./newsletter";
import { Subscriber } from "./subscriber";

/** `planned` waits for its record's publication; `paused` and `stalled` wait for staff. */
export const EDITION_STATES = ["planned", "sending", "paused", "stalled", "cancelled", "done"] as const;
export type EditionState = (typeof EDITION_STATES)[number];

/** A published record as an email to the readers of a newsletter. */
export const Edition = defineEntity({
  name: "Edition",
  tableName: "editions",
  properties: {
    ...baseColumns(),
    newsletter: newsletterName(),
    /** Without a foreign key: the edition outlives its record. Of a weekly digest, see `weekOfRecord`. */
    recordId: p.uuid(),
    /** Of the email, and what email programs show after it. */
    subject: p.text(),
    preview: p.text(),
    /** Nobody typed them, so it is sent with those that its record has then. */
    followsRecord: p.boolean().default(false),
    /** The briefs and articles that a digest lists: it ends when one of them is no longer published. */
    listed: p.array().columnType("uuid[]").nullable(),
    state: oneOf(EDITION_STATES).default("planned"),
    /** Why it was cancelled, or waits for staff or for `retryAt`. */
    reason: p.text().nullable(),
    /** Who chose to send it. Null if the newsletter is automatic. */
    staffName: p.text().nullable(),
    /** It does not start before this; null for as soon as its record is published. */
    startsAt: p.datetime(3).nullable(),
    startedAt: p.datetime(3).nullable(),
    /** While it is being sent again: what failed before this is left to be sent. */
    endedAt: p.datetime(3).nullable(),
    /** No email leaves before this: the mail server was away, or this edition could not be sent. */
    retryAt: p.datetime(3).nullable(),
    /** Members up to this id are listed in `edition_members`, and all of them once `filledAt` is set. */
    filledTo: p.uuid().nullable(),
    filledAt: p.datetime(3).nullable(),
    /** The numbers of its members, and how many are in each final state. */
    total: p.integer().default(0),
    sent: p.integer().default(0),
    skipped: p.integer().default(0),
    failed: p.integer().default(0),
    unknown: p.integer().default(0),
  },
  checks: [
    newsletterCheck("editions"),
    lengthCheck("editions", "subject", 1, 200),
    lengthCheck("editions", "preview", 0, 200),
    lengthCheck("editions", "reason", 1, 300),
    lengthCheck("editions", "staff_name", 1, 100),
    { name: "editions_counts", expression: "sent + skipped + failed + unknown <= total" },
  ],
  uniques: [{ properties: ["newsletter", "recordId"] }],
  indexes: [
    { properties: ["createdAt", "id"] },
    orderIndex({
      table: "editions",
      name: "unfinished",
      order: "state",
      where: "state in ('planned', 'sending', 'paused', 'stalled')",
    }),
  ],
});
export type Edition = InferEntity<typeof Edition>;

/** What became of an edition's emails. Totals only, so nothing identifies the readers. Without a row nothing was counted. */
export const EditionCount = defineEntity({
  name: "EditionCount",
  tableName: "edition_counts",
  properties: {
    edition: () => p.manyToOne(Edition).ref().primary().deleteRule("cascade"),
    /** Visits of our pages through its links. */
    clicks: p.integer().default(0),
    /** Readers who ended its newsletter through its link. */
    unsubscribed: p.integer().default(0),
    /** Emails that other mail servers took and sent back. */
    bounced: p.integer().default(0),
  },
  checks: [{ name: "edition_counts_range", expression: "least(clicks, unsubscribed, bounced) >= 0" }],
});
export type EditionCount = InferEntity<typeof EditionCount>;

/** `whole` for readers who may read the record, `teaser` for the others. */
export const EDITION_VERSIONS = ["whole", "teaser"] as const;
export type EditionVersion = (typeof EDITION_VERSIONS)[number];

/** What an edition says; rendered when it starts, once for each version. The link to unsubscribe is a slot. */
export const EditionBody = defineEntity({
  name: "EditionBody",
  tableName: "edition_bodies",
  properties: {
    edition: () => p.manyToOne(Edition).ref().primary().deleteRule("cascade"),
    version: oneOf(EDITION_VERSIONS).primary().fieldName("extent"),
    html: p.text(),
    text: p.text(),
  },
  checks: [
    lengthCheck("edition_bodies", "html", 1, 500_000),
    lengthCheck("edition_bodies", "text", 1, 500_000),
  ],
});
export type EditionBody = InferEntity<typeof EditionBody>;

/** `unknown`: the mail server may have taken it, but did not answer. It is not sent again automatically. */
export const DELIVERY_STATES = ["waiting", "sending", "sent", "skipped", "failed", "unknown"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An edition's email to one reader: a member, or a subscriber without an account. */
export const EditionMember = defineEntity({
  name: "EditionMember",
  tableName: "edition_members",
  properties: {
    id: p.uuid().primary().defaultRaw("gen_random_uuid()"),
    edition: () => p.manyToOne(Edition).ref().deleteRule("cascade"),
    member: () => p.manyToOne(Member).ref().nullable().deleteRule("cascade"),
    subscriber: () => p.manyToOne(Subscriber).ref().nullable().deleteRule("cascade").index(),
    state: oneOf(DELIVERY_STATES).default("waiting"),
    attempts: p.integer().default(0),
    /** The next attempt is not before this. */
    dueAt: p.datetime(3).defaultRaw("now()"),
    /** What was sent; decided when it was sent. */
    version: oneOf(EDITION_VERSIONS).nullable().fieldName("extent"),
    /** Why it was skipped or failed. */
    reason: p.text().nullable(),
    sentAt: p.datetime(3).nullable(),
    /** The address it was sent to, which a report about it suppresses: the reader's may be another by then. */
    sentTo: p.text().columnType("citext").nullable(),
  },
  checks: [
    lengthCheck("edition_members", "reason", 1, 300),
    lengthCheck("edition_members", "sent_to", 3, 254),
    { name: "edition_members_one_reader", expression: "num_nonnulls(member_id, subscriber_id) = 1" },
  ],
  uniques: [{ properties: ["edition", "member"] }, { properties: ["edition", "subscriber"] }],
  indexes: [
    orderIndex({
      table: "edition_members",
      name: "waiting",
      order: "edition_id, due_at, id",
      where: "state = 'waiting'",
    }),
    orderIndex({
      table: "edition_members",
      name: "sending",
      order: "edition_id",
      where: "state = 'sending'",
    }),
    orderIndex({
      table: "edition_members",
      name: "unsent",
      order: "edition_id, state, id",
      where: "state in ('failed', 'unknown')",
    }),
    orderIndex({ table: "edition_members", name: "sent", order: "sent_at, id", where: "state = 'sent'" }),
    { properties: ["dueAt"] },
    orderIndex({ table: "edition_members", name: "of_member", order: "member_id, due_at, id" }),
  ],
});
export type EditionMember = InferEntity<typeof EditionMember>;
