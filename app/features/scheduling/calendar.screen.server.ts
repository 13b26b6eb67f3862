import type { LoaderFunctionArgs } from "@remix-run/node";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import { scheduledWeek } from "./calendar.queries.server";
import { mondayOf, requestedMonday, weekFrom, weeksAround } from "./calendar.rules";

/** `/admin/calendar?week=`: the week of a day, by default today's, in the site's time zone. */
export async function calendarScreen(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, rolesWith("back-office.read"));
  const { siteTz } = config();
  const today = dayIn(siteTz, new Date());
  const monday = requestedMonday(new URL(args.request.url).searchParams.get("week"), today);
  const items = await scheduledWeek(viewer, monday);
  return {
    days: weekFrom(monday).map((day) => ({
      day,
      isToday: day === today,
      items: items.filter(({ at }) => dayIn(siteTz, at) === day),
    })),
    around: weeksAround(monday),
    thisWeek: mondayOf(today) === monday,
  };
}

export type CalendarScreenData = Awaited<ReturnType<typeof calendarScreen>>;
