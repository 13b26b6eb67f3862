import { dayAfter } from "~/ui/dates";
import { DASH, formatNumber } from "~/ui/format";

/** What was counted of an ad. */
export type Tally = { views: number; clicks: number };

/** The tally of one day, yyyy-mm-dd in the site's time zone. */
export type DayTally = Tally & { day: string };

/** How many days back the screen of one ad can look, today included. */
export const SPANS = [7, 30, 90] as const;
export type Span = (typeof SPANS)[number];

const DEFAULT_SPAN: Span = 30;

/** The span that an address asks for by `?days=`; what makes no sense is the usual one. */
export function spanOf(search: URLSearchParams): Span {
  const days = Number(search.get("days"));
  return SPANS.find((span) => span === days) ?? DEFAULT_SPAN;
}

/** The screen of one ad's counts. */
export const countsPath = (adId: string, span: Span = DEFAULT_SPAN) =>
  `/admin/ads/${adId}/counts${searchOf(span)}`;

export const countsCsvPath = (adId: string, span: Span) =>
  `/admin/ads/${adId}/counts/export.csv${searchOf(span)}`;

const searchOf = (span: Span) => (span === DEFAULT_SPAN ? "" : `?days=${span}`);

/**
 * Every day of a span up to `today`, newest first, nought where nothing was counted.
 * @param since the day the ad was made: days before it are not shown
 */
export function fillDays(
  counted: readonly DayTally[],
  { today, since, span }: { today: string; since: string; span: number },
): DayTally[] {
  const byDay = new Map(counted.map((tally) => [tally.day, tally]));
  return Array.from({ length: span }, (_, back) => dayAfter(today, -back))
    .filter((day) => day >= since || day === today)
    .map((day) => byDay.get(day) ?? { day, views: 0, clicks: 0 });
}

export function totalOf(days: readonly Tally[]): Tally {
  return {
    views: days.reduce((sum, { views }) => sum + views, 0),
    clicks: days.reduce((sum, { clicks }) => sum + clicks, 0),
  };
}

/** Clicks in a hundred views; undefined where nobody saw the ad. */
export function clickRate({ views, clicks }: Tally): number | undefined {
  return views > 0 ? (clicks / views) * 100 : undefined;
}

/** "0.84%"; "–" where nobody saw the ad. */
export function rateText(tally: Tally): string {
  const rate = clickRate(tally);
  return rate === undefined ? DASH : `${formatNumber(rate)}%`;
}

/** The day with the most views, the latest of several; undefined where there were none. */
export function busiestDay(days: readonly DayTally[]): DayTally | undefined {
  return days
    .filter(({ views }) => views > 0)
    .toSorted((a, b) => b.views - a.views || b.day.localeCompare(a.day))[0];
}
