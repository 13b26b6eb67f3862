import type { Tier } from "db/entities/member";
import { PUBLISHED } from "db/published";
import { bool, type Fragment, sql, text } from "db/sql";
import { statement } from "db/statement.server";

/** The parts of a page's path: its section, and the record where it is that of one. @param page the path */
export const sectionOf = (page: Fragment<object>) => sql`split_part(${page}, '/', 2)`;
export const recordIdOf = (page: Fragment<object>) => sql`nullif(split_part(${page}, '/', 3), '')::uuid`;

/** Whether readers find the page, and may find a lock there; a list always is one. @param page its path */
export function mayBeLocked(page: Fragment<object>) {
  const id = recordIdOf(page);
  return sql`
  case when ${id} is null then true else case ${sectionOf(page)}
    when 'daily-brief' then exists (select from daily_briefs where id = ${id} and ${PUBLISHED})
    when 'trade-alert' then exists (select from trade_alerts where id = ${id} and ${PUBLISHED})
    else exists (select from videos where id = ${id} and not is_free and ${PUBLISHED}) end end`;
}

/** Whether it is that of a record for Private members, whose lock Premium members see, too. */
function isForPrivate(page: Fragment<object>) {
  const id = recordIdOf(page);
  const isPrivate = sql`id = ${id} and audience = 'private'`;
  return sql`
  case ${sectionOf(page)}
    when 'daily-brief' then exists (select from daily_briefs where ${isPrivate})
    when 'trade-alert' then exists (select from trade_alerts where ${isPrivate})
    else exists (select from videos where ${isPrivate}) end`;
}

const PAGE = sql`${text("page")}::text`;
const IS_LOCKED = {
  isLocked: bool.from`${text("page")}::text <> '' and ${mayBeLocked(PAGE)}
    and (${text("tier")}::text <> 'Premium' or ${isForPrivate(PAGE)})`,
};
const READ_IS_LOCKED = statement("locks.is-locked", IS_LOCKED)`select ${IS_LOCKED}`;

/** The page, where a reader of this tier finds a lock on it: what an order says of its beginning is no invented address. */
export async function lockedPage(page: string | undefined, tier: Tier): Promise<string | undefined> {
  if (page === undefined || tier === "Private") return undefined;
  return (await READ_IS_LOCKED.first({ page, tier }))?.isLocked ? page : undefined;
}
