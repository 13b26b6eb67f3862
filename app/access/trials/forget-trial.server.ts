import type { EntityManager } from "db/orm.server";
import { array, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { trialAddressHash } from "./trial-address.server";
import { trialOf } from "./trials.queries.server";

const MAILBOXES = statement("trials.mailboxes", { mailbox: text })`
  select distinct mailbox_of(address) as mailbox from unnest(${array(text)("addresses")}::text[]) as address`;
const KEEP_ADDRESSES = command("trials.keep-addresses")`
  insert into trial_addresses (address_hash) select unnest(${array(text)("hashes")}::text[]) on conflict do nothing`;
const KEEP_DEVICES = command("trials.keep-all-devices")`
  insert into trial_devices (device_hash)
  select device_hash from known_devices where member_id = ${uuid("memberId")} and is_browser order by device_hash
  on conflict do nothing`;
const FORGET = command("trials.forget")`delete from trials where member_id = ${uuid("memberId")}`;

/**
 * Deletes the trial of a deleted account, except the hashes of its mailboxes and browsers, so that a new
 * account cannot get another trial. The caller locks the member's row.
 */
export async function deleteTrial(
  manager: EntityManager,
  memberId: string,
  addresses: readonly string[],
): Promise<void> {
  if (!(await trialOf(memberId, manager))) return;
  const mailboxes = await MAILBOXES.all({ addresses: [...addresses] }, manager);
  await KEEP_ADDRESSES.run({ hashes: mailboxes.map(({ mailbox }) => trialAddressHash(mailbox)) }, manager);
  await KEEP_DEVICES.run({ memberId }, manager);
  await FORGET.run({ memberId }, manager);
}
