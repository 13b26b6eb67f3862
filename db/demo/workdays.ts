import type { Alert } from "./editorial";
import { QUOTES } from "./markets";

const DAY_MS = 86_400_000;

const isWorkday = (at: Date) => ![0, 6].includes(at.getUTCDay());
const dayBefore = (at: Date) => new Date(at.getTime() - DAY_MS);

/**
 * The last working day until then, at the same hour. At the weekend nobody publishes, and no company reports
 * results.
 */
export function onWorkday(at: Date): Date {
  return isWorkday(at) ? new Date(at) : onWorkday(dayBefore(at));
}

const DAYS: Record<string, number> = { day: 1, week: 7 };

/** The end of a period of the demo that begins then: '3 weeks', '1 month'. Computed like in the database. */
export function endOfPeriod(begin: Date, holdingPeriod: string): Date {
  const [amount, unit = ""] = holdingPeriod.split(" ");
  const one = unit.replace(/s$/, "");
  const end = new Date(begin);
  if (one === "month") end.setUTCMonth(end.getUTCMonth() + Number(amount));
  else end.setUTCDate(end.getUTCDate() + Number(amount) * (DAYS[one] ?? 0));
  return end;
}

const IS_COIN = new Set(
  QUOTES.filter(({ category }) => category === "Cryptocurrencies").map(({ symbol }) => symbol),
);

const HOUR_MS = 3_600_000;
/** Hour (UTC) on Fridays at which the demo's markets close for the weekend. */
const CLOSES_AT = 21;

/**
 * The time of a price that is that many hours old. At the weekend, when markets are closed, it is that much
 * older than Friday's close. Coins trade every day. Every mention of the price has this time, and its history
 * ends on this day.
 */
export function tradedAt(now: Date, { hoursAgo, isCoin }: { hoursAgo: number; isCoin: boolean }): Date {
  const at = new Date(now.getTime() - Math.round(hoursAgo * HOUR_MS));
  if (isCoin || isWorkday(at)) return at;
  const friday = onWorkday(at);
  friday.setUTCHours(CLOSES_AT, 0, 0, 0);
  return new Date(friday.getTime() - Math.round(hoursAgo * HOUR_MS));
}

/**
 * When an alert was published: on a working day, with a working day as its last day. Coins trade every day.
 */
export function publishedAt(
  now: Date,
  { ticker, hoursAgo, holdingPeriod }: Pick<Alert, "ticker" | "hoursAgo" | "holdingPeriod">,
): Date {
  const fits = (at: Date) => IS_COIN.has(ticker) || [at, endOfPeriod(at, holdingPeriod)].every(isWorkday);
  let at = new Date(now.getTime() - Math.round(hoursAgo * 3_600_000));
  while (!fits(at)) at = dayBefore(at);
  return at;
}
