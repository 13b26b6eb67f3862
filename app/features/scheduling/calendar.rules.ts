import { dayAfter, type Moment } from "~/ui/dates";

/** What has a minute of its own, by the name of its screen in addresses. */
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

/** Where it is edited. */
export const editPathOf = ({ path, id }: { path: CalendarPath; id: string }): string =>
  `/admin/${path}/${id}/edit`;

/** Where an entry stands: out, to come, a draft with a minute, or what ends. */
export const CALENDAR_STATES = ["out", "scheduled", "draft", "ends"] as const;
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

/** The Monday that an address asks for by any day of its week; that of today where it names none, or one nobody plans for. */
export function askedMonday(asked: string | null, today: string): string {
  const isDay = asked !== null && DAY.test(asked) && !Number.isNaN(Date.parse(`${asked}T00:00:00Z`));
  return mondayOf(isDay && asked > "2000-01-01" && asked < "2200-01-01" ? asked : today);
}
