import { randomUUID } from "node:crypto";
import { Mail } from "db/entities/mail";
import type { TokenPurpose } from "db/entities/single-use-token";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { FIRST_PASSWORD_MINUTES, issueToken } from "~/auth/single-use-tokens.server";
import { enqueue } from "~/platform/jobs/queue.server";
import { MAIL_QUEUE } from "~/platform/jobs/queue-names";
import { AppError } from "~/web/app-error.server";

/** Emails whose link grants something. A resent email gets a new link, and older links expire. */
const LINKS: ReadonlyMap<string, { purpose: TokenPurpose; minutes?: number }> = new Map([
  ["verification", { purpose: "verify-email" }],
  ["reset", { purpose: "reset-password" }],
  ["imported", { purpose: "reset-password", minutes: FIRST_PASSWORD_MINUTES }],
]);

/** Emails whose link only the member can ask for, and where. */
const ASKED_BY_MEMBERS: ReadonlyMap<string, string> = new Map([
  ["address-link", "in their account"],
  ["sign-in", "on the sign-in page"],
  ["confirm-newsletters", "in their account"],
  ["newsletters-of-account", "in their account"],
]);

type Addressee = { id: string; email: string; status: string };

const SENT = {
  ...columns(Mail, "subject", "template"),
  opensNoGift: bool.from`template = 'gift' and not exists (
    select 1 from gifts g where g.id = mails.gift_id and g.link_id = mails.gift_link_id
       and g.claimed_at is null and g.taken_back_at is null and g.expires_at > now())`,
};
const FIND = statement("mail-again.find", SENT)`
  select ${SENT} from mails where id = ${uuid("mailId")} and to_address = any(${array(text)("addresses")})`;

const COPY = statement("mail-again.copy", columns(Mail, "id"))`
  insert into mails (id, to_address, subject, template, cause, html, text, single_use_token_id, gift_link_id,
                     gift_id, named_member_id)
  select ${uuid("id")}, ${text("to")}, subject, template, 'again:' || id || ':' || ${uuid("id")}::uuid, html, text, ${uuid.orNull("tokenId")}, gift_link_id,
         gift_id, named_member_id
    from mails where id = ${uuid("mailId")} returning id`;

/**
 * Resends an email with the same words to the member's current address.
 * @param formerly the member's former addresses
 * @returns its subject, and the name of its template
 * @throws AppError 404 for an email of another member, 409 if its link would open nothing
 */
export async function sendAgain(
  manager: EntityManager,
  member: Addressee,
  formerly: readonly string[],
  mailId: string,
): Promise<{ subject: string; template: string }> {
  const mail = await FIND.first({ mailId, addresses: [member.email, ...formerly] }, manager);
  if (!mail) throw new AppError(404, "This email was not sent to this member, so it cannot be sent again.");
  if (mail.opensNoGift)
    throw new AppError(
      409,
      "Nothing was sent: the gift’s link no longer works. Its buyer can send a new one.",
    );
  const page = ASKED_BY_MEMBERS.get(mail.template);
  if (page)
    throw new AppError(409, `Nothing was sent: only the member can ask for that link again, ${page}.`);
  const { purpose, minutes } = LINKS.get(mail.template) ?? {};
  if (purpose && (purpose === "verify-email") !== (member.status === "pending")) {
    const why = purpose === "verify-email" ? "the address is verified" : "the address is not verified yet";
    throw new AppError(409, `Nothing was sent: ${why}, so its link would not work.`);
  }
  const tokenId = purpose ? await issueToken(manager, member.id, purpose, { minutes }) : null;
  const copy = await COPY.first({ id: randomUUID(), to: member.email, tokenId, mailId }, manager);
  if (copy) await enqueue(MAIL_QUEUE, { mailId: copy.id }, {}, manager);
  return mail;
}
