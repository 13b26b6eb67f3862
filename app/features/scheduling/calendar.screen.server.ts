import type { LoaderFunctionArgs } from "@remix-run/node";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import { plannedWeek } from "./calendar.queries.server";
import { askedMonday, mondayOf, weekFrom, weeksAround } from "./calendar.rules";

/** `/admin/calendar?week=`: the week of a day, that of today where none is asked for. Days are the site's. */
export async function calendarScreen(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, rolesWith("back-office.read"));
  const { siteTz } = config();
  const today = dayIn(siteTz, new Date());
  const monday = askedMonday(new URL(args.request.url).searchParams.get("week"), today);
  const items = await plannedWeek(viewer, monday);
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
