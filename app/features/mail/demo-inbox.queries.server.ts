import { Mail, type MailState } from "db/entities/mail";
import { TOKEN_PURPOSES } from "db/entities/single-use-token";
import { columnsAs } from "db/entity-columns.server";
import { int, literal, type RowOf, sql, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { linkSecrets } from "./link-token.server";
import { withSecrets } from "./render-mail";

export type InboxMail = {
  id: string;
  to: string;
  subject: string;
  template: string;
  state: MailState;
  sentAt: Date;
  text: string;
  html: string;
};

const MAIL = {
  ...columnsAs("m", Mail, "id", "to", "subject", "template", "state", "text", "html"),
  sentAt: timestamp.from`coalesce(m.sent_at, m.created_at)`,
  tokenId: uuid.orNull.from`t.id`,
  purpose: literal(TOKEN_PURPOSES).orNull.from`t.purpose`,
  invitationId: uuid.orNull.from`m.staff_invitation_id`,
  giftLinkId: uuid.orNull.from`m.gift_link_id`,
};
const SOURCE = sql`mails m left join single_use_tokens t on t.id = m.single_use_token_id`;

const NEWEST = statement("inbox.newest", MAIL)`
  select ${MAIL} from ${SOURCE} where m.state = 'sent' order by m.created_at desc, m.id desc limit ${int("limit")}`;

/** The newest emails as delivered, with their links. Demo mode only: the links open every account. */
export async function inbox(limit = 100): Promise<InboxMail[]> {
  return (await NEWEST.all({ limit })).map(withLinks);
}

const BY_ID = statement("inbox.by-id", MAIL)`
  select ${MAIL} from ${SOURCE} where m.id = ${uuid("id")} and m.state = 'sent'`;

export async function inboxMail(id: string): Promise<InboxMail | undefined> {
  const found = await BY_ID.first({ id });
  return found && withLinks(found);
}

function withLinks({ tokenId, purpose, invitationId, giftLinkId, ...mail }: RowOf<typeof MAIL>): InboxMail {
  const secrets = linkSecrets({ tokenId, purpose, invitationId, giftLinkId });
  return { ...mail, text: withSecrets(mail.text, secrets), html: withSecrets(mail.html, secrets) };
}
