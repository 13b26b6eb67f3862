import { SITE_TODAY } from "db/site-day";
import { day, int, text } from "db/sql";
import { statement } from "db/statement.server";
import { SharedPanel } from "~/platform/shared-panel.server";

/** A company that tells its results soon. */
export type NextResults = { symbol: string; name: string; on: string };

/** In the right column stand so many, and none that is further away. */
const [LINES, DAYS_AHEAD] = [5, 30];

const NEXT = { symbol: text, name: text.present.from`public_name`, on: day.present.from`next_results_on` };

/** Of instruments that public records name: any other would tell that there is a call on it. */
const SOON = statement("companies.next-results", NEXT)`
  select ${NEXT} from instruments
   where next_results_on >= ${SITE_TODAY}
     and next_results_on <= ${SITE_TODAY} + ${int("ahead")}::int
     and public_name is not null and merged_into is null
   order by next_results_on, symbol limit ${int("limit")}`;

/** The results that come next, as far as staff know of them: the same for everybody, beside every page. */
export const nextResults = new SharedPanel<NextResults[]>(() =>
  SOON.allPrepared({ ahead: DAYS_AHEAD, limit: LINES }),
);
