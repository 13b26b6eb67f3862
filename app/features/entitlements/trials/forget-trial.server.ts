import type { EntityManager } from "db/orm.server";
import { array, text, uuid } from "db/sql";
import { command } from "db/statement.server";
import { trialAddressHash } from "./trial-address.server";
import { trialOf } from "./trials.queries.server";

const KEEP_ADDRESSES = command("trials.keep-addresses")`
  insert into trial_addresses (address_hash) select unnest(${array(text)("hashes")}::text[]) on conflict do nothing`;
const FORGET = command("trials.forget")`delete from trials where member_id = ${uuid("memberId")}`;

/**
 * Forgets the trial of an account that is deleted, all but the hashes of its addresses: who registers again with one of them has had theirs.
 * The member's row is locked by the caller.
 */
export async function forgetTrialOf(
  manager: EntityManager,
  memberId: string,
  addresses: readonly string[],
): Promise<void> {
  if (!(await trialOf(memberId, manager))) return;
  await KEEP_ADDRESSES.run({ hashes: addresses.map(trialAddressHash) }, manager);
  await FORGET.run({ memberId }, manager);
}
