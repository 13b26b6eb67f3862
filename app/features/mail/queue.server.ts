import { randomUUID } from "node:crypto";
import { Mail } from "db/entities/mail";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { text as sqlText, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { config } from "~/platform/config.server";
import { enqueue } from "~/platform/jobs/queue.server";
import { MAIL_QUEUE } from "~/platform/jobs/queue-names";
import { mailLogo } from "~/platform/site-settings/logo-png.server";
import { siteSettings } from "~/platform/site-settings/site-settings.server";
import { brandTokens } from "~/ui/brand-palette";
import type { MailContent, MailLook, MailSite } from "./mail-content";
import { type RenderedMail, renderMail } from "./render-mail";
import type { Sender } from "./transport.server";

export type QueuedMail = {
  to: string;
  /** The site's usual sender by default. */
  from?: Sender;
  content: MailContent;
  /** The cause, for instance `receipt:<payment id>`. One cause sends one email. */
  dedupeKey: string;
  /** The single-use token in the email's link. */
  tokenId?: string;
  /** The invitation, if the link invites to the staff. */
  invitationId?: string;
  /** The gift, if the link claims one, and the id from which the link's token is derived. */
  gift?: { id: string; linkId: string };
  /** Another member named in the text. Deleting that account deletes this email. */
  namesMember?: string;
  /** One of a large batch that nobody waits for: other emails go first. */
  isOneOfMany?: boolean;
};

const ADD = statement("mails.add", columns(Mail, "id"))`
  insert into mails (id, to_address, sender_name, sender_address, subject, template, cause, html, text, single_use_token_id, staff_invitation_id,
                     gift_link_id, gift_id, named_member_id)
  values (${uuid("id")}, ${sqlText("to")}, ${sqlText.orNull("senderName")}, ${sqlText.orNull("senderAddress")}, ${sqlText("subject")}, ${sqlText("template")}, ${sqlText("cause")},
          ${sqlText("html")}, ${sqlText("text")}, ${uuid.orNull("tokenId")}, ${uuid.orNull("invitationId")},
          ${uuid.orNull("giftLinkId")}, ${uuid.orNull("giftId")}, ${uuid.orNull("namedMemberId")})
  on conflict (cause) do nothing returning id`;

/** Stored with the email: an old email keeps the look that the site had then. */
function mailLook(): MailLook {
  const { colours, logo } = siteSettings();
  const { brand, link } = brandTokens(colours);
  return { brand, link, ...(logo && { logo: mailLogo(logo) }) };
}

/** The site as its emails show it now. */
export function mailSite(): MailSite {
  const { siteName, publicUrl } = config();
  return { siteName, publicUrl, look: mailLook() };
}

type RenderedQueuedMail = Omit<QueuedMail, "content"> & RenderedMail;

/**
 * Writes an email into the log and the queue, in the transaction of its cause. So neither exists without the
 * other.
 * @returns false if this cause has already sent an email
 */
export const queueMail = (manager: EntityManager, { content, ...mail }: QueuedMail): Promise<boolean> =>
  queueRendered(manager, { ...mail, ...renderMail(content, mailSite()) });

/** The same for an email that is already rendered. */
export async function queueRendered(manager: EntityManager, mail: RenderedQueuedMail): Promise<boolean> {
  const { to, from, subject, template, html, text } = mail;
  const { dedupeKey: cause, tokenId = null, invitationId = null, gift, namesMember = null } = mail;
  const carries = { tokenId, invitationId, giftLinkId: gift?.linkId ?? null, giftId: gift?.id ?? null };
  const sender = { senderName: from?.name ?? null, senderAddress: from?.address ?? null };
  const row = { to, ...sender, subject, template, cause, html, text, namedMemberId: namesMember, ...carries };
  const written = await ADD.first({ id: randomUUID(), ...row }, manager);
  if (!written) return false;
  await enqueue(MAIL_QUEUE, { mailId: written.id }, { last: mail.isOneOfMany }, manager);
  return true;
}
