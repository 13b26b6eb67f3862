import { setTimeout } from "node:timers/promises";
import { Mail } from "db/entities/mail";
import { TOKEN_PURPOSES } from "db/entities/single-use-token";
import { columnAs, columnsAs } from "db/entity-columns.server";
import { em, isDatabaseUnavailable } from "db/orm.server";
import { array, bool, float, literal, type RowOf, sql, text as sqlText, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { isReachable, wantsMessages } from "~/access/wanted-emails.server";
import { config } from "~/platform/config.server";
import { EXPIRE_SECONDS, enqueue } from "~/platform/jobs/queue.server";
import { MAIL_QUEUE } from "~/platform/jobs/queue-names";
import { log } from "~/platform/log.server";
import { linkSecrets } from "./link-token.server";
import { withSecrets } from "./render-mail";
import { isPermanentFailure, retrySeconds } from "./retry.rules";
import { isSuppressed, reportEmails } from "./suppressions.queries.server";
import { refusalOf, type SmtpError, type Transport } from "./transport.server";
import { verdictOfRefusal } from "./verdict.rules";

/**
 * The cause of a staff message names its batch and its member, whose choice and address may have changed since. One that
 * staff send again has another cause.
 */
const IS_UNWANTED = sql`case when c.cause like 'batch:%' then not exists (
  select from members m join member_batches b on b.state <> 'cancelled' and b.id = split_part(c.cause, ':', 2)::uuid
   where m.id = split_part(c.cause, ':', 3)::uuid and m.email = c.address and ${isReachable("m")} and ${wantsMessages("m")}) else false end`;

const WAITING = {
  ...columnsAs("c", Mail, "id", "subject", "html", "text", "attempts"),
  to: columnAs("c", Mail, "to"),
  ...columnsAs("c", Mail, "senderName", "senderAddress"),
  ageSeconds: float.from`extract(epoch from now() - c.created_at)::float8`,
  tokenId: uuid.orNull.from`t.id`,
  purpose: literal(TOKEN_PURPOSES).orNull.from`t.purpose`,
  invitationId: uuid.orNull.from`c.staff_invitation_id`,
  giftLinkId: uuid.orNull.from`c.gift_link_id`,
  isHeldBack: bool.from`c.template = any(${array(sqlText)("unasked")}) and ${isSuppressed("c.address")}`,
  isUnwanted: bool.from`${IS_UNWANTED}`,
};
type WaitingMail = RowOf<typeof WAITING>;

/**
 * Templates of emails that nobody asks for at that moment: a suppressed address does not get them. It gets links,
 * receipts and everything else that its owner, or a buyer of a gift, waits for.
 */
const UNASKED = ["expiry", "imported", "price-alert", "staff-message"];
const UNWANTED = "Not sent: its batch was cancelled, or the member does not get such emails any more.";
const HELD_BACK = "Not sent: the address cannot be reached, or its owner complained.";

/** Counts the attempt before it starts, so an attempt that crashes the process counts, too. */
const START_ATTEMPT = statement("delivery.start", WAITING)`
  with claimed as (
    update mails set attempts = attempts + 1 where id = ${uuid("mailId")} and state = 'queued'
    returning id, to_address, to_address::citext as address, sender_name, sender_address, subject, template, cause, html, text, attempts, created_at,
              single_use_token_id, staff_invitation_id, gift_link_id)
  select ${WAITING} from claimed c left join single_use_tokens t on t.id = c.single_use_token_id`;

const MARK_SENT = command("delivery.sent")`
  update mails set state = 'sent', sent_at = now(), last_error = null where id = ${uuid("id")}`;
const MARK_FAILED = command("delivery.failed")`
  update mails set state = 'failed', last_error = ${sqlText("reason")} where id = ${uuid("id")}`;
const MARK_HELD = command("delivery.held")`
  update mails set state = 'held', last_error = ${sqlText("reason")} where id = ${uuid("id")}`;
const NOTE_ERROR = command("delivery.note-error")`
  update mails set last_error = ${sqlText("reason")} where id = ${uuid("id")}`;

/**
 * While the database is away, a sent email is marked again and again until shortly before the queue may hand
 * out its job a second time: the last try may take seconds. Milliseconds since the job began.
 */
const MARK_MS = { within: EXPIRE_SECONDS * 1_000 - 10_000, every: 1_000 };

/**
 * Delivers one queued email. A failure is logged and the email queued again. Only a lost database connection
 * throws. A sent email is skipped, so a job that runs twice sends once.
 * @param now a clock in milliseconds
 */
export async function deliver(
  mailId: string,
  transport: Transport,
  now = () => performance.now(),
): Promise<void> {
  const deadline = now() + MARK_MS.within;
  const mail = await START_ATTEMPT.first({ mailId, unasked: UNASKED });
  if (!mail) return;
  if (mail.isHeldBack || mail.isUnwanted) {
    await MARK_HELD.run({ id: mail.id, reason: mail.isHeldBack ? HELD_BACK : UNWANTED });
    return;
  }
  const { id, to, senderName, senderAddress, subject } = mail;
  const from = senderName && senderAddress ? { name: senderName, address: senderAddress } : undefined;
  const secrets = linkSecrets(mail);
  const [html, text] = [withSecrets(mail.html, secrets), withSecrets(mail.text, secrets)];
  try {
    await transport.send({ id, to, from, subject, html, text, unsubscribe: unsubscribeLink(mail.text) });
  } catch (error) {
    await retryLater(mail, error);
    return;
  }
  await markSent(id, () => now() > deadline);
}

/** The address of an email's link to unsubscribe, which follows a line of its own. */
function unsubscribeLink(text: string): string | undefined {
  const own = `${config().publicUrl}/unsubscribe/`;
  return text.split("\n").find((line) => line.startsWith(own) && /^[\w/-]+$/.test(line.slice(own.length)));
}

/** @throws if the database is away until it is late */
async function markSent(id: string, isLate: () => boolean): Promise<void> {
  for (;;) {
    try {
      await MARK_SENT.run({ id });
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || isLate()) throw error;
      await setTimeout(MARK_MS.every);
    }
  }
}

async function retryLater({ id, to, attempts, ageSeconds }: WaitingMail, error: unknown): Promise<void> {
  const { message, responseCode } = error as SmtpError;
  const reason = (message ?? String(error)).slice(0, 1000);
  const wait = isPermanentFailure(responseCode) ? undefined : retrySeconds(attempts, ageSeconds);
  log().warn({ mailId: id, attempts, reason, retryInSeconds: wait }, "mail not delivered");
  if (wait === undefined) {
    const { isAboutEmail, isAboutReceiver } = refusalOf(error as SmtpError);
    const kind = isAboutEmail
      ? verdictOfRefusal({ code: responseCode ?? 0, answer: reason, isAboutReceiver })
      : undefined;
    await em().transactional(async (manager) => {
      await MARK_FAILED.run({ reason, id }, manager);
      if (kind) await reportEmails([{ emailId: id, address: to, kind, evidence: reason }], manager);
    });
    return;
  }
  await em().transactional(async (manager) => {
    await NOTE_ERROR.run({ reason, id }, manager);
    await enqueue(MAIL_QUEUE, { mailId: id }, { delaySeconds: Math.ceil(wait) }, manager);
  });
}
