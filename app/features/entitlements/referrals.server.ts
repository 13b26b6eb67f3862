import type { EntityManager } from "db/orm.server";
import { query } from "db/query.server";
import type { Entitlement } from "./entitlement.rules";
import { entitlementOf, setEntitlement } from "./entitlement.server";
import { REFERRAL_CODE, REFERRAL_DAYS, withoutReward, withReward } from "./referrals.rules";

/**
 * Notes whose link a new member came through. Codes that nobody has, or whose owner may not sign in, are ignored.
 * Once per friend; the database refuses oneself.
 * @param friendId nobody's asks the database as much and writes nothing
 */
export async function recordReferral(
  manager: EntityManager,
  friendId: string | undefined,
  code: string,
): Promise<void> {
  if (!REFERRAL_CODE.test(code)) return;
  await query(
    `insert into referrals (referrer_id, friend_id, days)
     select r.id, f.id, ? from members r join members f on f.id = ?::uuid
      where r.referral_code = ? and r.status = 'active' and r.id <> f.id
     on conflict (friend_id) do nothing`,
    [REFERRAL_DAYS, friendId ?? null, code.toUpperCase()],
    manager,
  );
}

/** Notes another link than the one noted before, or none: which registration of an address counts shows later. */
export async function reattribute(
  manager: EntityManager,
  friendId: string,
  code: string | null,
): Promise<void> {
  await query(
    `delete from referrals where friend_id = ? and state = 'joined'
        and referrer_id not in (select id from members where referral_code = ?)`,
    [friendId, code?.toUpperCase() ?? null],
    manager,
  );
  if (code) await recordReferral(manager, friendId, code);
}

/** Who got how many days. */
export type ReferralOutcome = { referrerId: string; friendId: string; days: number };

/**
 * Rewards both when the friend's first payment is captured. To be called in the capture's transaction, after the
 * payment is stored and what it bought is granted. A second payment finds nothing to reward.
 * @returns undefined when the member came through nobody's link, or was rewarded (or taken back) before.
 */
export async function rewardReferral(
  manager: EntityManager,
  friendId: string,
  paymentId: string,
): Promise<ReferralOutcome | undefined> {
  const [referral] = await query<ReferralOutcome>(
    `update referrals set state = 'rewarded', rewarded_at = now(), payment_id = ?, version = version + 1
      where friend_id = ? and state = 'joined'
      returning referrer_id as "referrerId", friend_id as "friendId", days`,
    [paymentId, friendId],
    manager,
  );
  if (referral) await applyToBoth(manager, referral, withReward);
  return referral;
}

/**
 * Takes a reward back when the payment it stands on is refunded. To be called in the refund's transaction, after
 * the access that the payment bought has ended. Final: the friend earns nobody days any more.
 */
export async function reverseReferral(
  manager: EntityManager,
  paymentId: string,
): Promise<ReferralOutcome | undefined> {
  const [referral] = await query<ReferralOutcome>(
    `update referrals set state = 'reversed', reversed_at = now(), version = version + 1
      where payment_id = ? and state = 'rewarded'
      returning referrer_id as "referrerId", friend_id as "friendId", days`,
    [paymentId],
    manager,
  );
  if (referral) await applyToBoth(manager, referral, withoutReward);
  return referral;
}

type EntitlementRule = (held: Entitlement, days: number, now: Date) => Entitlement;

/** Friend first, then referrer: who refers was there before, so no two of these wait for one another. */
async function applyToBoth(
  manager: EntityManager,
  { referrerId, friendId, days }: ReferralOutcome,
  rule: EntitlementRule,
): Promise<void> {
  for (const memberId of [friendId, referrerId]) {
    const entitlement = await entitlementOf(memberId, manager);
    if (!entitlement) continue;
    await setEntitlement(manager, memberId, rule(entitlement, days, entitlement.now));
  }
}
