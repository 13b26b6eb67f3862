import { SITE_TODAY, siteMidnightOf } from "db/site-day";
import { day, decimal, type Fragment, int, sql } from "db/sql";
import { statement } from "db/statement.server";
import { can } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { pageViewsByDay } from "~/features/page-views/most-read.queries.server";
import { config } from "~/platform/config.server";

/** Days that are drawn; as many before them are summed up. */
const DAYS = 30;
/** New members of a day are counted up to here, so that no day costs more than this. */
export const COUNTED_A_DAY = 1000;

export type DaySum = { day: string; value: number };
/** A figure day by day, oldest first; the last day is not over. `before`: the sum of the days before them. */
export type MonthFigure = { days: DaySum[]; total: number; before: number };

/** As many days as are asked for, until one. */
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

/** What was given back is not in it. */
const MONEY = {
  ...DAY,
  value: decimal.from`coalesce((select amount - refunded from payment_totals t
    where t.day = days.day and t.status = 'COMPLETED' and t.currency = 'USD'), 0)`,
};
/** Their days are those of UTC, by which payments are summed up. Each by its key: joined at once, the sums of all years would be read. */
const REVENUE = statement("dashboard.revenue-by-day", MONEY)`
  select ${MONEY} from ${daysUntil(sql`(now() at time zone 'UTC')::date`)} order by days.day`;

/** New members and revenue of the last thirty days, and what was read, each for who may open its screens. */
export async function monthFigures(viewer: StaffViewer) {
  const days = 2 * DAYS;
  const [members, revenue, readings] = await Promise.all([
    can(viewer, "members.read") ? NEW_MEMBERS.all({ days, most: COUNTED_A_DAY }) : [],
    can(viewer, "payments.read") ? REVENUE.all({ days }) : [],
    // They are of briefs, too, which are not an editor's.
    can(viewer, "daily-briefs.read") ? pageViewsByDay(days, config().siteTz) : [],
  ]);
  return {
    members: figureOf(members),
    revenue: figureOf(revenue.map(({ day: on, value }) => ({ day: on, value: Number(value) }))),
    readings: figureOf(readings),
  };
}

function figureOf(sums: readonly DaySum[]): MonthFigure | undefined {
  if (sums.length === 0) return undefined;
  const [before, days] = [sums.slice(0, -DAYS), sums.slice(-DAYS)];
  const total = (part: readonly DaySum[]) => part.reduce((sum, { value }) => sum + value, 0);
  return { days, total: total(days), before: total(before) };
}
