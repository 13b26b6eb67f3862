import { rows } from "db/rows.server";

export type FriendState = "joined" | "rewarded" | "reversed";

/** A friend as the referrer sees them: no more of the name than friends know anyway. */
export type Friend = { id: string; name: string; joinedAt: Date; state: FriendState; days: number };

export type ReferralOverview = { code: string; friends: Friend[]; joined: number; daysEarned: number };

/** A member's code, the newest hundred friends who came through it, and what it earned. */
export async function referralOverview(memberId: string): Promise<ReferralOverview> {
  const [[owner], friends] = await Promise.all([
    rows<Omit<ReferralOverview, "friends">>(
      `select m.referral_code as code, count(r.id)::int as joined,
              coalesce(sum(r.days) filter (where r.state = 'rewarded'), 0)::int as "daysEarned"
         from members m left join referrals r on r.referrer_id = m.id where m.id = ? group by m.id`,
      [memberId],
    ),
    rows<Friend>(
      `select r.id, f.firstname || ' ' || left(f.lastname, 1) || '.' as name, r.created_at as "joinedAt",
              r.state, case when r.state = 'rewarded' then r.days else 0 end as days
         from referrals r join members f on f.id = r.friend_id
        where r.referrer_id = ? order by r.created_at desc, r.id desc limit 100`,
      [memberId],
    ),
  ]);
  return { code: owner?.code ?? "", joined: owner?.joined ?? 0, daysEarned: owner?.daysEarned ?? 0, friends };
}
