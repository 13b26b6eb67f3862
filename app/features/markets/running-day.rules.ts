import { dayIn, type Moment } from "~/ui/dates";

/**
 * The first day (yyyy-mm-dd) whose prices may still change, because its exchanges or the site's day are not
 * over. All exchanges of a day close before midnight in UTC. Prices of earlier days are closes; later ones
 * are not called so.
 */
export function runningDay(now: Moment, zone: string): string {
  const [atSite, inUtc] = [dayIn(zone, now), dayIn("UTC", now)];
  return atSite < inUtc ? atSite : inUtc;
}
