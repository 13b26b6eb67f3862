import { SITE_TODAY, siteMidnightOf } from "db/site-day";
import { type Fragment, int, sql } from "db/sql";

/**
 * Calls that wait from this day on or earlier are public: so many days (`publicDays`, null for never) ago. It needs that parameter in whatever
 * statement it is part of.
 */
export const PUBLIC_UNTIL = sql`
  coalesce(${SITE_TODAY} - ${int.orNull("publicDays")}::int, date '-infinity')`;

/**
 * The last day on which a public call ended. That is before its days of waiting, but for a result that was corrected to a later day:
 * of such an index knows. Lists in the order of these days need read nothing after it.
 */
export const LAST_PUBLIC_END = sql`
  greatest(${PUBLIC_UNTIL}, (
    select max(known.ended_on) from calls as known
     where known.ended_on > known.waits_from and known.ended_on > ${PUBLIC_UNTIL} and known.waits_from <= ${PUBLIC_UNTIL}))`;

/**
 * Whether a record is called anew, by the row of a call before. Asked for each call by its record: as `exists` it would be answered by
 * reading all that are open.
 */
export const isCalledAnew = (call: Fragment<object>) => sql`
  coalesce((select true from calls later
     where later.kind = ${call}.kind and later.record_id = ${call}.record_id and later.state = 'open' limit 1), false)`;

/** When a call that is not held back becomes public: at the beginning of a day at the site. Null for never. */
export const publicFrom = (call: Fragment<object>) =>
  siteMidnightOf(sql`${call}.waits_from + ${int.orNull("publicDays")}::int`);

/**
 * Whether a call waits longer than its days, because its record was called anew meanwhile: what the one before said is much the same,
 * and that is members' own. What was public when its record was called anew tells nothing of that, and stays public.
 */
export const isHeldBack = (call: Fragment<object>) => sql`
  coalesce((select true from calls later
     where later.kind = ${call}.kind and later.record_id = ${call}.record_id and later.state = 'open'
       and later.made_at < ${publicFrom(call)} limit 1), false)`;

/** Whether a call that ended has waited for its days, and for its record's next one where it must. */
export const hasWaited = (call: Fragment<object>) => sql`
  (${call}.waits_from <= ${PUBLIC_UNTIL} and not ${isHeldBack(call)})`;

/**
 * Whether a call is public: so many days after it was known how it ended, and not held back. Once it is, it stays so. A view of a brief
 * never is, and what was taken back as a mistake was no call. @param call what the row of `calls` goes by
 */
export const isPublic = (call: Fragment<object>) => sql`
  (${call}.kind <> 'brief' and ${call}.state <> 'open' and not ${call}.mistake and ${hasWaited(call)})`;
