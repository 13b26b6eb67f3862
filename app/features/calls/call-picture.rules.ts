import { withCurrent } from "~/features/markets/company.rules";
import { dayNumber, dayOf } from "~/ui/charts/calendar";
import type { ChartedCall } from "~/ui/charts/call-geometry";
import type { Close } from "~/ui/charts/series";
import { dayIn } from "~/ui/dates";
import type { PriceUnit } from "~/ui/price-format";
import { levelsOf } from "./call-terms.rules";
import { isOpen } from "./open.rules";

/** A call with its price. Prices are exact decimals in shares of the day it was made on, but for `closePrice`. */
export type PricedCall = {
  name: string;
  direction: "buy" | "sell";
  currency: string | null;
  kind: PriceUnit["kind"];
  /** When it got its price, and the day of that price. */
  madeAt: Date;
  madeOn: string;
  entryPrice: string;
  target: string | null;
  stop: string | null;
  lastDay: string | null;
  state: "open" | "closed" | "withdrawn";
  endedOn: string | null;
  /** In shares of the day it ended on. */
  closePrice: string | null;
  /** How many of those a share of the call's day had become. */
  closeRatio: string | null;
  /** How many of today's shares it has become by now. */
  shares: string;
};

/** What a call's chart and its figures are drawn from: all of it in shares of the day on which the call was made. */
export type CallPicture = ChartedCall & {
  name: string;
  currency: string | null;
  madeAt: Date;
  /** Whether the ledger has closed it; one whose last day is over may still wait for that. */
  settled: boolean;
  /** How many of today's shares one of the call's day is; 1 without a split. */
  shares: number;
  /** The first day whose prices may still move, yyyy-mm-dd: what is of it or later is no close. */
  running: string;
};

/** Before a call was made so many sessions are drawn, and so many days hold them, holidays included. */
const SESSIONS_BEFORE = 20;
const DAYS_BEFORE = 45;

/** The days whose prices a call's chart shows: up to its end, or today. */
export function daysOf(
  { madeOn, lastDay, endedOn }: Pick<PricedCall, "madeOn" | "lastDay" | "endedOn">,
  today: string,
): { from: string; to: string } {
  const from = dayOf(dayNumber(madeOn) - DAYS_BEFORE);
  const end = endedOn ?? lastDay;
  return { from, to: end && end < today ? end : today };
}

/** A locked call's chart has no other end than this, whatever became of the call. */
const LOCKED_DAYS_AFTER = 84;
const LOCKED_DAYS_BEFORE = 28;

/** The axis of a chart that is not drawn, by what everybody knows: from before its record was made to today. */
export function lockedDays(createdAt: Date, now: Date, zone: string): { from: string; to: string } {
  const made = dayNumber(dayIn(zone, createdAt));
  const today = dayNumber(dayIn(zone, now));
  return { from: dayOf(made - LOCKED_DAYS_BEFORE), to: dayOf(Math.min(today, made + LOCKED_DAYS_AFTER)) };
}

/** @param days its instrument's prices of `daysOf`, and `current`: both as if all splits had been from the beginning */
export function pictureOf(
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
  const points = trimmed(isOver ? closes : withCurrent(closes, now), made.day);
  return {
    ...levelsOf(call),
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
    closed: isOver ? endOf(call, points) : undefined,
  };
}

function trimmed(points: readonly Close[], madeOn: string): Close[] {
  const before = points.filter(({ day }) => day < madeOn);
  return [...before.slice(-SESSIONS_BEFORE), ...points.filter(({ day }) => day >= madeOn)];
}

/** Where it was closed; of one that is over without that, its last close. */
function endOf(call: PricedCall, points: readonly Close[]): ChartedCall["closed"] {
  const { endedOn, closePrice, closeRatio, madeOn } = call;
  if (endedOn !== null && closePrice !== null)
    return { day: endedOn, price: Number(closePrice) * Number(closeRatio ?? 1) };
  const last = points.findLast(({ day }) => day > madeOn);
  return (
    last && { day: last.day, price: last.close, word: call.state === "withdrawn" ? "Withdrawn" : "Ended" }
  );
}
