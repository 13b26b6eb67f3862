import { Member } from "db/entities/member";
import { REFERRAL_STATES, REWARD_REFUSALS, Referral } from "db/entities/referral";
import { columnAs, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { bool, literal, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { FollowedLink } from "./followed-link.server";
import { givePeriod, takeBackPeriods } from "./periods.server";
import { REFERRAL_CODE, REFERRAL_DAYS } from "./referrals.rules";
import { rewardRefusalOf } from "./reward-refusals.queries.server";

const ADD = command("referrals.add")`
  insert into referrals (referrer_id, friend_id, days, referrers_browser)
  select r.id, f.id, ${REFERRAL_DAYS}, ${bool("referrersBrowser")}
    from members r join members f on f.id = ${uuid.orNull("friendId")}::uuid
   where r.referral_code = ${text("code")} and r.status = 'active' and r.id <> f.id
  on conflict (friend_id) do update set referrers_browser = excluded.referrers_browser
   where referrals.state = 'joined' and referrals.referrer_id = excluded.referrer_id`;

/**
 * Stores which referral link a new member followed. Ignores unknown codes and codes whose owner cannot sign
 * in. Each friend counts once, and the database rejects self-referrals.
 * @param friendId undefined runs the same query and writes nothing
 */
export async function recordReferral(
  manager: EntityManager,
  friendId: string | undefined,
  { code, referrersBrowser }: FollowedLink,
): Promise<void> {
  if (!REFERRAL_CODE.test(code)) return;
  await ADD.run({ friendId: friendId ?? null, code: code.toUpperCase(), referrersBrowser }, manager);
}

const FORGET_OTHERS = command("referrals.forget-others")`
  delete from referrals where friend_id = ${uuid("friendId")} and state = 'joined'
     and referrer_id not in (select id from members where referral_code = ${text.orNull("code")})`;

/**
 * Replaces or removes the stored referral: an address may be registered several times before it is verified.
 */
export async function reattribute(
  manager: EntityManager,
  friendId: string,
  link: FollowedLink | null,
): Promise<void> {
  await FORGET_OTHERS.run({ friendId, code: link?.code.toUpperCase() ?? null }, manager);
  if (link) await recordReferral(manager, friendId, link);
}

const LOCK_MEMBERS = statement("referrals.lock-members", columnsAs("m", Member, "id"))`
  select m.id from members m
   where m.id in (${uuid("memberId")}, ${uuid.orNull("claimerId")}::uuid,
                  (select referrer_id from referrals
                    where friend_id = ${uuid("memberId")} and state = ${literal(REFERRAL_STATES)("state")}))
   order by m.id for update`;

/**
 * Locks the rows of all members whose access a payment of this member may change: the member, their referrer,
 * and the claimer of a paid gift. Rows are locked in the order of ids to avoid deadlocks. Run it before
 * writing shared daily totals and receipt counters, because a transaction that holds those must not wait for
 * a member.
 * @param state the referral state that matters to the payment
 */
export const lockMembers = async (
  manager: EntityManager,
  of: { memberId: string; claimerId?: string | null; state: "joined" | "rewarded" },
): Promise<void> => {
  await LOCK_MEMBERS.all({ claimerId: null, ...of }, manager);
};

/** The days that each side got; with a refusal only the friend got them. */
export type ReferralOutcome = {
  id: string;
  referrerId: string;
  friendId: string;
  days: number;
  refusal: "cap" | null;
};

const OUTCOME = {
  ...columnsAs("referrals", Referral, "id", "days"),
  refusal: literal(["cap"]).orNull.from`referrals.refusal`,
  referrerId: columnAs("referrals", Referral, "referrer"),
  friendId: columnAs("referrals", Referral, "friend"),
};
const REWARD = statement("referrals.reward", OUTCOME)`
  update referrals set state = 'rewarded', rewarded_at = now(), payment_id = ${uuid("paymentId")}, version = version + 1,
         refusal = ${literal(["cap"]).orNull("refusal")}
   where friend_id = ${uuid("friendId")} and state = 'joined' returning ${OUTCOME}`;
const REFUSE = command("referrals.refuse")`
  update referrals set state = 'refused', refused_at = now(), refusal = ${literal(REWARD_REFUSALS)("refusal")},
         version = version + 1
   where friend_id = ${uuid("friendId")} and state = 'joined'`;
const REVERSE = statement("referrals.reverse", OUTCOME)`
  update referrals set state = 'reversed', reversed_at = now(), version = version + 1
   where payment_id = ${uuid("paymentId")} and state = 'rewarded' returning ${OUTCOME}`;

/**
 * Rewards both sides when the friend's first payment is captured, unless both seem to be the same person. Run
 * in the capture's transaction, after the payment is stored with its payer and its access is granted. A
 * second payment finds nothing to reward.
 * @returns undefined when the member was not referred, the reward is refused, or it was already granted or
 * reversed
 */
export async function rewardReferral(
  manager: EntityManager,
  friendId: string,
  paymentId: string,
): Promise<ReferralOutcome | undefined> {
  const refusal = await rewardRefusalOf(friendId, manager);
  if (refusal !== null && refusal !== "cap") {
    await REFUSE.run({ friendId, refusal }, manager);
    return undefined;
  }
  const referral = await REWARD.first({ paymentId, friendId, refusal }, manager);
  if (!referral) return undefined;
  const { id: causeId, days, referrerId } = referral;
  for (const memberId of referral.refusal === null ? [friendId, referrerId] : [friendId])
    await givePeriod(manager, memberId, { cause: "reward", causeId, tier: null, days });
  return referral;
}

/**
 * Takes a reward back when its payment is refunded. Run in the refund's transaction, with both members' rows
 * locked. Final: the friend cannot earn a reward again.
 */
export async function reverseReferral(
  manager: EntityManager,
  paymentId: string,
): Promise<ReferralOutcome | undefined> {
  const referral = await REVERSE.first({ paymentId }, manager);
  if (referral) await takeBackPeriods(manager, referral.id);
  return referral;
}
