import { dayIn, type Moment } from "~/ui/dates";

/**
 * The first day (yyyy-mm-dd) whose prices may still move: its exchanges, or the site's own day, are not over. The last exchanges of a day
 * close before midnight in UTC, wherever they are. What is of an earlier day is a close; what is not is called none.
 */
export function runningDay(now: Moment, zone: string): string {
  const [atSite, inUtc] = [dayIn(zone, now), dayIn("UTC", now)];
  return atSite < inUtc ? atSite : inUtc;
}
