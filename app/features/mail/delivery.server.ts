import { em } from "db/orm.server";
import { query } from "db/query.server";
import { deriveToken } from "~/features/auth/single-use-tokens.server";
import { enqueue } from "~/platform/jobs/queue.server";
import { log } from "~/platform/log.server";
import { MAIL_QUEUE } from "./queue.server";
import { withToken } from "./render-mail";
import { isPermanentFailure, retrySeconds } from "./retry.rules";
import type { Transport } from "./transport.server";

type WaitingMail = {
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  attempts: number;
  ageSeconds: number;
  tokenId: string | null;
  purpose: "verify-email" | "reset-password" | null;
};

/** Counts the attempt before it is made, so that one which ends the process counts, too. */
const START_ATTEMPT = `
  with claimed as (
    update mails set attempts = attempts + 1 where id = ? and state = 'queued'
    returning id, to_address, subject, html, text, attempts, created_at, single_use_token_id)
  select c.id, to_address as "to", subject, html, text, attempts, t.id as "tokenId", t.purpose,
         extract(epoch from now() - c.created_at)::float8 as "ageSeconds"
    from claimed c left join single_use_tokens t on t.id = c.single_use_token_id`;

/**
 * Delivers one mail of the queue. A failure is written to the log of mails and the mail queued again; only a
 * lost database makes this throw. A mail that has left is left alone, so a job given twice sends once.
 */
export async function deliver(mailId: string, transport: Transport): Promise<void> {
  const [mail] = await query<WaitingMail>(START_ATTEMPT, [mailId]);
  if (!mail) return;
  const { id, to, subject, tokenId, purpose } = mail;
  const token = tokenId && purpose ? deriveToken(purpose, tokenId) : "";
  const [html, text] = [withToken(mail.html, token), withToken(mail.text, token)];
  try {
    await transport.send({ id, to, subject, html, text });
  } catch (error) {
    await retryLater(mail, error);
    return;
  }
  await query("update mails set state = 'sent', sent_at = now(), last_error = null where id = ?", [id]);
}

async function retryLater({ id, attempts, ageSeconds }: WaitingMail, error: unknown): Promise<void> {
  const { message, responseCode } = error as { message?: string; responseCode?: number };
  const reason = (message ?? String(error)).slice(0, 1000);
  const wait = isPermanentFailure(responseCode) ? undefined : retrySeconds(attempts, ageSeconds);
  log().warn({ mailId: id, attempts, reason, retryInSeconds: wait }, "mail not delivered");
  if (wait === undefined) {
    await query("update mails set state = 'failed', last_error = ? where id = ?", [reason, id]);
    return;
  }
  await em().transactional(async (manager) => {
    await query("update mails set last_error = ? where id = ?", [reason, id], manager);
    await enqueue(MAIL_QUEUE, { mailId: id }, { delaySeconds: Math.ceil(wait) }, manager);
  });
}
