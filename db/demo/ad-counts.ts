import { ADS, type AdContent } from "./advertising";
import { daysBefore } from "./content-rows";
import { fractionOf, idOf } from "./identity";
import { adKey } from "./pictures";

const DAY_MS = 86_400_000;
const DAYS = 60;

/** Each day's share of a working day's views, from Sunday on: markets are closed at the weekend. */
const WEEK = [0.42, 1, 1.06, 1.04, 1.02, 0.9, 0.38] as const;

/** Views on a working day in the first slot of each shape. Squares appear on every page. */
const FIRST_SLOT = { square: 2600, rectangle: 1700 } as const;

const PUBLISHED = ADS.filter(({ status }) => status === "published");

/** Later slots get fewer views, and ads in one slot share them. */
function viewsADay({ category, position }: AdContent): number {
  const sharing = PUBLISHED.filter((ad) => ad.category === category && ad.position === position).length;
  return FIRST_SLOT[category] / position ** 0.8 / sharing;
}

/**
 * The share of a UTC day, `back` days ago, on which the ad was live. Its first day began late, and today is
 * not over.
 */
function shareOfDay({ daysAgo }: AdContent, now: Date, back: number): number {
  const passed = (now.getTime() % DAY_MS) / DAY_MS;
  if (back === 0) return passed;
  return back === daysAgo ? 1 - passed : 1;
}

/** The counts of each published ad of the demo in its last sixty days: a weekly rhythm, few clicks. */
export function adCountRows(now: Date) {
  return PUBLISHED.flatMap((ad) => {
    const key = adKey(ad);
    // From 0.3 to 1.3 clicks in a hundred views, different for each ad.
    const rate = 0.003 + fractionOf("ad rate", key) * 0.01;
    return Array.from({ length: Math.min(DAYS, ad.daysAgo + 1) }, (_, back) => {
      const date = daysBefore(now, back);
      const day = date.toISOString().slice(0, 10);
      const busy = (WEEK[date.getUTCDay()] ?? 1) * (0.85 + fractionOf("ad views", `${key} ${day}`) * 0.3);
      const views = Math.round(viewsADay(ad) * busy * shareOfDay(ad, now, back));
      const eager = 0.7 + fractionOf("ad clicks", `${key} ${day}`) * 0.6;
      return { ad: idOf("ad", key), day, views, clicks: Math.round(views * rate * eager) };
    });
  });
}
