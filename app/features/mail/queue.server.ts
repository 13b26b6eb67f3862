import { randomUUID } from "node:crypto";
import type { EntityManager } from "db/orm.server";
import { query } from "db/query.server";
import { config } from "~/platform/config.server";
import { enqueue } from "~/platform/jobs/queue.server";
import { type MailContent, renderMail } from "./render-mail";

/** Mails on their way out, one job each: `{ mailId }`. */
export const MAIL_QUEUE = "mail";

export type QueuedMail = {
  to: string;
  content: MailContent;
  /** What it is about, for instance `receipt:<payment id>`: the same cause never mails twice. */
  dedupeKey: string;
  /** The single-use token that the letter's link carries. */
  tokenId?: string;
};

/**
 * Writes a mail into the log and the queue, in the transaction of what causes it: no mail without the deed, no
 * deed without the mail.
 * @returns false when this cause has been mailed before.
 */
export async function queueMail(manager: EntityManager, mail: QueuedMail): Promise<boolean> {
  const { siteName, publicUrl } = config();
  const { template, subject, html, text } = renderMail(mail.content, { siteName, publicUrl });
  const [written] = await query<{ id: string }>(
    `insert into mails (id, to_address, subject, template, cause, html, text, single_use_token_id)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (cause) do nothing returning id`,
    [randomUUID(), mail.to, subject, template, mail.dedupeKey, html, text, mail.tokenId ?? null],
    manager,
  );
  if (!written) return false;
  await enqueue(MAIL_QUEUE, { mailId: written.id }, {}, manager);
  return true;
}
