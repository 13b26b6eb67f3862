import { LockDay, LockRevenueDay } from "db/entities/lock-day";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, day, int, sql, text } from "db/sql";
import { statement } from "db/statement.server";
import { centsOf } from "~/features/billing/money.rules";
import { recordIdOf, sectionOf } from "~/features/locks/locked-records.queries.server";
import type { KnownLocks, LockCounts, LockRevenueOfDay } from "./locks.rules";
import type { Days } from "./ranges.rules";

const BOUNDS = { from: day("from"), to: day("to") };

const SUMS = { shown: int.from`sum(shown)::int`, followed: int.from`sum(followed)::int` };
const BY_DAY_ROW = { ...columns(LockDay, "day"), ...SUMS };
const BY_DAY = statement("numbers.locks-by-day", BY_DAY_ROW)`
  select ${BY_DAY_ROW} from lock_days where day >= ${BOUNDS.from} and day <= ${BOUNDS.to} group by day order by day`;

const REVENUE_ROW = columns(
  LockRevenueDay,
  "day",
  "page",
  "currency",
  "payments",
  "amount",
  "refunds",
  "refunded",
);
const REVENUE = statement("numbers.lock-revenue", REVENUE_ROW)`
  select ${REVENUE_ROW} from lock_revenue_days where day >= ${BOUNDS.from} order by day, page, currency`;

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
};

/** Those of which money came, and those that are followed most. */
const BY_PAGE = statement("numbers.locks-by-page", BY_PAGE_ROW)`
  with counted as materialized (
    select page, sum(shown)::int as shown, sum(followed)::int as followed from lock_days
     where day >= ${BOUNDS.from} and day <= ${BOUNDS.to} group by page),
  most as (select page, shown, followed from counted order by followed desc, shown desc, page limit ${int("limit")}),
  line as (
    select page, shown, followed from most
    union
    select paid.page, coalesce(shown, 0), coalesce(followed, 0)
      from unnest(${array(text)("paid")}::text[]) as paid (page) left join counted using (page))
  select ${BY_PAGE_ROW} from line`;

/**
 * What is known of the locks of a range: how often they were seen and followed, and what came in by them until the days are added up.
 * @param most so many of the pages that are followed most, besides those that brought money
 */
export async function readLocks(
  { from, to }: Days,
  live: readonly LockRevenueOfDay[],
  most: number,
  within: EntityManager,
): Promise<KnownLocks> {
  const days = await BY_DAY.all({ from, to }, within);
  const kept = await REVENUE.all({ from }, within);
  const revenue = [
    ...kept.map(
      ({ amount, refunded, ...line }): LockRevenueOfDay => ({
        ...line,
        cents: centsOf(amount),
        refundedCents: centsOf(refunded),
      }),
    ),
    ...live,
  ];
  const paid = [...new Set(revenue.map(({ page }) => page))];
  const pages: LockCounts[] = await BY_PAGE.all({ from, to, limit: most, paid }, within);
  return { days, revenue, pages };
}
