import { cappedCount } from "db/count.server";
import { SITE_TODAY } from "db/site-day";
import { int, literal, raw, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";

/** Days for which a call may wait for its last price: markets have holidays, and sources come late. */
export const WAITS_DAYS = 7;

/** In the order of the index of last days. */
const OVERDUE = sql`
  calls where state = 'open' and kind <> 'brief' and last_day is not null and last_day < ${SITE_TODAY} - ${WAITS_DAYS}
   order by last_day, id`;

const overOf = (kind: "alert" | "pick") =>
  cappedCount(
    sql`calls where state = 'open' and kind = ${raw(`'${kind}'`)} and last_day < ${SITE_TODAY} order by last_day, id`,
  );

const OVER = { alerts: overOf("alert"), picks: overOf("pick"), overdue: cappedCount(OVERDUE) };
const COUNT = statement("overdue-calls.count", OVER)`select ${OVER}`;

/** How many calls are over and wait for the price that settles them; `overdue` of them for more than a week. */
export const callsOver = async () => (await COUNT.first()) ?? { alerts: 0, picks: 0, overdue: 0 };

/** Looked at for the causes at most, those first that have waited longest. */
const LOOKED_AT = 1000;

const CAUSE = {
  /** Prices in another currency than the call's settle nothing; the others have no price that does. */
  cause: literal(["currency", "price"])
    .from`case when i.currency <> c.currency then 'currency' else 'price' end`,
  count: int.from`count(*)::int`,
  /** The one that has waited longest. */
  first: uuid.from`(array_agg(c.id order by c.last_day, c.id))[1]`,
};

const BY_CAUSE = statement("overdue-calls.by-cause", CAUSE)`
  select ${CAUSE} from (select * from ${OVERDUE} limit ${LOOKED_AT}) as c left join instruments i on i.id = c.instrument_id
   group by cause order by cause`;

/** The calls that nothing will settle unless somebody does something, by what they wait for. */
export const overdueCalls = () => BY_CAUSE.all();
