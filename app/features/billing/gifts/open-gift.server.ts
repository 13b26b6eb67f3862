import { randomUUID } from "node:crypto";
import { Gift } from "db/entities/gift";
import { Order } from "db/entities/order";
import { columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { int, type RowOf, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { tokenHash } from "~/auth/sessions.server";
import { deriveToken } from "~/auth/single-use-tokens.server";
import { giftMail } from "~/features/billing/payments/purchase-mails";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { CLAIM_DAYS } from "./gift.rules";

const FACTS = {
  ...columnsAs("g", Gift, "id", "senderName", "message"),
  ...columnsAs("o", Order, "packageName", "days"),
  to: text.orNull.from`g.recipient_email::text`,
  expiresAt: timestamp.present.from`g.expires_at`,
  linkId: uuid.present.from`g.link_id`,
};
type GiftFacts = RowOf<typeof FACTS>;

const LINK = { linkId: uuid("linkId"), tokenHash: text("tokenHash") };

/** A new link of a gift. The email gets its token on sending; the database holds only the hash. */
function newGiftLink(): { linkId: string; tokenHash: string } {
  const linkId = randomUUID();
  return { linkId, tokenHash: tokenHash(deriveToken("gift", linkId)) };
}

const OPEN = statement("gifts.open", FACTS)`
  update gifts g set paid_at = now(), expires_at = now() + make_interval(days => ${int("days")}),
                     link_id = ${LINK.linkId}, token_hash = ${LINK.tokenHash}, version = g.version + 1
    from orders o join payments p on p.order_id = o.id
   where p.id = ${uuid("paymentId")} and g.order_id = o.id and g.paid_at is null returning ${FACTS}`;

/**
 * Creates the link of a newly paid gift and emails it to the recipient, in the capture's transaction. If the
 * recipient's address was deleted with an account, nothing is sent. The buyer can then send the gift to
 * another address.
 */
export async function openGift(manager: EntityManager, { paymentId }: { paymentId: string }): Promise<void> {
  const gift = await OPEN.first({ paymentId, days: CLAIM_DAYS, ...newGiftLink() }, manager);
  if (gift) await sendLink(manager, gift);
}

const RENEW = statement("gifts.renew-link", FACTS)`
  update gifts g set link_id = ${LINK.linkId}, token_hash = ${LINK.tokenHash},
                     recipient_email = ${text("to")}, version = g.version + 1
    from orders o
   where g.id = ${uuid("giftId")} and g.buyer_id = ${uuid("memberId")} and o.id = g.order_id
     and g.paid_at is not null and g.claimed_at is null and g.taken_back_at is null and g.expires_at > now()
  returning ${FACTS}`;

/**
 * Sends the link again, to the same address or a corrected one. Earlier links stop working.
 * @returns false if the gift was claimed, taken back or has expired
 */
export async function renewLink(
  manager: EntityManager,
  memberId: string,
  giftId: string,
  to: string,
): Promise<boolean> {
  const gift = await RENEW.first({ giftId, memberId, to, ...newGiftLink() }, manager);
  if (!gift) return false;
  await sendLink(manager, gift);
  return true;
}

async function sendLink(manager: EntityManager, gift: GiftFacts): Promise<void> {
  const { siteName, siteTz } = config();
  const content = giftMail(siteName, gift, siteTz);
  const { id, linkId, to } = gift;
  if (to) await queueMail(manager, { to, content, dedupeKey: `gift:${id}:${linkId}`, gift: { id, linkId } });
}
