import type { EntityManager } from "db/orm.server";
import { array, sql, text, uuid } from "db/sql";
import { command } from "db/statement.server";

const FORGET_BUYER = command("gifts.forget-buyer")`
  update gifts set sender_name = 'Somebody', message = '', recipient_email = null, version = version + 1
   where buyer_id = ${uuid("memberId")}`;
const FORGET_MAILS = command("gifts.forget-mails")`
  delete from mails where gift_id in (select id from gifts where buyer_id = ${uuid("memberId")})`;
const RECEIVED = sql`(claimed_by_id = ${uuid("memberId")} or recipient_email = any(${array(text)("addresses")}::citext[]))`;
const NAMES_THEM = sql`exists (
  select from unnest(${array(text)("names")}::text[]) as name where position(lower(name) in lower(message)) > 0)`;
const FORGET_NAMING_MAILS = command("gifts.forget-naming-mails")`
  delete from mails where gift_id in (select id from gifts where ${RECEIVED} and ${NAMES_THEM})`;
const FORGET_RECIPIENT = command("gifts.forget-recipient")`
  update gifts set recipient_email = null, message = case when ${NAMES_THEM} then '' else message end, version = version + 1
   where ${RECEIVED}`;

/** @property names first and last. @property addresses every one they have or had */
type Leaving = { memberId: string; names: string[]; addresses: string[] };

/**
 * Forgets a member whose account is deleted. What they gave can still be claimed by its link, though its mails, which have their name and
 * their words, go from here. What was given to them no longer says where it was sent, nor what was written to them by name. The member's row
 * is locked by the caller.
 */
export async function forgetGiftsOf(manager: EntityManager, leaving: Leaving): Promise<void> {
  const { memberId } = leaving;
  await FORGET_MAILS.run({ memberId }, manager);
  await FORGET_BUYER.run({ memberId }, manager);
  await FORGET_NAMING_MAILS.run(leaving, manager);
  await FORGET_RECIPIENT.run(leaving, manager);
}
