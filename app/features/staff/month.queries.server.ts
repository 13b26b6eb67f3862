import { COUNT_LIMIT } from "db/query.server";
import { SITE_TODAY, siteMidnightOf } from "db/site-day";
import { day, decimal, type Fragment, int, sql } from "db/sql";
import { statement } from "db/statement.server";
import { can } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { pageViewsByDay } from "~/features/page-views/most-read.queries.server";
import { config } from "~/platform/config.server";

/** Days shown; the same number before them is summed. */
const DAYS = 30;
/** The most new members counted per day, to limit the cost. */
export const COUNTED_A_DAY = 1000;

/** `capped`: there are more, because counting stopped there. */
type DaySum = { day: string; value: number; capped: boolean };
type Sum = Pick<DaySum, "value" | "capped">;
/** A figure day by day, oldest first; the last day is not over. `before`: the sum of the days before them. */
export type MonthFigure = { days: DaySum[]; total: Sum; before: Sum };

/** A number of days up to a last one. */
const daysUntil = <Args>(last: Fragment<Args>) => sql`
  (select ${last} - back as day from generate_series(0, ${int("days")}::int - 1) as back) as days`;

const DAY = { day: day.from`days.day` };

const MEMBERS = {
  ...DAY,
  value: int.from`(select count(*)::int from (
    select 1 from members where created_at >= ${siteMidnightOf(sql`days.day`)}
       and created_at < ${siteMidnightOf(sql`days.day + 1`)} limit ${int("most")}) as counted)`,
};
const NEW_MEMBERS = statement("dashboard.new-members", MEMBERS)`
  select ${MEMBERS} from ${daysUntil(SITE_TODAY)} order by days.day`;

/** Without refunds. */
const MONEY = {
  ...DAY,
  value: decimal.from`coalesce((select amount - refunded from payment_totals t
    where t.day = days.day and t.status = 'COMPLETED' and t.currency = 'USD'), 0)`,
};
/** Payment totals use days in UTC. Each is read by key: a join would read the totals of all years. */
const REVENUE = statement("dashboard.revenue-by-day", MONEY)`
  select ${MONEY} from ${daysUntil(sql`(now() at time zone 'UTC')::date`)} order by days.day`;

/** New members, revenue and readings of the last 30 days, each for viewers who may open its screens. */
export async function monthFigures(viewer: StaffViewer) {
  const days = 2 * DAYS;
  const [members, revenue, readings] = await Promise.all([
    can(viewer, "members.read") ? NEW_MEMBERS.all({ days, most: COUNTED_A_DAY + 1 }) : [],
    can(viewer, "payments.read") ? REVENUE.all({ days }) : [],
    // They include briefs, which editors may not see.
    can(viewer, "daily-briefs.read") ? pageViewsByDay(days, config().siteTz) : [],
  ]);
  return {
    members: monthFigure(members, COUNTED_A_DAY),
    revenue: monthFigure(revenue.map(({ day: on, value }) => ({ day: on, value: Number(value) }))),
    readings: monthFigure(readings),
  };
}

/** @param most where the counting of a day stopped */
function monthFigure(
  sums: readonly Pick<DaySum, "day" | "value">[],
  most = Number.POSITIVE_INFINITY,
): MonthFigure | undefined {
  if (sums.length === 0) return undefined;
  const days = sums.map(({ day, value }) => ({ day, value: Math.min(value, most), capped: value > most }));
  return { days: days.slice(-DAYS), total: sumOf(days.slice(-DAYS)), before: sumOf(days.slice(0, -DAYS)) };
}

/** Counts that stopped at their limits are not a sum: it is at least that, or at least `COUNT_LIMIT`. */
function sumOf(days: readonly DaySum[]): Sum {
  const value = days.reduce((sum, each) => sum + each.value, 0);
  const capped = days.some((each) => each.capped);
  return { value: capped ? Math.min(value, COUNT_LIMIT) : value, capped };
}
