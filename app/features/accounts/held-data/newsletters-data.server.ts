import { EditionMember } from "db/entities/edition";
import { NewsletterChoice } from "db/entities/newsletter";
import { Subscriber } from "db/entities/subscriber";
import { SuppressedAddress } from "db/entities/suppressed-address";
import { columns } from "db/entity-columns.server";
import { array, sql, text } from "db/sql";
import { command } from "db/statement.server";
import { forgetSuppressions } from "~/features/mail/suppressions.queries.server";
import { declareData, OF_MEMBER } from "./declare-held-data.server";

const OF_ADDRESS = sql`(email = any(${array(text)("addresses")}::citext[]) or ${OF_MEMBER})`;
const DELETE_CHOICES = command(
  "deletion.newsletter-choices",
)`delete from newsletter_choices where ${OF_MEMBER}`;
const DELETE_SUBSCRIPTION = command("deletion.subscribers")`delete from subscribers where ${OF_ADDRESS}`;
const DELETE_EDITIONS = command("deletion.edition-members")`delete from edition_members where ${OF_MEMBER}`;

/** Which newsletters a member chose, what they got, and why an address got none. The totals of editions stay. */
export const NEWSLETTERS_DATA = [
  declareData({
    table: "newsletter_choices",
    topic: "emails",
    rows: OF_MEMBER,
    exported: {
      as: "newsletters",
      order: "newsletter",
      row: columns(NewsletterChoice, "newsletter", "isOn", "changedAt"),
    },
    hidden: { technical: "member_id" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_CHOICES.run({ memberId }, manager),
  }),
  declareData({
    table: "subscribers",
    topic: "emails",
    rows: OF_ADDRESS,
    exported: {
      as: "newslettersWithoutAccount",
      order: "created_at",
      row: {
        email: text.orNull.from`email::text`,
        ...columns(Subscriber, "newsletters", "requested", "confirmedAt", "changedAt", "createdAt"),
      },
    },
    hidden: { technical: "id member_id" },
    afterDeletion: "nothing",
    forget: (manager, { memberId, addresses }) => DELETE_SUBSCRIPTION.run({ memberId, addresses }, manager),
  }),
  declareData({
    table: "edition_members",
    topic: "emails",
    rows: OF_MEMBER,
    exported: {
      as: "newsletterEmails",
      order: "sent_at",
      also: sql`state = 'sent'`,
      row: {
        subject: text.from`(select subject from editions where editions.id = edition_id)`,
        sentTo: text.orNull.from`sent_to::text`,
        ...columns(EditionMember, "version", "sentAt"),
      },
    },
    hidden: { technical: "id edition_id member_id subscriber_id state attempts due_at reason" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_EDITIONS.run({ memberId }, manager),
  }),
  declareData({
    table: "suppressed_addresses",
    topic: "emails",
    rows: sql`email = any(${array(text)("addresses")}::citext[])`,
    exported: {
      as: "unreachableAddresses",
      order: "first_seen_at",
      row: {
        email: text.from`email::text`,
        ...columns(SuppressedAddress, "reason", "evidence", "count", "firstSeenAt", "lastSeenAt", "liftedAt"),
      },
    },
    hidden: { technical: "id", "somebody else": "lifted_by" },
    afterDeletion: "nothing",
    forget: (manager, { addresses }) => forgetSuppressions(manager, addresses),
  }),
];
