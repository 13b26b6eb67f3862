import { em } from "db/orm.server";
import { int, sql } from "db/sql";
import { statement } from "db/statement.server";

/** Members per part of the hour's work. */
const PART = 1_000;

const TOLD = { count: int.from`(select count(*)::int from told)` };

/** Followers learned of older ends long ago, or the site was off for a week. */
const ENDED = sql`subscription <> 'Basic' and subscription_expires_at between now() - interval '7 days' and now()
     and updated_at < subscription_expires_at`;
const TELL = statement("access.tell-of-ended-terms", TOLD)`
  with told as (
    update members set updated_at = now() where id = any(array(
        select id from members where ${ENDED} order by subscription_expires_at limit ${PART})) and ${ENDED}
    returning 1)
  select ${TOLD}`;

/**
 * Touches members whose paid term has ended since their last write, once each: programs that follow members learn
 * of it as of any other change.
 * @returns how many
 */
export const tellOfEndedTerms = async (): Promise<number> => (await TELL.first({}, em()))?.count ?? 0;
