import { withCurrent } from "~/features/markets/company.rules";
import { dayNumber, dayOf } from "~/ui/charts/calendar";
import type { ChartedCall } from "~/ui/charts/call-geometry";
import type { Close } from "~/ui/charts/series";
import { dayIn } from "~/ui/dates";
import type { PriceUnit } from "~/ui/price-format";
import { isOpen } from "./call-is-open.rules";
import { numericLevels } from "./call-terms.rules";

/** A call with a price. All prices except `closePrice` are exact decimals in shares of the entry day. */
export type PricedCall = {
  name: string;
  direction: "buy" | "sell";
  currency: string | null;
  kind: PriceUnit["kind"];
  /** The time and day of the entry price. */
  madeAt: Date;
  madeOn: string;
  entryPrice: string;
  target: string | null;
  stop: string | null;
  lastDay: string | null;
  state: "open" | "closed" | "withdrawn";
  endedOn: string | null;
  /** In shares of the day on which the call ended. */
  closePrice: string | null;
  /** Shares of the closing day per share of the entry day. */
  closeRatio: string | null;
  /** Shares of today per share of the entry day. */
  shares: string;
};

/** The data of a call's chart and figures. All prices are in shares of the entry day. */
export type CallPicture = ChartedCall & {
  name: string;
  currency: string | null;
  madeAt: Date;
  /** Whether the ledger closed the call. After its last day, a call may still wait for its closing price. */
  settled: boolean;
  /** Shares of today per share of the entry day; 1 without a split. */
  shares: number;
  /** yyyy-mm-dd: the first day whose prices may still change, so they are no closes yet. */
  running: string;
};

/** Sessions shown before the call, and the calendar days that contain them, holidays included. */
const SESSIONS_BEFORE = 20;
const DAYS_BEFORE = 45;

/** The days that a call's chart shows, until the call ends or today. */
export function chartDays(
  { madeOn, lastDay, endedOn }: Pick<PricedCall, "madeOn" | "lastDay" | "endedOn">,
  today: string,
): { from: string; to: string } {
  const from = dayOf(dayNumber(madeOn) - DAYS_BEFORE);
  const end = endedOn ?? lastDay;
  return { from, to: end && end < today ? end : today };
}

/** The chart behind the paywall always ends here, so its length reveals nothing about the call. */
const LOCKED_DAYS_AFTER = 84;
const LOCKED_DAYS_BEFORE = 28;

/** The dates of the chart behind the paywall: from before the record's creation to today. */
export function paywallDays(createdAt: Date, now: Date, zone: string): { from: string; to: string } {
  const made = dayNumber(dayIn(zone, createdAt));
  const today = dayNumber(dayIn(zone, now));
  return { from: dayOf(made - LOCKED_DAYS_BEFORE), to: dayOf(Math.min(today, made + LOCKED_DAYS_AFTER)) };
}

/**
 * @param days the instrument's prices for `chartDays`. Both these and `current` are adjusted for all splits.
 */
export function toCallPicture(
  call: PricedCall,
  days: readonly { day: string; close: string }[],
  { today, running, current }: { today: string; running: string; current: Close | undefined },
): CallPicture {
  const { name, currency, kind, direction, madeAt, madeOn } = call;
  const shares = Number(call.shares);
  const made = { day: madeOn, price: Number(call.entryPrice) };
  const closes = days.map(({ day, close }) => ({ day, close: Number(close) * shares }));
  const isOver = !isOpen(call, today);
  const now = current && { ...current, close: current.close * shares };
  const points = trimPoints(isOver ? closes : withCurrent(closes, now), made.day);
  return {
    ...numericLevels(call),
    name,
    currency,
    unit: { kind, currency },
    direction,
    madeAt,
    made,
    points,
    shares,
    running,
    ends: call.lastDay ?? undefined,
    settled: call.state === "closed",
    closed: isOver ? chartEnd(call, points) : undefined,
  };
}

function trimPoints(points: readonly Close[], madeOn: string): Close[] {
  const before = points.filter(({ day }) => day < madeOn);
  return [...before.slice(-SESSIONS_BEFORE), ...points.filter(({ day }) => day >= madeOn)];
}

/** The closing day and price. For a call that ended without one, the last close. */
function chartEnd(call: PricedCall, points: readonly Close[]): ChartedCall["closed"] {
  const { endedOn, closePrice, closeRatio, madeOn } = call;
  if (endedOn !== null && closePrice !== null)
    return { day: endedOn, price: Number(closePrice) * Number(closeRatio ?? 1) };
  const last = points.findLast(({ day }) => day > madeOn);
  return (
    last && { day: last.day, price: last.close, word: call.state === "withdrawn" ? "Withdrawn" : "Ended" }
  );
}
