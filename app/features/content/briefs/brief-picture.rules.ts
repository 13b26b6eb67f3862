import { monthsBefore } from "~/features/markets/company.rules";
import type { Close } from "~/ui/charts/series";
import { dayIn } from "~/ui/dates";
import { formatNumber } from "~/ui/format";
import { formatPrice, type PriceUnit } from "~/ui/price-format";

/** The data of a brief's chart. */
export type BriefPicture = {
  /** yyyy-mm-dd, a year before the current day. */
  from: string;
  to: string;
  /** Adjusted for splits. The last one is the current price. */
  points: Close[];
  zone?: { low: number; high: number };
  /** The first day whose prices may still change, yyyy-mm-dd. */
  running: string;
  stale: boolean;
  unit?: PriceUnit;
};

/** The year up to the current day in the zone: the range of a brief's chart, with or without the paywall. */
export function yearTo(now: Date, zone: string): { from: string; to: string } {
  const to = dayIn(zone, now);
  return { from: monthsBefore(to, 12), to };
}

/** The price compared with the buy zone: the chart's finding. */
export function zoneFinding({ points, zone }: Pick<BriefPicture, "points" | "zone">): string {
  const price = points.at(-1)?.close;
  if (!zone || price === undefined) return "Its price over one year";
  const edge = price > zone.high ? zone.high : zone.low;
  const size = formatNumber(Math.abs(price / edge - 1) * 100, 1);
  const isWithin = price >= zone.low && price <= zone.high;
  if (isWithin || !/[1-9]/.test(size)) return "The price is where we would buy";
  return `The price is ${size}% ${price > zone.high ? "above" : "below"} where we would buy`;
}

/** The zone in words, for readers without the chart: "Our buy zone is 158.00 to 168.00." */
export const zoneNotice = ({ points, zone, unit }: Pick<BriefPicture, "points" | "zone" | "unit">): string =>
  zone
    ? `${zoneFinding({ points, zone })}: ${formatPrice(zone.low, unit)} to ${formatPrice(zone.high, unit)}.`
    : "";
