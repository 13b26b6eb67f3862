import type { EntityManager } from "db/orm.server";
import { int, sql, uuid } from "db/sql";
import { command, statement } from "db/statement.server";

const CARRIED = sql`
  carried as (
    delete from watched_instruments as w using merged
     where w.member_id = merged.member_id and w.instrument_id = merged.instrument_id
    returning w.member_id, merged.merged_into, w.place, w.created_at),
  kept as (
    insert into watched_instruments (member_id, instrument_id, place, created_at)
    select member_id, merged_into, place, created_at from carried order by place desc
        on conflict do nothing)`;

const OF_MEMBER = command("watchlist.carry-merged-of-member")`
  with merged as (
    select w.member_id, w.instrument_id, i.merged_into
      from watched_instruments as w join instruments as i on i.id = w.instrument_id
     where w.member_id = ${uuid("memberId")} and i.merged_into is not null for update of w),
  ${CARRIED}
  select`;

/** Before a change of a member's list: replaces companies that were merged into others, so each is on it once. */
export const carryMergedOf = (memberId: string, within: EntityManager): Promise<void> =>
  OF_MEMBER.run({ memberId }, within);

const COUNT = int.from`count(*)::int`;
const CARRY = statement("watchlist.carry-merged", { count: COUNT })`
  with merged as (
    select w.member_id, w.instrument_id, i.merged_into
      from instruments as i join watched_instruments as w on w.instrument_id = i.id
     where i.merged_into is not null limit 1000 for update of w skip locked),
  ${CARRIED}
  select ${{ count: COUNT }} from carried`;

/**
 * Does the same for all lists, a thousand entries at a time: a merge itself would take too long if very many
 * members watch the company. Lists that a member changes at this moment are left to that change.
 * @returns how many entries were moved
 */
export const carryMergedWatches = async (): Promise<number> => (await CARRY.first())?.count ?? 0;
