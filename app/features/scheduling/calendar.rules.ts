import { WORKING_COPY } from "~/admin-kit/working-copies/working-copies.rules";
import { dayAfter, type Moment } from "~/ui/dates";

/** The kinds of records that can be scheduled, by the path of their screen. */
export const CALENDAR_PATHS = ["news", "daily-brief", "trade-alert", "videos", "ads", "banner"] as const;
export type CalendarPath = (typeof CALENDAR_PATHS)[number];

export const CALENDAR_LABELS: Record<CalendarPath, string> = {
  news: "News",
  "daily-brief": "Brief",
  "trade-alert": "Alert",
  videos: "Video",
  ads: "Ad",
  banner: "Banner",
};

/** The address of its form, or of its working copy's. */
export const calendarEditPath = ({
  path,
  id,
  state,
}: Pick<CalendarItem, "path" | "id"> & Partial<CalendarItem>): string =>
  `/admin/${path}/${id}/edit${state === "copy" ? `?${WORKING_COPY}=on` : ""}`;

/** The states of entries: published, scheduled, a draft with a publishing time, a scheduled working copy, or ending. */
export const CALENDAR_STATES = ["out", "scheduled", "draft", "copy", "ends"] as const;
export type CalendarState = (typeof CALENDAR_STATES)[number];

export type CalendarItem = {
  path: CalendarPath;
  id: string;
  title: string;
  state: CalendarState;
  at: Moment;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAYS_OF_WEEK = 7;

/** The Monday of a day's week. @param day yyyy-mm-dd */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return dayAfter(day, -((weekday + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK));
}

/** The seven days of the week that begins on a Monday. */
export const weekFrom = (monday: string): string[] =>
  Array.from({ length: DAYS_OF_WEEK }, (_, at) => dayAfter(monday, at));

/** The Mondays before and after one. */
export const weeksAround = (monday: string) => ({
  before: dayAfter(monday, -DAYS_OF_WEEK),
  after: dayAfter(monday, DAYS_OF_WEEK),
});

/** The Monday of the requested day's week; of today's week if the day is missing or out of range. */
export function requestedMonday(day: string | null, today: string): string {
  const isDay = day !== null && DAY.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
  return mondayOf(isDay && day > "2000-01-01" && day < "2200-01-01" ? day : today);
}

/** The Mondays of the weeks that contain a day of the month. @param month yyyy-mm */
export function mondaysOf(month: string): string[] {
  const first = mondayOf(`${month}-01`);
  // No month has days in more than six weeks.
  return [0, 1, 2, 3, 4, 5]
    .map((week) => dayAfter(first, week * DAYS_OF_WEEK))
    .filter((monday, week) => week === 0 || monday.startsWith(month));
}

/** The months before and after one. */
export const monthsAround = (month: string) => ({
  before: dayAfter(`${month}-01`, -1).slice(0, MONTH_LENGTH),
  after: dayAfter(`${month}-01`, 31).slice(0, MONTH_LENGTH),
});

/** The length of yyyy-mm. */
const MONTH_LENGTH = 7;

/** The requested month; today's if it is missing or out of range. */
export function requestedMonth(month: string | null, today: string): string {
  const isMonth = month !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(month);
  return (isMonth && month > "2000-01" && month < "2200-01" ? month : today).slice(0, MONTH_LENGTH);
}

export const CALENDAR = "/admin/calendar";
export const weekPath = (day: string) => `${CALENDAR}?week=${day}`;
export const monthPath = (month: string) => `${CALENDAR}?month=${month}`;

/** The form of a new record that is published on this day. */
export const addPath = (path: CalendarPath, day: string) => `/admin/${path}/new?publish=${day}`;
