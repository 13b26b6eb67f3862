import type { Tier } from "db/entities/member";
import { PUBLISHED } from "db/published";
import { bool, type Fragment, sql, text } from "db/sql";
import { statement } from "db/statement.server";

/** The parts of a page's path: its section, and the id of its record, if it is a record's page. @param page the path */
export const sectionOf = (page: Fragment<object>) => sql`split_part(${page}, '/', 2)`;
export const recordIdOf = (page: Fragment<object>) => sql`nullif(split_part(${page}, '/', 3), '')::uuid`;

/** Whether the page is public and can have a paywall; a list always can. @param page its path */
export function mayHavePaywall(page: Fragment<object>) {
  const id = recordIdOf(page);
  return sql`
  case when ${id} is null then true else case ${sectionOf(page)}
    when 'daily-brief' then exists (select from daily_briefs where id = ${id} and ${PUBLISHED})
    when 'trade-alert' then exists (select from trade_alerts where id = ${id} and ${PUBLISHED})
    else exists (select from videos where id = ${id} and not is_free and ${PUBLISHED}) end end`;
}

/** Whether the record is for Private members only, so that Premium members see a paywall as well. */
function isForPrivateMembers(page: Fragment<object>) {
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
  isLocked: bool.from`${text("page")}::text <> '' and ${mayHavePaywall(PAGE)}
    and (${text("tier")}::text <> 'Premium' or ${isForPrivateMembers(PAGE)})`,
};
const READ_IS_LOCKED = statement("paywalls.has-paywall", IS_LOCKED)`select ${IS_LOCKED}`;

/** The page, if a reader of this tier finds a paywall on it. An order's page comes from the browser, so it is checked here. */
export async function pageWithPaywall(page: string | undefined, tier: Tier): Promise<string | undefined> {
  if (page === undefined || tier === "Private") return undefined;
  return (await READ_IS_LOCKED.first({ page, tier }))?.isLocked ? page : undefined;
}
