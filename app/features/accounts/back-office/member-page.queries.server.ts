import { Member } from "db/entities/member";
import { REWARD_REFUSALS, type RewardRefusal } from "db/entities/referral";
import { columnsAs } from "db/entity-columns.server";
import { literal, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";

/** Facts about a member that staff see next to the account. */
export type MemberFacts = {
  version: number;
  referralCode: string;
  emailVerifiedAt: Date | null;
  lastSeenAt: Date | null;
  inviterId: string | null;
  inviterName: string | null;
  /** Why the referral reward was refused. */
  refusal: RewardRefusal | null;
};

const FACTS = {
  ...columnsAs("m", Member, "version", "referralCode", "emailVerifiedAt"),
  lastSeenAt: timestamp.orNull.from`s.seen`,
  inviterId: uuid.orNull.from`i.id`,
  inviterName: text.orNull.from`i.firstname || ' ' || i.lastname`,
  refusal: literal(REWARD_REFUSALS).orNull.from`r.refusal`,
};
const OF_MEMBER = statement("member-page.facts", FACTS)`
  select ${FACTS}
    from members m
    left join referrals r on r.friend_id = m.id
    left join members i on i.id = r.referrer_id
    cross join lateral (select max(last_seen_at) as seen from sessions
                         where member_id = m.id and expires_at > now() and seen_by_id is null) as s
   where m.id = ${uuid("memberId")}`;

/** When the member last visited, who invited them, and what changes depend on. */
export const loadMemberFacts = (memberId: string): Promise<MemberFacts | undefined> =>
  OF_MEMBER.first({ memberId });
