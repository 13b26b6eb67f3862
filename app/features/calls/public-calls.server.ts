import { type Fragment, int, sql } from "db/sql";

/**
 * Whether a call is public: so many days (`publicDays`, null for never) after it ended. A view of a brief never is, and what was
 * taken back as a mistake was no call. It needs the parameter `publicDays` in whatever statement it is part of.
 * @param call what the row of `calls` goes by
 */
export const isPublic = (call: Fragment<object>) => sql`
  (${call}.kind <> 'brief' and ${call}.state <> 'open' and not ${call}.mistake
    and ${call}.ended_on <= (now() at time zone 'UTC')::date - ${int.orNull("publicDays")}::int)`;
