import { EDITION_VERSIONS, Edition } from "db/entities/edition";
import { columnsAs } from "db/entity-columns.server";
import { int, literal, type RowOf, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { type InboxMail, inbox, inboxMail } from "~/features/mail/demo-inbox.queries.server";
import { withToken } from "~/features/mail/render-mail";
import { unsubscribeToken } from "./unsubscribe-token.server";

const SENT = {
  id: uuid.from`e.id`,
  to: text.from`coalesce(m.email, s.email)`,
  ...columnsAs("n", Edition, "subject"),
  version: literal(EDITION_VERSIONS).from`b.extent`,
  sentAt: timestamp.present.from`e.sent_at`,
  text: text.from`b.text`,
  html: text.from`b.html`,
  readerId: uuid.from`coalesce(e.member_id, e.subscriber_id)`,
};
const SOURCE = sql`edition_members e join editions n on n.id = e.edition_id
  left join members m on m.id = e.member_id left join subscribers s on s.id = e.subscriber_id
  join edition_bodies b on b.edition_id = e.edition_id and b.extent = e.extent`;

const NEWEST = statement("editions.inbox", SENT)`
  select ${SENT} from ${SOURCE} where e.state = 'sent' order by e.sent_at desc, e.id desc limit ${int("limit")}`;
const BY_ID = statement("editions.inbox-mail", SENT)`
  select ${SENT} from ${SOURCE} where e.id = ${uuid("id")} and e.state = 'sent'`;

/** Emails in the demo inbox. */
const LIMIT = 100;

/** The newest emails of the demo, those of editions too. Demo mode only: their links open accounts. */
export async function demoInbox(): Promise<InboxMail[]> {
  const [single, editions] = await Promise.all([inbox(LIMIT), NEWEST.all({ limit: LIMIT })]);
  const mails = [...single, ...(await Promise.all(editions.map(toMail)))];
  return mails.toSorted((one, other) => other.sentAt.getTime() - one.sentAt.getTime()).slice(0, LIMIT);
}

export async function demoInboxMail(id: string): Promise<InboxMail | undefined> {
  const edition = await BY_ID.first({ id });
  return edition ? toMail(edition) : inboxMail(id);
}

async function toMail({
  readerId,
  version,
  html,
  text: plain,
  ...mail
}: RowOf<typeof SENT>): Promise<InboxMail> {
  const token = await unsubscribeToken(readerId);
  return {
    ...mail,
    template: `edition, ${version}`,
    state: "sent",
    html: withToken(html, token),
    text: withToken(plain, token),
  };
}
