import type { EntityManager } from "db/orm.server";
import { array, sql, text, uuid } from "db/sql";
import { command } from "db/statement.server";

const FORGET_BUYER = command("gifts.forget-buyer")`
  update gifts set sender_name = 'Somebody', message = '', recipient_email = null, version = version + 1
   where buyer_id = ${uuid("memberId")}`;
const FORGET_MAILS = command("gifts.forget-mails")`
  delete from mails where gift_id in (select id from gifts where buyer_id = ${uuid("memberId")})`;
const RECEIVED = sql`(claimed_by_id = ${uuid("memberId")} or recipient_email = any(${array(text)("addresses")}::citext[]))`;
const MENTIONS_MEMBER = sql`exists (
  select from unnest(${array(text)("names")}::text[]) as name where position(lower(name) in lower(message)) > 0)`;
const FORGET_NAMING_MAILS = command("gifts.forget-naming-mails")`
  delete from mails where gift_id in (select id from gifts where ${RECEIVED} and ${MENTIONS_MEMBER})`;
const FORGET_RECIPIENT = command("gifts.forget-recipient")`
  update gifts set recipient_email = null, message = case when ${MENTIONS_MEMBER} then '' else message end, version = version + 1
   where ${RECEIVED}`;

/** @property names first and last name @property addresses all current and former ones */
type Leaving = { memberId: string; names: string[]; addresses: string[] };

/**
 * Removes the personal data of a deleted member from gifts. Gifts that they gave can still be claimed by
 * link, but the emails with their name and message are deleted. Gifts that they received lose the recipient's
 * address and the message. The caller locks the member's row.
 */
export async function forgetGifts(manager: EntityManager, leaving: Leaving): Promise<void> {
  const { memberId } = leaving;
  await FORGET_MAILS.run({ memberId }, manager);
  await FORGET_BUYER.run({ memberId }, manager);
  await FORGET_NAMING_MAILS.run(leaving, manager);
  await FORGET_RECIPIENT.run(leaving, manager);
}
