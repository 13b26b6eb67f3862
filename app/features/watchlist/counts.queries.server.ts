import type { EntityManager } from "db/orm.server";
import { int, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";

const MEMBER = sql`member_id = ${uuid("memberId")}`;

/**
 * A member's companies, as a table with its condition. Of a company that was merged into another, the other is
 * shown, and once: until the rows are moved, a member may have several for it.
 */
export const WATCHED = sql`watched_instruments as w join instruments as i on i.id = w.instrument_id
   where w.${MEMBER} and (i.merged_into is null or not exists (
     select from instruments as other join watched_instruments as o on o.instrument_id = other.id
      where o.member_id = w.member_id
        and (other.id = i.merged_into or other.merged_into = i.merged_into and other.id < i.id)))`;

const ROW = { total: int.from`count(*)::int` };
const COUNTS = {
  companies: statement("watchlist.count", ROW)`select ${ROW} from ${WATCHED}`,
  authors: statement("authors.followed-count", ROW)`select ${ROW} from followed_authors where ${MEMBER}`,
  saved: statement("saved.count", ROW)`select ${ROW} from saved_items where ${MEMBER}`,
};

/** How much is on a member's list. */
export const countMarks = async (
  list: keyof typeof COUNTS,
  memberId: string,
  within?: EntityManager,
): Promise<number> => (await COUNTS[list].first({ memberId }, within))?.total ?? 0;
