import type { EntityManager } from "db/orm.server";
import { array, text, uuid } from "db/sql";
import { command } from "db/statement.server";

const FORGET_BUYER = command("gifts.forget-buyer")`
  update gifts set sender_name = 'Somebody', message = '', recipient_email = null, version = version + 1
   where buyer_id = ${uuid("memberId")}`;
const FORGET_MAILS = command("gifts.forget-mails")`
  delete from mails where gift_id in (select id from gifts where buyer_id = ${uuid("memberId")})`;
const FORGET_RECIPIENT = command("gifts.forget-recipient")`
  update gifts set recipient_email = null, version = version + 1
   where claimed_by_id = ${uuid("memberId")} or recipient_email = any(${array(text)("addresses")}::citext[])`;

/**
 * Forgets who somebody was whose account is deleted. What they gave can still be claimed by its link, though its mails, which have their
 * name and their words, go from here; what was given to them no longer says where it was sent. The member's row is locked by the caller.
 */
export async function forgetGiftsOf(
  manager: EntityManager,
  memberId: string,
  addresses: readonly string[],
): Promise<void> {
  await FORGET_BUYER.run({ memberId }, manager);
  await FORGET_MAILS.run({ memberId }, manager);
  await FORGET_RECIPIENT.run({ memberId, addresses: [...addresses] }, manager);
}
