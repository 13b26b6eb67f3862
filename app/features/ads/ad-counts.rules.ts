import { dayAfter } from "~/ui/dates";
import { DASH, formatNumber } from "~/ui/format";

/** Views and clicks of an ad. */
export type AdCounts = { views: number; clicks: number };

/** The counts of one day, yyyy-mm-dd in the site's time zone. */
export type DayCounts = AdCounts & { day: string };

/** How many days back the screen of one ad can look, the current day included. */
export const SPANS = [7, 30, 90] as const;
export type Span = (typeof SPANS)[number];

const DEFAULT_SPAN: Span = 30;

/** The span in the address's `?days=`. An invalid value gives the default span. */
export function readSpan(search: URLSearchParams): Span {
  const days = Number(search.get("days"));
  return SPANS.find((span) => span === days) ?? DEFAULT_SPAN;
}

/** The screen of one ad's counts. */
export const countsPath = (adId: string, span: Span = DEFAULT_SPAN) =>
  `/admin/ads/${adId}/counts${spanQuery(span)}`;

export const countsCsvPath = (adId: string, span: Span) =>
  `/admin/ads/${adId}/counts/export.csv${spanQuery(span)}`;

const spanQuery = (span: Span) => (span === DEFAULT_SPAN ? "" : `?days=${span}`);

/**
 * Every day of a span up to `today`, newest first, with zeros where nothing was counted.
 * @param since the day the ad was created: earlier days are left out
 */
export function fillDays(
  counted: readonly DayCounts[],
  { today, since, span }: { today: string; since: string; span: number },
): DayCounts[] {
  const byDay = new Map(counted.map((day) => [day.day, day]));
  return Array.from({ length: span }, (_, back) => dayAfter(today, -back))
    .filter((day) => day >= since || day === today)
    .map((day) => byDay.get(day) ?? { day, views: 0, clicks: 0 });
}

export function sumCounts(days: readonly AdCounts[]): AdCounts {
  return {
    views: days.reduce((sum, { views }) => sum + views, 0),
    clicks: days.reduce((sum, { clicks }) => sum + clicks, 0),
  };
}

/** Clicks per hundred views; undefined for an ad without views. */
export function clickRate({ views, clicks }: AdCounts): number | undefined {
  return views > 0 ? (clicks / views) * 100 : undefined;
}

/** "0.84%"; "–" for an ad without views. */
export function rateText(day: AdCounts): string {
  const rate = clickRate(day);
  return rate === undefined ? DASH : `${formatNumber(rate)}%`;
}

/** The day with the most views, the latest of several; undefined if there are no views. */
export function busiestDay(days: readonly DayCounts[]): DayCounts | undefined {
  return days
    .filter(({ views }) => views > 0)
    .toSorted((a, b) => b.views - a.views || b.day.localeCompare(a.day))[0];
}
