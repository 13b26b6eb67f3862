import { SITE_TODAY, siteMidnightOf } from "db/site-day";
import { day, type Fragment, int, setting, sql, timestamp } from "db/sql";
import { recordPromise } from "~/platform/config.server";

/** What was due under another delay; nulls where the delay was never changed. See `RecordPromise`. */
const PROMISED_THROUGH = setting(
  "record promised through",
  day.orNull,
  () => recordPromise()?.through ?? null,
);
const PROMISED_DAYS = setting("record promised after days", int.orNull, () => recordPromise()?.days ?? null);
const DELAY_SINCE = setting("record delay since", timestamp.orNull, () => recordPromise()?.since ?? null);

/**
 * Calls that wait from this day on or earlier are public: so many days (`publicDays`, null for never) ago, or due before the delay
 * was changed. It needs that parameter in whatever statement it is part of.
 */
export const PUBLIC_UNTIL = sql`
  greatest(${SITE_TODAY} - ${int.orNull("publicDays")}::int, ${PROMISED_THROUGH}::date, date '-infinity')`;

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

/**
 * When a call that is not held back becomes public: at the beginning of a day at the site, or with the beginning of a shorter delay.
 * Null for never.
 */
export const publicFrom = (call: Fragment<object>) => sql`
  case when ${call}.waits_from <= ${PROMISED_THROUGH}::date
       then ${siteMidnightOf(sql`${call}.waits_from + ${PROMISED_DAYS}::int`)}
       else greatest(${siteMidnightOf(sql`${call}.waits_from + ${int.orNull("publicDays")}::int`)}, ${DELAY_SINCE}::timestamptz) end`;

/**
 * Whether a call waits longer than its days, because its record was called anew meanwhile: what the one before said is much the same,
 * and that is members' own. What was public when its record was called anew tells nothing of that, and stays public.
 */
export const isHeldBack = (call: Fragment<object>) => sql`
  coalesce((select true from calls later
     where later.kind = ${call}.kind and later.record_id = ${call}.record_id and later.state = 'open'
       and later.made_at < ${publicFrom(call)} limit 1), false)`;

/**
 * Whether a call that ended has waited for its days, and for its record's next one where it must. What is written down as public
 * (`known`) was not held back under the delay of its day, whatever that is now.
 */
export const hasWaited = (call: Fragment<object>) => sql`
  (${call}.waits_from <= ${PUBLIC_UNTIL} and (${call}.known or not ${isHeldBack(call)}))`;

/**
 * Whether a call is public: so many days after it was known how it ended, and not held back. Once it is, it stays so. A view of a brief
 * never is, and what was taken back as a mistake was no call. @param call what the row of `calls` goes by
 */
export const isPublic = (call: Fragment<object>) => sql`
  (${call}.kind <> 'brief' and ${call}.state <> 'open' and not ${call}.mistake and ${hasWaited(call)})`;
