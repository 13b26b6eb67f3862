import type { EntityManager } from "db/orm.server";
import { array, text, uuid } from "db/sql";
import { command } from "db/statement.server";

const FORGET = command("mails.forget")`
  delete from mails where lower(to_address) = any(${array(text)("addresses")}) or named_member_id = ${uuid("memberId")}`;

/**
 * Deletes the emails to a deleted member, and emails to others that name the member.
 * @param addresses in lower case
 */
export const forgetMails = (
  manager: EntityManager,
  { memberId, addresses }: { memberId: string; addresses: string[] },
): Promise<void> => FORGET.run({ memberId, addresses }, manager);
