import { cappedCount } from "db/count.server";
import { SITE_TODAY } from "db/site-day";
import { int, literal, raw, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";

/** Days that a call may wait for its last price: markets have holidays, and sources deliver late. */
export const WAITS_DAYS = 7;

/** In the order of the index on last days. */
const OVERDUE = sql`
  calls where state = 'open' and kind <> 'brief' and last_day is not null and last_day < ${SITE_TODAY} - ${WAITS_DAYS}
   order by last_day, id`;

const overCount = (kind: "alert" | "pick") =>
  cappedCount(
    sql`calls where state = 'open' and kind = ${raw(`'${kind}'`)} and last_day < ${SITE_TODAY} order by last_day, id`,
  );

const OVER = { alerts: overCount("alert"), picks: overCount("pick"), overdue: cappedCount(OVERDUE) };
const COUNT = statement("overdue-calls.count", OVER)`select ${OVER}`;

/**
 * The number of calls that wait for their closing price. `overdue`: those that have waited for more than a
 * week.
 */
export const countOverCalls = async () => (await COUNT.first()) ?? { alerts: 0, picks: 0, overdue: 0 };

/** The maximum number of calls whose causes are counted, longest wait first. */
const LOOKED_AT = 1000;

const CAUSE = {
  /** Prices in another currency settle nothing. The other calls lack a closing price. */
  cause: literal(["currency", "price"])
    .from`case when i.currency <> c.currency then 'currency' else 'price' end`,
  count: int.from`count(*)::int`,
  /** The call that has waited longest. */
  first: uuid.from`(array_agg(c.id order by c.last_day, c.id))[1]`,
};

const BY_CAUSE = statement("overdue-calls.by-cause", CAUSE)`
  select ${CAUSE} from (select * from ${OVERDUE} limit ${LOOKED_AT}) as c left join instruments i on i.id = c.instrument_id
   group by cause order by cause`;

/** The calls that need staff action to settle, by cause. `capped`: there may be more of each. */
export async function countOverdueByCause() {
  const causes = await BY_CAUSE.all();
  const capped = causes.reduce((sum, { count }) => sum + count, 0) >= LOOKED_AT;
  return causes.map((cause) => ({ ...cause, capped }));
}
