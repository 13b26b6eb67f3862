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
 * Notes whose link a new member came through. Codes that nobody has, or whose owner may not sign in, are ignored.
 * Once per friend; the database refuses oneself.
 * @param friendId nobody's asks the database as much and writes nothing
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

/** Notes another link than the one noted before, or none: which registration of an address counts shows later. */
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
 * Locks the rows of everybody whose access a payment of this member's may change: their own, that of who referred them, and that of who
 * claimed the gift that was paid. By their ids, so that no two payments wait for one another. To be called before what all payments of a
 * day share is written, their totals and the counters of receipts; who holds those waits for nobody's row.
 * @param state in which the referral is, if the payment matters to it
 */
export const lockMembers = async (
  manager: EntityManager,
  of: { memberId: string; claimerId?: string | null; state: "joined" | "rewarded" },
): Promise<void> => {
  await LOCK_MEMBERS.all({ claimerId: null, ...of }, manager);
};

/** Who got how many days; with a refusal the friend alone. */
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
 * Rewards both when the friend's first payment is captured, unless both seem to be one person. To be called in the capture's transaction,
 * after the payment is stored with who paid, and what it bought is granted. A second payment finds nothing to reward.
 * @returns undefined when the member came through nobody's link, is refused the reward, or was rewarded (or taken back) before.
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
 * Takes a reward back when the payment it stands on is refunded. To be called in the refund's transaction; both members' rows are locked
 * by now. Final: the friend earns nobody days any more.
 */
export async function reverseReferral(
  manager: EntityManager,
  paymentId: string,
): Promise<ReferralOutcome | undefined> {
  const referral = await REVERSE.first({ paymentId }, manager);
  if (referral) await takeBackPeriods(manager, referral.id);
  return referral;
}
