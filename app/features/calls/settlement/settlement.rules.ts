import { compareDecimals, MAX_DECIMALS } from "~/admin-kit/figures/read-number";
import { type CallTerms, canonicalPrice } from "../call-events.rules";
import { isStop } from "../call-terms.rules";

/**
 * A day's unadjusted prices. Decimals as text; the day as yyyy-mm-dd.
 * @property isUnsure the share basis is unknown, so the day only shows that there was trade
 */
export type TradedDay = {
  day: string;
  close: string;
  high: string | null;
  low: string | null;
  isUnsure?: boolean;
};

/** The shares per earlier share from this day ("2": two for one). */
export type Split = { day: string; ratio: string };

type SettledTerms = Pick<CallTerms, "target" | "stop" | "lastDay">;

/**
 * Terms and the day on which they were set. New prices are in shares of that day.
 * @property shares shares of that day per share of the terms. Default 1.
 */
export type TermsSince = { day: string; terms: SettledTerms; shares?: number };

export type MeasuredCall = {
  direction: "buy" | "sell";
  madeOn: string;
  entryPrice: string;
  /** Shares of the entry day per share of the entry. Default 1. */
  shares?: number;
  /** The original terms first, then each change. */
  history: readonly TermsSince[];
};

/**
 * @property price the traded price, or the level of target or stop in that day's shares
 * @property ratio shares of that day per share of the entry; "1" without a split
 */
export type Settlement = { on: string; price: string; ratio: string; reason: "target" | "stop" | "period" };

/**
 * Whether a day is over in the site's zone, so its last price is its close and settles calls. A price of the
 * running day may still change, whether it comes from a quote, a file or a source.
 * @param day yyyy-mm-dd. @param today yyyy-mm-dd, in the site's zone
 */
export const isOver = (day: string, today: string): boolean => day < today;

/**
 * When, at which price and why a call closes; undefined while it is open. A day without a price settles
 * nothing. If the last day has no price, the previous close counts, once a later price is known.
 * - The first day that counts is the day after the call: prices of its own day may be from before it.
 * - The terms at the start of a day decide, so no change settles a call in hindsight.
 * - High and low touch target and stop; without them, the close does. If a day touches both, the stop
 * counts.
 * - A stop closes at its level, or at the close if the whole day is beyond it. A target always closes at its
 * level.
 * - A target without a gain on the entry is ignored, and so is a stop on the target's side.
 * - An unsure day touches no level and closes nothing.
 * @param days in order. @param today yyyy-mm-dd, in the site's zone. Prices of this day and later are
 * ignored.
 */
export function findSettlement(
  call: MeasuredCall,
  days: readonly TradedDay[],
  splits: readonly Split[],
  today: string,
): Settlement | undefined {
  let before: TradedDay | undefined;
  for (const day of days) {
    if (!isOver(day.day, today)) return undefined;
    const inForce = day.day > call.madeOn ? termsInForce(call, day.day) : [];
    const settled = settleOnDay(call, inForce, { day, before, splits });
    if (settled) return settled;
    if (day.day >= call.madeOn) before = day;
  }
  return undefined;
}

/** The terms set before a day began; the last one applies. */
const termsInForce = ({ history }: MeasuredCall, day: string): readonly TermsSince[] =>
  history.filter(({ day: since }, index) => index === 0 || since < day);

type DayInput = { day: TradedDay; before: TradedDay | undefined; splits: readonly Split[] };

function settleOnDay(
  call: MeasuredCall,
  termsSoFar: readonly TermsSince[],
  { day, before, splits }: DayInput,
): Settlement | undefined {
  const inForce = termsSoFar.at(-1);
  if (!inForce) return undefined;
  const { day: since, terms } = inForce;
  // A period shortened later ends on the day of the change, so nobody can choose an earlier day.
  const lastDay = terms.lastDay && (terms.lastDay > since ? terms.lastDay : since);
  const last = before ?? (day.isUnsure ? undefined : day);
  if (lastDay && day.day > lastDay)
    return last && closedBy("period", last, sharesRatio(call, last.day, splits));
  if (day.isUnsure) return undefined;
  const ratio = sharesRatio(call, day.day, splits);
  const touched = touchedLevel(call.direction, day, levelsOn(day.day, { call, termsSoFar, splits }));
  if (touched) return { on: day.day, ratio: priceText(ratio), ...touched };
  return day.day === lastDay ? closedBy("period", day, ratio) : undefined;
}

const closedBy = (reason: "period", { day: on, close }: TradedDay, ratio: number): Settlement => ({
  on,
  price: canonicalPrice(close),
  ratio: priceText(ratio),
  reason,
});

/** Shares of a later day per share of the entry. */
export const sharesRatio = (
  { madeOn, shares = 1 }: Pick<MeasuredCall, "madeOn" | "shares">,
  on: string,
  splits: readonly Split[],
): number =>
  splits.reduce((all, { day, ratio }) => (day > madeOn && day <= on ? all * Number(ratio) : all), shares);

/** The same number as text. */
export const sharesRatioText = (
  call: Pick<MeasuredCall, "madeOn" | "shares">,
  on: string,
  splits: readonly Split[],
): string => priceText(sharesRatio(call, on, splits));

/**
 * Shares of the call's day per share of an entry from an earlier day. `shares` holds the splits known at the
 * time; splits may have been entered, changed or removed since.
 * @param madeOn yyyy-mm-dd
 */
export const entrySharesText = (
  { day, shares }: { day?: string; shares?: string },
  madeOn: string,
  splits: readonly Split[],
): string =>
  day === undefined ? "1" : priceText(sharesRatio({ madeOn: day }, madeOn, splits) / Number(shares ?? 1));

type Touched = { price: string; reason: "target" | "stop" };

function touchedLevel(
  direction: MeasuredCall["direction"],
  day: TradedDay,
  { target, stop }: Levels,
): Touched | undefined {
  // The sign makes a gain positive for both directions.
  const sign = direction === "buy" ? 1 : -1;
  const [best, worst] = dayExtremes(day, sign);
  if (stop && sign * beyond(worst, stop) <= 0) {
    const passedOver = sign * beyond(best, stop) < 0;
    return { reason: "stop", price: passedOver ? canonicalPrice(day.close) : stop.text };
  }
  if (target && sign * beyond(best, target) >= 0) return { reason: "target", price: target.text };
  return undefined;
}

/** The best and worst price of a day for the call's direction. */
function dayExtremes({ close, high, low }: TradedDay, sign: number): [best: string, worst: string] {
  const [top, bottom] = [high ?? close, low ?? close];
  return sign > 0 ? [top, bottom] : [bottom, top];
}

/** A level as number and exact text. @property isDivided true if it was converted from other shares */
type Level = { price: number; text: string; isDivided: boolean };

/**
 * Positive if a price is above a level, negative if below. Exact for unconverted levels, as in the database.
 */
const beyond = (price: string, level: Level): number =>
  level.isDivided ? Number(price) - level.price : compareDecimals(price, level.text);

type Levels = { target: Level | undefined; stop: Level | undefined };

/** The valid target and stop in the shares of a day. */
function levelsOn(
  on: string,
  {
    call,
    termsSoFar,
    splits,
  }: { call: MeasuredCall; termsSoFar: readonly TermsSince[]; splits: readonly Split[] },
): Levels {
  const { direction } = call;
  const sign = direction === "buy" ? 1 : -1;
  const level = (term: "target" | "stop"): Level | undefined => {
    const price = termsSoFar.at(-1)?.terms[term] ?? null;
    if (price === null) return undefined;
    const ratio = sharesRatio(levelOrigin(termsSoFar, term), on, splits);
    const divided = Number(price) / ratio;
    const isDivided = ratio !== 1;
    return { price: divided, text: isDivided ? priceText(divided) : canonicalPrice(price), isDivided };
  };
  const [target, stop] = [level("target"), level("stop")];
  const entry = Number(call.entryPrice) / sharesRatio(call, on, splits);
  const isTarget = target !== undefined && sign * (target.price - entry) > 0;
  const isRight = stop !== undefined && isStop({ direction, target: target?.price, stop: stop.price });
  return { target: isTarget ? target : undefined, stop: isRight ? stop : undefined };
}

/**
 * The day and shares of the current level: when it was last changed. Changing another term does not count.
 */
function levelOrigin(termsSoFar: readonly TermsSince[], term: "target" | "stop") {
  const level = termsSoFar.at(-1)?.terms[term];
  const different = termsSoFar.findLastIndex(({ terms }) => terms[term] !== level);
  const { day: madeOn = "", shares } = termsSoFar[different + 1] ?? {};
  return { madeOn, shares };
}

/**
 * Formats a divided price as `price_after` in SQL: eight decimals, and twelve significant digits below a
 * cent.
 */
function priceText(value: number): string {
  const isSmall = value !== 0 && Math.abs(value) < 0.01;
  const decimals = isSmall ? Math.min(MAX_DECIMALS, 11 - Math.floor(Math.log10(Math.abs(value)))) : 8;
  return canonicalPrice(value.toFixed(decimals));
}
