import { REWARD_REFUSALS, type RewardRefusal } from "db/entities/referral";
import type { EntityManager } from "db/orm.server";
import { int, literal, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { config } from "~/platform/config.server";

/**
 * Whether member `o` is the referrer of `r`, or another rewarded friend of that referrer. A second account of
 * the same person earns nothing.
 */
const SAME_PERSON = sql`o.id <> r.friend_id and (o.id = r.referrer_id or exists (
    select 1 from referrals x where x.friend_id = o.id and x.referrer_id = r.referrer_id and x.state = 'rewarded'))`;

/** The friend shares a mailbox with one of them, or with a former address of the referrer. */
const SHARED_MAILBOX = sql`exists (
    select 1 from members o where mailbox_of(o.email::text) = mailbox_of(f.email::text) and ${SAME_PERSON})
  or exists (
    select 1 from former_addresses a
     where a.member_id = r.referrer_id and mailbox_of(a.email::text) = mailbox_of(f.email::text))`;

const SHARED_DEVICE = sql`exists (
    select 1 from known_devices mine join known_devices theirs on theirs.device_hash = mine.device_hash
      join members o on o.id = theirs.member_id
     where mine.member_id = r.friend_id and mine.is_browser and ${SAME_PERSON})`;

const SHARED_PAYER = sql`exists (
    select 1 from payments mine join payments theirs on theirs.payer_id = mine.payer_id
      join members o on o.id = theirs.member_id
     where mine.member_id = r.friend_id and mine.payer_id is not null and ${SAME_PERSON})`;

/** The last twelve months. */
const CAPPED = sql`${int.orNull("mostRewards")}::int <= (
    select count(*) from referrals y
     where y.referrer_id = r.referrer_id and y.state = 'rewarded' and y.refusal is null
       and y.rewarded_at > now() - interval '1 year')`;

const REFUSAL = {
  refusal: literal(REWARD_REFUSALS).orNull.from`case
    when r.referrers_browser then 'browser' when ${SHARED_MAILBOX} then 'mailbox' when ${SHARED_DEVICE} then 'device'
    when ${SHARED_PAYER} then 'payer' when ${CAPPED} then 'cap' end`,
};
const REFUSAL_OF = statement("referrals.refusal", REFUSAL)`
  select ${REFUSAL} from referrals r join members f on f.id = r.friend_id
   where r.friend_id = ${uuid("friendId")} and r.state = 'joined'`;

/**
 * Why the first payment of an invited member earns no reward, as far as is known now; null when nothing
 * speaks against it.
 */
export async function rewardRefusalOf(
  friendId: string,
  manager?: EntityManager,
): Promise<RewardRefusal | null> {
  const { referralRewardsPerYear } = config();
  const found = await REFUSAL_OF.first({ friendId, mostRewards: referralRewardsPerYear ?? null }, manager);
  return found?.refusal ?? null;
}
