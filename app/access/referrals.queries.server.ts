import { Member } from "db/entities/member";
import { Referral, type ReferralState, type RewardRefusal } from "db/entities/referral";
import { columnAs, columns, columnsAs } from "db/entity-columns.server";
import { int, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { rewardRefusalOf } from "./reward-refusals.queries.server";

const INVITER = statement("referrals.inviter", columns(Member, "id"))`
  select id from members where referral_code = ${text("code")} and status = 'active'`;

/** Whether a link with this code would earn a reward: its owner exists and can sign in. */
export async function isInvitation(code: string | undefined): Promise<boolean> {
  return code !== undefined && (await INVITER.first({ code: code.toUpperCase() })) !== undefined;
}

const BONUS = statement("referrals.bonus", columns(Referral, "days"))`
  select days from referrals where friend_id = ${uuid("memberId")} and state = 'joined'`;

/**
 * The days that an invited member's first payment adds. 0 for members who were not invited, were already
 * rewarded, or seem to be their own referrer. A shared PayPal account only shows when they pay.
 */
export async function bonusDaysOf(memberId: string): Promise<number> {
  const joined = await BONUS.first({ memberId });
  if (!joined) return 0;
  const refusal = await rewardRefusalOf(memberId);
  return refusal === null || refusal === "cap" ? joined.days : 0;
}

/** A friend as the referrer sees them, with a shortened name. `days`: what the referrer earned. */
export type Friend = {
  id: string;
  name: string;
  joinedAt: Date;
  state: ReferralState;
  /** Why the referrer earned no days, for staff. */
  refusal: RewardRefusal | null;
  days: number;
};

export type ReferralOverview = { code: string; friends: Friend[]; joined: number; daysEarned: number };

const OWNER = {
  code: columnAs("m", Member, "referralCode"),
  joined: int.from`count(r.id)::int`,
  daysEarned: int.from`coalesce(sum(r.days) filter (where r.state = 'rewarded' and r.refusal is null), 0)::int`,
};
const OVERVIEW = statement("referrals.overview", OWNER)`
  select ${OWNER} from members m left join referrals r on r.referrer_id = m.id
   where m.id = ${uuid("memberId")} group by m.id`;

const FRIEND = {
  ...columnsAs("r", Referral, "id", "state", "refusal"),
  joinedAt: columnAs("r", Referral, "createdAt"),
  name: text.from`f.firstname || ' ' || left(f.lastname, 1) || '.'`,
  days: int.from`case when r.state = 'rewarded' and r.refusal is null then r.days else 0 end`,
};
const FRIENDS = statement("referrals.friends", FRIEND)`
  select ${FRIEND} from referrals r join members f on f.id = r.friend_id
   where r.referrer_id = ${uuid("memberId")} order by r.created_at desc, r.id desc limit 100`;

/** A member's code, the newest hundred friends who joined by it, and the days earned. */
export async function referralOverview(memberId: string): Promise<ReferralOverview> {
  const [owner, friends] = await Promise.all([OVERVIEW.first({ memberId }), FRIENDS.all({ memberId })]);
  return { ...(owner ?? { code: "", joined: 0, daysEarned: 0 }), friends };
}
