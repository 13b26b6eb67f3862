import { query } from "db/query.server";

/** Whether a link with this code would earn its friend anything: its owner is there and may sign in. */
export async function isInvitation(code: string | undefined): Promise<boolean> {
  if (code === undefined) return false;
  const found = await query("select 1 from members where referral_code = ? and status = 'active'", [
    code.toUpperCase(),
  ]);
  return found.length > 0;
}

/** The days that an invited member's first payment brings on top; 0 for who was not invited, or has had them. */
export async function bonusDaysOf(memberId: string): Promise<number> {
  const [found] = await query<{ days: number }>(
    "select days from referrals where friend_id = ? and state = 'joined'",
    [memberId],
  );
  return found?.days ?? 0;
}

export type FriendState = "joined" | "rewarded" | "reversed";

/** A friend as the referrer sees them: no more of the name than friends know anyway. */
export type Friend = { id: string; name: string; joinedAt: Date; state: FriendState; days: number };

export type ReferralOverview = { code: string; friends: Friend[]; joined: number; daysEarned: number };

/** A member's code, the newest hundred friends who came through it, and what it earned. */
export async function referralOverview(memberId: string): Promise<ReferralOverview> {
  const [[owner], friends] = await Promise.all([
    query<Omit<ReferralOverview, "friends">>(
      `select m.referral_code as code, count(r.id)::int as joined,
              coalesce(sum(r.days) filter (where r.state = 'rewarded'), 0)::int as "daysEarned"
         from members m left join referrals r on r.referrer_id = m.id where m.id = ? group by m.id`,
      [memberId],
    ),
    query<Friend>(
      `select r.id, f.firstname || ' ' || left(f.lastname, 1) || '.' as name, r.created_at as "joinedAt",
              r.state, case when r.state = 'rewarded' then r.days else 0 end as days
         from referrals r join members f on f.id = r.friend_id
        where r.referrer_id = ? order by r.created_at desc, r.id desc limit 100`,
      [memberId],
    ),
  ]);
  return { code: owner?.code ?? "", joined: owner?.joined ?? 0, daysEarned: owner?.daysEarned ?? 0, friends };
}
