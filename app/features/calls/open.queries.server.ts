import { ALERT_END } from "db/entities/trade-alert";
import { SITE_TODAY, siteMidnightOf } from "db/site-day";
import { type Fragment, raw, sql } from "db/sql";

/** Whether a call is open, as `isOpen` has it. @param call its alias */
export const callIsOpen = (call: Fragment<object>) =>
  sql`(${call}.state = 'open' and (${call}.last_day is null or ${call}.last_day >= ${SITE_TODAY}))`;

/** When today began at the site: what ended on an earlier day is over. */
const TODAY_BEGAN = siteMidnightOf(SITE_TODAY);

/**
 * When alerts end and whether they are settled, as columns: what their readers know of it.
 * @property end of the last day or the settlement. @property settled when that was
 */
export type AlertEnds = { end: Fragment<object>; settled: Fragment<object> };

export const EVERY_END: AlertEnds = { end: raw(ALERT_END), settled: raw("settled_at") };

/**
 * Whether the call of an alert is open, as `isOpen` has it: neither settled nor past the day on which its period ends. Two halves, as
 * an index walks them; what has no end is open.
 */
export const alertIsOpen = ({ end, settled }: AlertEnds = EVERY_END) =>
  sql`(${endsLater({ end, settled })} or ${end} is null)`;

export const endsLater = ({ end, settled }: AlertEnds) =>
  sql`(${end} >= ${TODAY_BEGAN} and ${settled} is null)`;

/** The others, in a range of the index of their ends. */
export const alertIsOver = ({ end, settled }: AlertEnds = EVERY_END) =>
  sql`(${end} <= now() and (${settled} is not null or ${end} < ${TODAY_BEGAN}))`;
