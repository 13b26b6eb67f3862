import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { containsIndex, editableColumns, lengthCheck, oneOf, orderIndex, prefixIndex } from "../columns";
import { Gift } from "./gift";
import { Member } from "./member";
import { SingleUseToken } from "./single-use-token";
import { StaffInvitation } from "./staff-invitation";

export const MAIL_STATES = ["queued", "sent", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** A mail to be sent or already sent. `cause` names what it is about, so that one cause never mails twice. */
export const Mail = defineEntity({
  name: "Mail",
  tableName: "mails",
  properties: {
    ...editableColumns(),
    to: p.text().fieldName("to_address"),
    subject: p.text(),
    template: p.text(),
    cause: p.text().unique(),
    html: p.text(),
    text: p.text(),
    state: oneOf(MAIL_STATES).default("queued"),
    attempts: p.integer().default(0),
    lastError: p.text().nullable(),
    sentAt: p.datetime(3).nullable(),
    /** The link this mail carries. `html` and `text` hold a mark in its place, which is filled on the way out. */
    singleUseToken: () => p.manyToOne(SingleUseToken).ref().nullable().deleteRule("set null").index(),
    /** The same where the link invites somebody to the staff. */
    staffInvitation: () => p.manyToOne(StaffInvitation).ref().nullable().deleteRule("set null").index(),
    /** The same where the link claims a gift: what its token is made from, also once a newer one took its place. */
    giftLinkId: p.uuid().nullable(),
    /** The gift itself: its mails have the words of who gave it. */
    gift: () => p.manyToOne(Gift).ref().nullable().deleteRule("set null").index(),
    /** Another member than its reader, whom its words name: it goes with either account. */
    namedMember: () => p.manyToOne(Member).ref().nullable().deleteRule("cascade").index(),
  },
  checks: [
    lengthCheck("mails", "to_address", 3, 254),
    lengthCheck("mails", "subject", 1, 300),
    lengthCheck("mails", "template", 1, 100),
    lengthCheck("mails", "cause", 1, 300),
    lengthCheck("mails", "html", 1, 500_000),
    lengthCheck("mails", "text", 1, 500_000),
    { name: "mails_attempts_range", expression: "attempts >= 0" },
    lengthCheck("mails", "last_error", 0, 2000),
    { name: "mails_sent_has_time", expression: "state <> 'sent' or sent_at is not null" },
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["state", "createdAt", "id"] },
    orderIndex({ table: "mails", name: "to_address_newest", order: "to_address, created_at, id" }),
    containsIndex("mails", "to_address"),
    containsIndex("mails", "subject"),
    prefixIndex("mails", "to_address"),
  ],
});
export type Mail = InferEntity<typeof Mail>;
