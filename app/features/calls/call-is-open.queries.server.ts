import { ALERT_END } from "db/entities/trade-alert";
import { SITE_TODAY, siteMidnightOf } from "db/site-day";
import { type Fragment, raw, sql } from "db/sql";

/** Whether a call is open, as in `isOpen`. @param call its alias */
export const callIsOpen = (call: Fragment<object>) =>
  sql`(${call}.state = 'open' and (${call}.last_day is null or ${call}.last_day >= ${SITE_TODAY}))`;

/** The start of today in the site's zone. An end on an earlier day is over. */
const TODAY_BEGAN = siteMidnightOf(SITE_TODAY);

/**
 * The columns for an alert's end and settlement that its readers may see.
 * @property end of the last day or the settlement. @property settled the time of the settlement
 */
export type AlertEnds = { end: Fragment<object>; settled: Fragment<object> };

export const EVERY_END: AlertEnds = { end: raw(ALERT_END), settled: raw("settled_at") };

/**
 * Whether an alert's call is open, as in `isOpen`: neither settled nor past its last day. The two halves
 * match two index ranges. An alert without an end is open.
 */
export const alertIsOpen = ({ end, settled }: AlertEnds = EVERY_END) =>
  sql`(${endsLater({ end, settled })} or ${end} is null)`;

export const endsLater = ({ end, settled }: AlertEnds) =>
  sql`(${end} >= ${TODAY_BEGAN} and ${settled} is null)`;

/** The opposite, as one range of the index of ends. */
export const alertIsOver = ({ end, settled }: AlertEnds = EVERY_END) =>
  sql`(${end} <= now() and (${settled} is not null or ${end} < ${TODAY_BEGAN}))`;
