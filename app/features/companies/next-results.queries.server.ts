import { SITE_TODAY } from "db/site-day";
import { day, int, text } from "db/sql";
import { statement } from "db/statement.server";
import { SharedPanel } from "~/platform/shared-panel.server";

/** A company that reports its results soon. */
export type NextResults = { symbol: string; name: string; on: string };

/** The right column lists at most this many companies, and this many days ahead. */
const [LINES, DAYS_AHEAD] = [5, 30];

const NEXT = { symbol: text, name: text.present.from`public_name`, on: day.present.from`next_results_on` };

/** Only instruments that public records name; any other would reveal a call. */
const SOON = statement("companies.next-results", NEXT)`
  select ${NEXT} from instruments
   where next_results_on >= ${SITE_TODAY}
     and next_results_on <= ${SITE_TODAY} + ${int("ahead")}::int
     and public_name is not null and merged_into is null
   order by next_results_on, symbol limit ${int("limit")}`;

/** The next results that staff entered: the same for all readers, in the right column of every page. */
export const nextResults = new SharedPanel<NextResults[]>(() =>
  SOON.allPrepared({ ahead: DAYS_AHEAD, limit: LINES }),
);
