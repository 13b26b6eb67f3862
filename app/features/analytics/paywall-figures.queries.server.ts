import { PaywallDay, PaywallRevenueDay } from "db/entities/paywall-day";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, day, decimal, int, sql, text } from "db/sql";
import { statement } from "db/statement.server";
import { parseCents } from "~/features/billing/money.rules";
import { recordIdOf, sectionOf } from "~/features/paywall-statistics/pages-with-paywall.queries.server";
import type { PaywallCounts, PaywallData, PaywallRevenueOfDay } from "./paywalls.rules";
import type { Days } from "./ranges.rules";

const WITHIN = sql`day >= ${day("from")} and day <= ${day("to")}`;

const SUMS = { shown: int.from`sum(shown)::int`, followed: int.from`sum(followed)::int` };
const BY_DAY_ROW = { ...columns(PaywallDay, "day"), ...SUMS };
const BY_DAY = statement("analytics.paywalls-by-day", BY_DAY_ROW)`
  select ${BY_DAY_ROW} from lock_days where ${WITHIN} group by day order by day`;

const SUMMED = {
  payments: int.from`sum(payments)::int`,
  amount: decimal.from`sum(amount)`,
  refunds: int.from`sum(refunds)::int`,
  refunded: decimal.from`sum(refunded)`,
};
const DAY_REVENUE_ROW = { ...columns(PaywallRevenueDay, "day", "currency"), ...SUMMED };
const DAY_REVENUE = statement("analytics.paywall-revenue-by-day", DAY_REVENUE_ROW)`
  select ${DAY_REVENUE_ROW} from lock_revenue_days where ${WITHIN} group by day, currency order by day, currency`;

const PAGE_REVENUE_ROW = { ...columns(PaywallRevenueDay, "page", "currency"), ...SUMMED };
const PAGE_REVENUE = statement("analytics.paywall-revenue-by-page", PAGE_REVENUE_ROW)`
  select ${PAGE_REVENUE_ROW} from lock_revenue_days
   where ${WITHIN} and page = any(${array(text)("pages")}::text[]) group by page, currency order by page, currency`;

const PAGE = sql`line.page`;
const ID = recordIdOf(PAGE);

const BY_PAGE_ROW = {
  page: text.from`line.page`,
  shown: int.from`line.shown`,
  followed: int.from`line.followed`,
  /** The record's title; null for deleted records and for lists. */
  title: text.orNull.from`case ${sectionOf(PAGE)}
    when 'daily-brief' then (select company_name || coalesce(': ' || headline, '') from daily_briefs where id = ${ID})
    when 'trade-alert' then (select initcap(tag) || ' ' || name from trade_alerts where id = ${ID})
    when 'videos' then (select title from videos where id = ${ID}) end`,
  /** The title when staff changed the record last. */
  lastTitle: text.orNull.from`(
    select record_title from changes where resource = ${sectionOf(PAGE)} and record_id = ${ID}::text
     order by created_at desc limit 1)`,
  /** The number of all pages. */
  pageCount: int.from`(select count(*)::int from every_page)`,
};

/** Pages with the most payments, with the most clicks, and the named ones. */
const BY_PAGE = statement("analytics.paywalls-by-page", BY_PAGE_ROW)`
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
 * The paywall figures of a range: views, clicks and revenue.
 * @param live revenue since the last aggregated day
 * @param most lists this many pages with the most clicks, as many with the most payments, and those of `live`
 */
export async function readPaywalls(
  { from, to }: Days,
  live: readonly PaywallRevenueOfDay[],
  most: number,
  within: EntityManager,
): Promise<PaywallData> {
  const days = await BY_DAY.all({ from, to }, within);
  const revenue = await DAY_REVENUE.all({ from, to }, within);
  const named = [...new Set(live.map(({ page }) => page))];
  const listed = await BY_PAGE.all({ from, to, limit: most, named }, within);
  const pages: PaywallCounts[] = listed.map(({ pageCount: _, ...counts }) => counts);
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
  cents: parseCents(amount),
  refundedCents: parseCents(refunded),
});
