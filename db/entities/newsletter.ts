import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { oneOf } from "../columns";
import { Member } from "./member";

/** The newsletters: one for each kind of record that can be sent by email, and the digest of a week. */
export const NEWSLETTERS = ["alerts", "briefs", "news", "weekly"] as const;
export type Newsletter = (typeof NEWSLETTERS)[number];

/** Those for readers without an account: an alert has no version for them. */
export const OPEN_NEWSLETTERS = ["briefs", "news", "weekly"] as const satisfies Newsletter[];

/** How a newsletter is sent. The migration adds the row of each. */
export const NewsletterSetting = defineEntity({
  name: "NewsletterSetting",
  tableName: "newsletters",
  properties: {
    newsletter: oneOf(NEWSLETTERS).primary(),
    /** Records published after this are sent without anybody asking. Null if staff choose each one. */
    automaticSince: p.datetime(3).nullable(),
  },
});
export type NewsletterSetting = InferEntity<typeof NewsletterSetting>;

/** A member's own choice. Members without a row get the newsletter unless they turned reminders off. */
export const NewsletterChoice = defineEntity({
  name: "NewsletterChoice",
  tableName: "newsletter_choices",
  properties: {
    member: () => p.manyToOne(Member).ref().primary().deleteRule("cascade"),
    newsletter: oneOf(NEWSLETTERS).primary(),
    isOn: p.boolean(),
    changedAt: p.datetime(3).defaultRaw("now()"),
  },
});
export type NewsletterChoice = InferEntity<typeof NewsletterChoice>;

/** The one sender of editions among all processes, and the secret that signs links to unsubscribe. */
export const EditionSender = defineEntity({
  name: "EditionSender",
  tableName: "edition_sender",
  properties: {
    /** Always 1: there is one row. */
    one: p.integer().primary().autoincrement(false),
    /**
     * Made on first use. In the database, not in the configuration: links to unsubscribe never expire, so they
     * must survive a new `SESSION_SECRET`.
     */
    secret: p.text().nullable(),
    lease: p.uuid().nullable(),
    leaseUntil: p.datetime(3).nullable(),
  },
  checks: [{ name: "edition_sender_one", expression: "one = 1" }],
});
export type EditionSender = InferEntity<typeof EditionSender>;
