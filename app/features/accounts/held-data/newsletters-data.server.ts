import { EditionMember } from "db/entities/edition";
import { NewsletterChoice } from "db/entities/newsletter";
import { columns } from "db/entity-columns.server";
import { sql, text } from "db/sql";
import { command } from "db/statement.server";
import { declareData, OF_MEMBER } from "./declare-held-data.server";

const DELETE_CHOICES = command(
  "deletion.newsletter-choices",
)`delete from newsletter_choices where ${OF_MEMBER}`;
const DELETE_EDITIONS = command("deletion.edition-members")`delete from edition_members where ${OF_MEMBER}`;

/** Which newsletters a member chose, and what they got. The totals of editions stay. */
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
    table: "edition_members",
    topic: "emails",
    rows: OF_MEMBER,
    exported: {
      as: "newsletterEmails",
      order: "sent_at",
      also: sql`state = 'sent'`,
      row: {
        subject: text.from`(select subject from editions where editions.id = edition_id)`,
        ...columns(EditionMember, "version", "sentAt"),
      },
    },
    hidden: { technical: "id edition_id member_id state attempts due_at reason" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_EDITIONS.run({ memberId }, manager),
  }),
];
