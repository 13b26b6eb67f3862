import { SITE_TODAY, siteMidnightOf } from "db/site-day";
import { day, type Fragment, int, setting, sql, timestamp } from "db/sql";
import { recordPromise } from "~/platform/config.server";

/** The calls that were due under an earlier delay; nulls if the delay never changed. See `RecordPromise`. */
const PROMISED_THROUGH = setting(
  "record promised through",
  day.orNull,
  () => recordPromise()?.through ?? null,
);
const PROMISED_DAYS = setting("record promised after days", int.orNull, () => recordPromise()?.days ?? null);
const DELAY_SINCE = setting("record delay since", timestamp.orNull, () => recordPromise()?.since ?? null);

/**
 * Calls that wait from this day or earlier are public: `publicDays` ago (null for never), or due before the
 * delay changed. Statements that include this need the parameter `publicDays`.
 */
export const PUBLIC_UNTIL = sql`
  greatest(${SITE_TODAY} - ${int.orNull("publicDays")}::int, ${PROMISED_THROUGH}::date, date '-infinity')`;

/**
 * The last day on which a public call ended. Usually this is `PUBLIC_UNTIL`; a result corrected to a later
 * day may exceed it, which an index finds. Lists in the order of ends need to read nothing later.
 */
export const LAST_PUBLIC_END = sql`
  greatest(${PUBLIC_UNTIL}, (
    select max(known.ended_on) from calls as known
     where known.ended_on > known.waits_from and known.ended_on > ${PUBLIC_UNTIL} and known.waits_from <= ${PUBLIC_UNTIL}))`;

/**
 * Whether a later call of the same record is open. A subquery per call: the planner would answer `exists` by
 * reading all open calls.
 */
export const isCalledAgain = (call: Fragment<object>) => sql`
  coalesce((select true from calls later
     where later.kind = ${call}.kind and later.record_id = ${call}.record_id and later.state = 'open' limit 1), false)`;

/**
 * When a call that is not held back becomes public: the start of a day in the site's zone, or the start of a
 * shorter delay. Null for never.
 */
export const publicFrom = (call: Fragment<object>) => sql`
  case when ${call}.waits_from <= ${PROMISED_THROUGH}::date
       then ${siteMidnightOf(sql`${call}.waits_from + ${PROMISED_DAYS}::int`)}
       else greatest(${siteMidnightOf(sql`${call}.waits_from + ${int.orNull("publicDays")}::int`)}, ${DELAY_SINCE}::timestamptz) end`;

/**
 * Whether a call is held back because its record made a new call before the delay ended. The earlier call
 * says much the same as the new one, which is for members. A call that was public before the new one stays
 * public.
 */
export const isHeldBack = (call: Fragment<object>) => sql`
  coalesce((select true from calls later
     where later.kind = ${call}.kind and later.record_id = ${call}.record_id and later.state = 'open'
       and later.made_at < ${publicFrom(call)} limit 1), false)`;

/**
 * Whether a call's delay is over and it is not held back. A call marked public (`known`) was not held back
 * under the delay at that time, so a later delay does not matter.
 */
export const hasWaited = (call: Fragment<object>) => sql`
  (${call}.waits_from <= ${PUBLIC_UNTIL} and (${call}.known or not ${isHeldBack(call)}))`;

/**
 * Whether a call is public: its delay is over and it is not held back. A public call stays public. Briefs
 * are views and never public; mistakes do not count as calls. @param call the alias of `calls`
 */
export const isPublic = (call: Fragment<object>) => sql`
  (${call}.kind <> 'brief' and ${call}.state <> 'open' and not ${call}.mistake and ${hasWaited(call)})`;
