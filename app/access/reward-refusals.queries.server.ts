import { REWARD_REFUSALS, type RewardRefusal } from "db/entities/referral";
import type { EntityManager } from "db/orm.server";
import { int, literal, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { config } from "~/platform/config.server";

/**
 * Whether a member, called `o`, is who referred the friend of `r`, or another friend of theirs who was rewarded: a second account of one
 * person earns as little as the first one's own.
 */
const ANOTHER_SELF = sql`o.id <> r.friend_id and (o.id = r.referrer_id or exists (
    select 1 from referrals x where x.friend_id = o.id and x.referrer_id = r.referrer_id and x.state = 'rewarded'))`;

/** Their mailboxes are one, also by an address that who referred them had before. */
const ONE_MAILBOX = sql`exists (
    select 1 from members o where mailbox_of(o.email::text) = mailbox_of(f.email::text) and ${ANOTHER_SELF})
  or exists (
    select 1 from former_addresses a
     where a.member_id = r.referrer_id and mailbox_of(a.email::text) = mailbox_of(f.email::text))`;

const ONE_DEVICE = sql`exists (
    select 1 from known_devices mine join known_devices theirs on theirs.device_hash = mine.device_hash
      join members o on o.id = theirs.member_id
     where mine.member_id = r.friend_id and mine.is_browser and ${ANOTHER_SELF})`;

const ONE_PAYER = sql`exists (
    select 1 from payments mine join payments theirs on theirs.payer_id = mine.payer_id
      join members o on o.id = theirs.member_id
     where mine.member_id = r.friend_id and mine.payer_id is not null and ${ANOTHER_SELF})`;

/** Twelve months back from now. */
const CAPPED = sql`${int.orNull("mostRewards")}::int <= (
    select count(*) from referrals y
     where y.referrer_id = r.referrer_id and y.state = 'rewarded' and y.refusal is null
       and y.rewarded_at > now() - interval '1 year')`;

const REFUSAL = {
  refusal: literal(REWARD_REFUSALS).orNull.from`case
    when r.referrers_browser then 'browser' when ${ONE_MAILBOX} then 'mailbox' when ${ONE_DEVICE} then 'device'
    when ${ONE_PAYER} then 'payer' when ${CAPPED} then 'cap' end`,
};
const REFUSAL_OF = statement("referrals.refusal", REFUSAL)`
  select ${REFUSAL} from referrals r join members f on f.id = r.friend_id
   where r.friend_id = ${uuid("friendId")} and r.state = 'joined'`;

/** Why the first payment of a member who was invited earns nobody days, as far as it shows now; null where nothing speaks against it. */
export async function rewardRefusalOf(
  friendId: string,
  manager?: EntityManager,
): Promise<RewardRefusal | null> {
  const { referralRewardsPerYear } = config();
  const found = await REFUSAL_OF.first({ friendId, mostRewards: referralRewardsPerYear ?? null }, manager);
  return found?.refusal ?? null;
}
