import { query } from "db/query.server";
import { deriveToken } from "~/features/auth/single-use-tokens.server";
import { withToken } from "./render-mail";

export type InboxMail = {
  id: string;
  to: string;
  subject: string;
  template: string;
  state: "queued" | "sent" | "failed";
  sentAt: Date;
  text: string;
  html: string;
};

type Row = InboxMail & { tokenId: string | null; purpose: "verify-email" | "reset-password" | null };

const COLUMNS = `m.id, m.to_address as "to", m.subject, m.template, m.state, m.text, m.html,
  coalesce(m.sent_at, m.created_at) as "sentAt", t.id as "tokenId", t.purpose`;

/** The newest mails as they would have arrived, links and all. Demo mode only: it opens every account. */
export async function inbox(limit = 100): Promise<InboxMail[]> {
  const found = await query<Row>(
    `select ${COLUMNS} from mails m left join single_use_tokens t on t.id = m.single_use_token_id
      where m.state = 'sent' order by m.created_at desc, m.id desc limit ?`,
    [limit],
  );
  return found.map(withLinks);
}

export async function inboxMail(id: string): Promise<InboxMail | undefined> {
  const [found] = await query<Row>(
    `select ${COLUMNS} from mails m left join single_use_tokens t on t.id = m.single_use_token_id
      where m.id = ? and m.state = 'sent'`,
    [id],
  );
  return found && withLinks(found);
}

function withLinks({ tokenId, purpose, ...mail }: Row): InboxMail {
  const token = tokenId && purpose ? deriveToken(purpose, tokenId) : "";
  return { ...mail, text: withToken(mail.text, token), html: withToken(mail.html, token) };
}
