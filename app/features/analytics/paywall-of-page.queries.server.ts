import { decimal, int, sql, text, timestamp } from "db/sql";
import { statement } from "db/statement.server";
import { LAST_COUNTED } from "./counted-until.server";

const SINCE = sql`${timestamp("since")}::timestamptz`;
const UNTIL = sql`(${SINCE} + make_interval(days => ${int("days")}::int))`;
const PAGE = sql`${text("page")}::text`;

/** A look at the index for each day: there is a row for every page and day. */
const EACH_DAY = sql`generate_series((${SINCE} at time zone 'UTC')::date,
  least(now(), ${UNTIL}) at time zone 'UTC', interval '1 day') as each (day)`;

const SUMS = {
  shown: int.from`coalesce(sum(shown), 0)::int`,
  followed: int.from`coalesce(sum(followed), 0)::int`,
};
const COUNTS = statement("analytics.paywall-of-page", SUMS)`
  select ${SUMS} from ${EACH_DAY} cross join lateral (
    select shown, followed from lock_days where day = each.day::date and page = ${PAGE} offset 0) as counted`;

const RECEIVED = {
  currency: text.from`currency`,
  payments: int.from`sum(payments)::int`,
  amount: decimal.from`sum(amount)`,
};
/** Aggregated days, and the payments since. */
const PURCHASES = statement("analytics.purchases-of-page", RECEIVED)`
  select ${RECEIVED} from (
    select currency, payments, amount from ${EACH_DAY} cross join lateral (
      select currency, payments, amount from lock_revenue_days where day = each.day::date and page = ${PAGE} offset 0) as known
    union all
    select p.currency, 1, p.amount from payments p join orders o on o.id = p.order_id
     where p.status = 'COMPLETED' and o.locked_page = ${PAGE} and p.payment_date < ${UNTIL}
       and p.payment_date >= greatest(${SINCE}, ${LAST_COUNTED})) as line
   where payments > 0 group by currency order by sum(payments) desc, currency`;

/** @property since the first day, in UTC @property days how many days */
type Period = { page: string; since: Date; days: number };

/** How often the paywall of one page was shown, and its link to the plans followed. */
export async function paywallOfPage(period: Period): Promise<{ shown: number; followed: number }> {
  return (await COUNTS.first(period)) ?? { shown: 0, followed: 0 };
}

/** Purchases of buyers who came from the paywall of one page, by currency. Refunds are not subtracted. */
export const purchasesOfPage = (period: Period) => PURCHASES.all(period);
