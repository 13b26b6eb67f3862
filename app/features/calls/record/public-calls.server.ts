import { SITE_TODAY } from "db/site-day";
import { type Fragment, int, sql } from "db/sql";

/**
 * The last day whose calls are public: so many days (`publicDays`, null for never) ago. It needs that parameter in whatever
 * statement it is part of.
 */
export const PUBLIC_UNTIL = sql`
  coalesce(${SITE_TODAY} - ${int.orNull("publicDays")}::int, date '-infinity')`;

/**
 * Whether the record of a call is called anew: what the one before said is much the same, and that is members' own. Asked for each
 * call by its record: as `exists` it would be answered by reading all that are open.
 */
export const isCalledAnew = (call: Fragment<object>) => sql`
  coalesce((select true from calls later
     where later.kind = ${call}.kind and later.record_id = ${call}.record_id and later.state = 'open' limit 1), false)`;

/**
 * Whether a call is public: so many days after it ended, and while its record is not called anew. A view of a brief never is, and
 * what was taken back as a mistake was no call. @param call what the row of `calls` goes by
 */
export const isPublic = (call: Fragment<object>) => sql`
  (${call}.kind <> 'brief' and ${call}.state <> 'open' and not ${call}.mistake and ${call}.ended_on <= ${PUBLIC_UNTIL}
   and not ${isCalledAnew(call)})`;
