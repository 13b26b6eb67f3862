import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { lengthCheck } from "../columns";
import { Member } from "./member";

/** The newsletters of every site: one for each kind of record that can be sent by email, and the digest of a week. */
export const NEWSLETTERS = ["alerts", "briefs", "news", "weekly"] as const;
/** One that the owner added, for articles that staff choose. */
export type OwnNewsletter = `own-${number}`;
export type Newsletter = (typeof NEWSLETTERS)[number] | OwnNewsletter;

export const newsletterName = () => p.text().$type<Newsletter>();
export const newsletterCheck = (table: string) => ({
  name: `${table}_newsletter_check`,
  expression: `newsletter ~ '^(${NEWSLETTERS.join("|")}|own-[1-9][0-9]{0,5})$'`,
});

/** How a newsletter is sent. The migration adds the row of each that every site has. */
export const NewsletterSetting = defineEntity({
  name: "NewsletterSetting",
  tableName: "newsletters",
  properties: {
    newsletter: newsletterName().primary(),
    /** Records published after this are sent without anybody asking. Null if staff choose each one. */
    automaticSince: p.datetime(3).nullable(),
    /** Of one that the owner added, and what readers see beside their choice; the others have theirs in the code. */
    title: p.text().nullable(),
    hint: p.text().nullable(),
    /** Both, or neither for the site's sender. */
    senderName: p.text().nullable(),
    senderAddress: p.text().nullable(),
    /** The owner ended it: nobody can choose it, and nothing is sent. */
    endedAt: p.datetime(3).nullable(),
  },
  checks: [
    newsletterCheck("newsletters"),
    lengthCheck("newsletters", "title", 1, 60),
    lengthCheck("newsletters", "hint", 1, 160),
    lengthCheck("newsletters", "sender_name", 1, 60),
    lengthCheck("newsletters", "sender_address", 3, 254),
    { name: "newsletters_own_title", expression: "(newsletter ~ '^own-') = (title is not null)" },
    { name: "newsletters_sender", expression: "(sender_name is null) = (sender_address is null)" },
  ],
});
export type NewsletterSetting = InferEntity<typeof NewsletterSetting>;

/** A member's own choice. Members without a row get the newsletter unless they turned reminders off. */
export const NewsletterChoice = defineEntity({
  name: "NewsletterChoice",
  tableName: "newsletter_choices",
  properties: {
    member: () => p.manyToOne(Member).ref().primary().deleteRule("cascade"),
    newsletter: newsletterName().primary(),
    isOn: p.boolean(),
    changedAt: p.datetime(3).defaultRaw("now()"),
  },
  checks: [newsletterCheck("newsletter_choices")],
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
