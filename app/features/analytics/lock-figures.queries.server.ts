import { LockDay, LockRevenueDay } from "db/entities/lock-day";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, day, decimal, int, sql, text } from "db/sql";
import { statement } from "db/statement.server";
import { centsOf } from "~/features/billing/money.rules";
import { recordIdOf, sectionOf } from "~/features/paywall-statistics/locked-records.queries.server";
import type { KnownLocks, LockCounts, LockRevenueOfDay } from "./locks.rules";
import type { Days } from "./ranges.rules";

const WITHIN = sql`day >= ${day("from")} and day <= ${day("to")}`;

const SUMS = { shown: int.from`sum(shown)::int`, followed: int.from`sum(followed)::int` };
const BY_DAY_ROW = { ...columns(LockDay, "day"), ...SUMS };
const BY_DAY = statement("numbers.locks-by-day", BY_DAY_ROW)`
  select ${BY_DAY_ROW} from lock_days where ${WITHIN} group by day order by day`;

const SUMMED = {
  payments: int.from`sum(payments)::int`,
  amount: decimal.from`sum(amount)`,
  refunds: int.from`sum(refunds)::int`,
  refunded: decimal.from`sum(refunded)`,
};
const DAY_REVENUE_ROW = { ...columns(LockRevenueDay, "day", "currency"), ...SUMMED };
const DAY_REVENUE = statement("numbers.lock-revenue-by-day", DAY_REVENUE_ROW)`
  select ${DAY_REVENUE_ROW} from lock_revenue_days where ${WITHIN} group by day, currency order by day, currency`;

const PAGE_REVENUE_ROW = { ...columns(LockRevenueDay, "page", "currency"), ...SUMMED };
const PAGE_REVENUE = statement("numbers.lock-revenue-by-page", PAGE_REVENUE_ROW)`
  select ${PAGE_REVENUE_ROW} from lock_revenue_days
   where ${WITHIN} and page = any(${array(text)("pages")}::text[]) group by page, currency order by page, currency`;

const PAGE = sql`line.page`;
const ID = recordIdOf(PAGE);

const BY_PAGE_ROW = {
  page: text.from`line.page`,
  shown: int.from`line.shown`,
  followed: int.from`line.followed`,
  /** As the record is called; null where there is none any more, and of lists. */
  title: text.orNull.from`case ${sectionOf(PAGE)}
    when 'daily-brief' then (select company_name || coalesce(': ' || headline, '') from daily_briefs where id = ${ID})
    when 'trade-alert' then (select initcap(tag) || ' ' || name from trade_alerts where id = ${ID})
    when 'videos' then (select title from videos where id = ${ID}) end`,
  /** As it was called when staff last changed it. */
  lastTitle: text.orNull.from`(
    select record_title from changes where resource = ${sectionOf(PAGE)} and record_id = ${ID}::text
     order by created_at desc limit 1)`,
  /** Of how many these are. */
  pageCount: int.from`(select count(*)::int from every_page)`,
};

/** Those that brought most payments, those that are followed most, and those that are named. */
const BY_PAGE = statement("numbers.locks-by-page", BY_PAGE_ROW)`
  with counted as materialized (
    select page, sum(shown)::int as shown, sum(followed)::int as followed from lock_days where ${WITHIN} group by page),
  paid as materialized (
    select page, sum(payments) as payments from lock_revenue_days where ${WITHIN} group by page),
  named as (select unnest(${array(text)("named")}::text[]) as page),
  every_page as (select page from counted union select page from paid union select page from named),
  listed as (
    (select page from counted order by followed desc, shown desc, page limit ${int("limit")})
    union (select page from paid order by payments desc, page limit ${int("limit")})
    union select page from named),
  line as (
    select page, coalesce(shown, 0) as shown, coalesce(followed, 0) as followed from listed left join counted using (page))
  select ${BY_PAGE_ROW} from line`;

/**
 * What is known of the locks of a range: how often they were seen and followed, and what came in by them.
 * @param live what came in since the days are added up
 * @param most so many of the pages that are followed most, as many of those that brought most payments, and those of `live`
 */
export async function readLocks(
  { from, to }: Days,
  live: readonly LockRevenueOfDay[],
  most: number,
  within: EntityManager,
): Promise<KnownLocks> {
  const days = await BY_DAY.all({ from, to }, within);
  const revenue = await DAY_REVENUE.all({ from, to }, within);
  const named = [...new Set(live.map(({ page }) => page))];
  const listed = await BY_PAGE.all({ from, to, limit: most, named }, within);
  const pages: LockCounts[] = listed.map(({ pageCount: _, ...counts }) => counts);
  const paid = await PAGE_REVENUE.all({ from, to, pages: pages.map(({ page }) => page) }, within);
  return {
    days,
    pages,
    pageCount: listed[0]?.pageCount ?? 0,
    revenue: [...revenue.map(inCents), ...live],
    pageRevenue: [...paid.map(inCents), ...live],
  };
}

const inCents = <Line extends { amount: string; refunded: string }>({ amount, refunded, ...line }: Line) => ({
  ...line,
  cents: centsOf(amount),
  refundedCents: centsOf(refunded),
});
