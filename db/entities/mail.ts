import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { containsIndex, editableColumns, lengthCheck, oneOf, orderIndex, prefixIndex } from "../columns";
import { Gift } from "./gift";
import { Member } from "./member";
import { SingleUseToken } from "./single-use-token";
import { StaffInvitation } from "./staff-invitation";

/** `held`: its address is suppressed, or a message of staff is unwanted, and nobody waits for the email. */
export const MAIL_STATES = ["queued", "sent", "failed", "held"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** An email that waits or was sent. `cause` names its reason: one cause sends one email. */
export const Mail = defineEntity({
  name: "Mail",
  tableName: "mails",
  properties: {
    ...editableColumns(),
    to: p.text().fieldName("to_address"),
    /** Null for the site's usual sender. */
    senderName: p.text().nullable(),
    senderAddress: p.text().nullable(),
    subject: p.text(),
    template: p.text(),
    cause: p.text().unique(),
    html: p.text(),
    text: p.text(),
    state: oneOf(MAIL_STATES).default("queued"),
    attempts: p.integer().default(0),
    lastError: p.text().nullable(),
    sentAt: p.datetime(3).nullable(),
    /** The token of this email's link. `html` and `text` contain a placeholder, replaced on sending. */
    singleUseToken: () => p.manyToOne(SingleUseToken).ref().nullable().deleteRule("set null").index(),
    /** The invitation, if the link invites to the staff. */
    staffInvitation: () => p.manyToOne(StaffInvitation).ref().nullable().deleteRule("set null").index(),
    /** The input for a gift link's token. It stays when a newer link replaces this one. */
    giftLinkId: p.uuid().nullable(),
    /** The gift, whose giver's message is in the email. */
    gift: () => p.manyToOne(Gift).ref().nullable().deleteRule("set null").index(),
    /** Another member named in the text. The email is deleted with either account. */
    namedMember: () => p.manyToOne(Member).ref().nullable().deleteRule("cascade").index(),
  },
  checks: [
    lengthCheck("mails", "to_address", 3, 254),
    lengthCheck("mails", "sender_name", 1, 60),
    lengthCheck("mails", "sender_address", 3, 254),
    { name: "mails_whole_sender", expression: "(sender_name is null) = (sender_address is null)" },
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
