import { query } from "db/query.server";

/** What staff see of a member beside the account itself. */
export type MemberFacts = {
  version: number;
  referralCode: string;
  emailVerifiedAt: Date | null;
  sessions: number;
  lastSeenAt: Date | null;
  inviterId: string | null;
  inviterName: string | null;
};

/** Where the member is signed in now, who invited them, and what a change must know. */
export async function factsOf(memberId: string): Promise<MemberFacts | undefined> {
  const [found] = await query<MemberFacts>(
    `select m.version, m.referral_code as "referralCode", m.email_verified_at as "emailVerifiedAt",
            s.count as sessions, s.seen as "lastSeenAt", i.id as "inviterId",
            i.firstname || ' ' || i.lastname as "inviterName"
       from members m
       left join referrals r on r.friend_id = m.id
       left join members i on i.id = r.referrer_id
       cross join lateral (select count(*)::int as count, max(last_seen_at) as seen from sessions
                            where member_id = m.id and expires_at > now()) as s
      where m.id = ?`,
    [memberId],
  );
  return found;
}
