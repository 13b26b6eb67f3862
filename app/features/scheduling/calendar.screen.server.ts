import type { LoaderFunctionArgs } from "@remix-run/node";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import { plannable, scheduledDays } from "./calendar.queries.server";
import {
  mondaysOf,
  monthsAround,
  requestedMonday,
  requestedMonth,
  weekFrom,
  weeksAround,
} from "./calendar.rules";

/** The most entries of a day, in a week and in a month. */
const SHOWN = { week: 100, month: 4 } as const;

/**
 * `/admin/calendar?week=`: the week of a day, by default today's; `?month=`: the weeks of a month. Days are the site's.
 */
export async function calendarScreen(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, rolesWith("back-office.read"));
  const { siteTz } = config();
  const { searchParams } = new URL(args.request.url);
  const today = dayIn(siteTz, new Date());
  const named = searchParams.get("month");
  const month = named === null ? undefined : requestedMonth(named, today);
  const mondays = month ? mondaysOf(month) : [requestedMonday(searchParams.get("week"), today)];
  const [first = today] = mondays;
  const days = mondays.flatMap(weekFrom);
  const most = SHOWN[month ? "month" : "week"];
  const items = await scheduledDays(viewer, { first, days: days.length, most: most + 1 });
  return {
    month,
    days: days.map((day) => {
      const found = items.filter(({ at }) => dayIn(siteTz, at) === day);
      return {
        day,
        isToday: day === today,
        isPast: day < today,
        items: found.slice(0, most),
        hasMore: found.length > most,
      };
    }),
    around: month ? monthsAround(month) : weeksAround(first),
    isCurrent: month ? today.startsWith(month) : days.includes(today),
    kinds: plannable(viewer),
  };
}

export type CalendarScreenData = Awaited<ReturnType<typeof calendarScreen>>;
export type CalendarDay = CalendarScreenData["days"][number];
