import { monthsBefore } from "~/features/markets/company.rules";
import type { Close } from "~/ui/charts/series";
import { dayIn } from "~/ui/dates";
import { formatNumber } from "~/ui/format";
import { formatPrice, type PriceUnit } from "~/ui/price-format";

/** What a brief's chart is drawn from. */
export type BriefPicture = {
  /** yyyy-mm-dd: a year up to today. */
  from: string;
  to: string;
  /** Splits are worked back; the last one is the price now. */
  points: Close[];
  zone?: { low: number; high: number };
  /** The first day whose prices may still move, yyyy-mm-dd. */
  running: string;
  stale: boolean;
  unit?: PriceUnit;
};

/** The year up to today, as the zone counts days: what the chart of a brief shows, whether it is drawn or locked. */
export function yearTo(now: Date, zone: string): { from: string; to: string } {
  const to = dayIn(zone, now);
  return { from: monthsBefore(to, 12), to };
}

/** Where the price stands, seen from the buy zone: the finding of a brief's chart. */
export function zoneFinding({ points, zone }: Pick<BriefPicture, "points" | "zone">): string {
  const price = points.at(-1)?.close;
  if (!zone || price === undefined) return "One year of its price";
  const edge = price > zone.high ? zone.high : zone.low;
  const size = formatNumber(Math.abs(price / edge - 1) * 100, 1);
  const isWithin = price >= zone.low && price <= zone.high;
  if (isWithin || !/[1-9]/.test(size)) return "The price stands where we would buy";
  return `The price stands ${size}% ${price > zone.high ? "above" : "below"} where we would buy`;
}

/** The same for those who do not see the chart: "Our buy zone is 158.00 to 168.00." */
export const zoneNotice = ({ points, zone, unit }: Pick<BriefPicture, "points" | "zone" | "unit">): string =>
  zone
    ? `${zoneFinding({ points, zone })}: ${formatPrice(zone.low, unit)} to ${formatPrice(zone.high, unit)}.`
    : "";
