import { isOverSql, trialOfMemberSql } from "db/effective-tier";
import { Trial } from "db/entities/trial";
import { columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, type RowOf, raw, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { type TrialFacts, trialRefusal } from "./trial.rules";
import { trialAddressHashes } from "./trial-address.server";

/**
 * Joins as `t` the trial that is the whole access of member `m`. Later days or another tier exclude it; a
 * trial that staff shortened still counts.
 */
export const HELD_BY_TRIAL = sql`left join trials t on ${raw(trialOfMemberSql("m"))}`;

const BEGUN = columnsAs("t", Trial, "packageName", "tier", "days", "accessFrom", "accessUntil");

/** A member's trial, active or ended. */
export type MemberTrial = RowOf<typeof BEGUN>;

const OF_MEMBER = statement("trials.of-member", BEGUN)`
  select ${BEGUN} from trials t where t.member_id = ${uuid("memberId")}`;

export const trialOf = (memberId: string, manager?: EntityManager): Promise<MemberTrial | undefined> =>
  OF_MEMBER.first({ memberId }, manager);

/** A browser of the member (`d`) in which somebody else had a trial, including deleted accounts. */
const TRIED_DEVICE = sql`exists (
  select 1 from known_devices d
   where d.member_id = m.id and d.is_browser
     and (exists (select 1 from trial_devices v where v.device_hash = d.device_hash)
          or exists (select 1 from known_devices o join trials t on t.member_id = o.member_id
                      where o.device_hash = d.device_hash and o.member_id <> m.id)))`;

const FACTS = {
  email: text.from`m.email::text`,
  mailbox: text.from`mailbox_of(m.email::text)`,
  stays: bool.from`m.status = 'active' and m.deletion_requested_at is null`,
  reads: bool.from`m.subscription <> 'Basic' and not coalesce(${raw(isOverSql("m"))}, false)`,
  hadAccess: bool.from`m.subscription <> 'Basic'
    or exists (select 1 from payments p
                where p.member_id = m.id and p.status = 'COMPLETED' and p.access_from is not null)
    or exists (select 1 from gifts g where g.claimed_by_id = m.id)`,
  hadTrial: bool.from`exists (
    select 1 from members o join trials t on t.member_id = o.id
     where mailbox_of(o.email::text) = mailbox_of(m.email::text))`,
  deviceTried: bool.from`${TRIED_DEVICE}`,
  /** Orders older than 30 days are no longer checked with PayPal. */
  awaitsPayment: bool.from`exists (
    select 1 from orders o where o.member_id = m.id and o.status in ('approved', 'capturing', 'unknown', 'pending')
       and o.end_reason is null
       and o.created_at > now() - interval '30 days' and not exists (select 1 from gifts g where g.order_id = o.id))`,
};
const FACTS_OF = statement("trials.facts", FACTS)`
  select ${FACTS} from members m where m.id = ${uuid("memberId")}`;

const KNOWN = { known: bool.from`true` };
const KNOWN_ADDRESS = statement("trials.known-address", KNOWN)`
  select ${KNOWN} from trial_addresses where address_hash = any(${array(text)("hashes")}) limit 1`;

/** The facts about a member who wants a trial, with their mailbox; undefined when there is no such member. */
export async function trialFactsOf(
  memberId: string,
  manager?: EntityManager,
): Promise<(TrialFacts & { mailbox: string }) | undefined> {
  const facts = await FACTS_OF.first({ memberId }, manager);
  if (!facts || facts.hadTrial) return facts;
  // Older trials are stored by address, not by mailbox.
  const hashes = [facts.mailbox, facts.email].flatMap(trialAddressHashes);
  const known = await KNOWN_ADDRESS.first({ hashes }, manager);
  return { ...facts, hadTrial: known !== undefined };
}

/** Whether a member can start a trial of any plan. */
export async function canStartTrial(memberId: string): Promise<boolean> {
  const facts = await trialFactsOf(memberId);
  return facts !== undefined && trialRefusal(facts) === undefined;
}
