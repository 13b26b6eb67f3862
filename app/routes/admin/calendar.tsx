import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { calendarScreen } from "~/features/scheduling/calendar.screen.server";
import { CalendarPage } from "~/features/scheduling/calendar-page";

export const meta: MetaFunction = (args) => adminMeta(args, "Calendar");

export const loader = (args: LoaderFunctionArgs) => calendarScreen(args);

export default function Calendar() {
  return <CalendarPage {...useLoaderData<typeof loader>()} />;
}
