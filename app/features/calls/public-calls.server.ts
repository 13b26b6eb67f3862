import { type Fragment, int, sql } from "db/sql";

/**
 * The last day whose calls are public: so many days (`publicDays`, null for never) ago. It needs that parameter in whatever
 * statement it is part of.
 */
export const PUBLIC_UNTIL = sql`
  coalesce((now() at time zone 'UTC')::date - ${int.orNull("publicDays")}::int, date '-infinity')`;

/**
 * Whether a call is public: so many days after it ended. A view of a brief never is, and what was taken back as a mistake was no
 * call. @param call what the row of `calls` goes by
 */
export const isPublic = (call: Fragment<object>) => sql`
  (${call}.kind <> 'brief' and ${call}.state <> 'open' and not ${call}.mistake and ${call}.ended_on <= ${PUBLIC_UNTIL})`;
