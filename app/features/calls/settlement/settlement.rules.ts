import { compareDecimals, MAX_DECIMALS } from "~/admin-kit/figures/read-number";
import { type CallTerms, figure } from "../call-events.rules";
import { isStop } from "../call-terms.rules";

/**
 * A day's prices as they were traded, not adjusted. Decimals as text; the day as yyyy-mm-dd.
 * @property isUnsure nobody knows of how many shares its prices are: it tells that there was trade, and nothing else
 */
export type TradedDay = {
  day: string;
  close: string;
  high: string | null;
  low: string | null;
  isUnsure?: boolean;
};

/** From this day on a share is so many ("2": two for one). */
export type Split = { day: string; ratio: string };

type SettledTerms = Pick<CallTerms, "target" | "stop" | "lastDay">;

/**
 * Terms, and the day on which they were said: their prices are of that day's shares, as far as they are new then.
 * @property shares how many shares of that day one is that they are of, where it is not one
 */
export type TermsSince = { day: string; terms: SettledTerms; shares?: number };

export type MeasuredCall = {
  direction: "buy" | "sell";
  madeOn: string;
  entryPrice: string;
  /** How many shares of that day one is that the entry is of, where it is not one. */
  shares?: number;
  /** Those it was made with first, then each change. */
  history: readonly TermsSince[];
};

/**
 * @property price as it was traded that day, or the level of target or stop in that day's shares
 * @property ratio how many of that day's shares one that the entry is of had become; "1" without a split
 */
export type Settlement = { on: string; price: string; ratio: string; reason: "target" | "stop" | "period" };

/**
 * Whether a day is over at the site, so that its last price is its close and settles calls. The price of a running day still moves,
 * whoever said it: a quote, a file or a source. @param day yyyy-mm-dd. @param today the site's
 */
export const isOver = (day: string, today: string): boolean => day < today;

/**
 * When a call closes, at which price and why; undefined while it does not. Days without a price are waited for: what is not
 * traded settles nothing, and a last day without one ends with the last close before it once a later one is known.
 *
 * - Of the day it was made on nobody knows what came before it: the days after it count.
 * - A day is judged by the terms that stood when it began, so no change settles anything in hindsight.
 * - Target and stop are touched by high and low, by the close where those are not known. Both on one day is the stop.
 * - A stop closes at its level, or at the close where the whole day lay beyond it. A target closes at its level, never better.
 * - A target that is no gain on the entry is none, and neither is a stop on the target's side.
 * - A day that is unsure touches nothing, and no price of it closes anything.
 *
 * @param days in their order. @param today of the site, yyyy-mm-dd: its price and those of later days are not looked at
 */
export function settlementOf(
  call: MeasuredCall,
  days: readonly TradedDay[],
  splits: readonly Split[],
  today: string,
): Settlement | undefined {
  let before: TradedDay | undefined;
  for (const day of days) {
    if (!isOver(day.day, today)) return undefined;
    const standing = day.day > call.madeOn ? standingOn(call, day.day) : [];
    const settled = settledOn(call, standing, { day, before, splits });
    if (settled) return settled;
    if (day.day >= call.madeOn) before = day;
  }
  return undefined;
}

/** What was said until a day began; the last of it stands. */
const standingOn = ({ history }: MeasuredCall, day: string): readonly TermsSince[] =>
  history.filter(({ day: since }, index) => index === 0 || since < day);

type Judged = { day: TradedDay; before: TradedDay | undefined; splits: readonly Split[] };

function settledOn(
  call: MeasuredCall,
  said: readonly TermsSince[],
  { day, before, splits }: Judged,
): Settlement | undefined {
  const standing = said.at(-1);
  if (!standing) return undefined;
  const { day: since, terms } = standing;
  // A period that is shortened afterwards ends when that is said, not on a day of one's choice.
  const lastDay = terms.lastDay && (terms.lastDay > since ? terms.lastDay : since);
  const last = before ?? (day.isUnsure ? undefined : day);
  if (lastDay && day.day > lastDay) return last && closedBy("period", last, ratioAt(call, last.day, splits));
  if (day.isUnsure) return undefined;
  const ratio = ratioAt(call, day.day, splits);
  const touched = touchedOn(call.direction, day, levelsOn(day.day, { call, said, splits }));
  if (touched) return { on: day.day, ratio: textOf(ratio), ...touched };
  return day.day === lastDay ? closedBy("period", day, ratio) : undefined;
}

const closedBy = (reason: "period", { day: on, close }: TradedDay, ratio: number): Settlement => ({
  on,
  price: figure(close),
  ratio: textOf(ratio),
  reason,
});

/** How many shares one of the call's day is on a later day; where its entry is of others, one of those. */
export const ratioAt = (
  { madeOn, shares = 1 }: Pick<MeasuredCall, "madeOn" | "shares">,
  on: string,
  splits: readonly Split[],
): number =>
  splits.reduce((all, { day, ratio }) => (day > madeOn && day <= on ? all * Number(ratio) : all), shares);

/** The same as text. */
export const sharesOn = (
  call: Pick<MeasuredCall, "madeOn" | "shares">,
  on: string,
  splits: readonly Split[],
): string => textOf(ratioAt(call, on, splits));

/**
 * How many shares of its call's day one is that an entry is of. It is the price of a day before, and splits are entered, mended and
 * removed afterwards: what the entry has worked in it says itself, what there is between the two days is known by now.
 * @param madeOn yyyy-mm-dd
 */
export const sharesOfEntry = (
  { day, shares }: { day?: string; shares?: string },
  madeOn: string,
  splits: readonly Split[],
): string =>
  day === undefined ? "1" : textOf(ratioAt({ madeOn: day }, madeOn, splits) / Number(shares ?? 1));

type Touched = { price: string; reason: "target" | "stop" };

function touchedOn(
  direction: MeasuredCall["direction"],
  day: TradedDay,
  { target, stop }: Levels,
): Touched | undefined {
  // Seen so that a gain is up, whichever way the call goes.
  const sign = direction === "buy" ? 1 : -1;
  const [best, worst] = extremesOf(day, sign);
  if (stop && sign * beyond(worst, stop) <= 0) {
    const passedOver = sign * beyond(best, stop) < 0;
    return { reason: "stop", price: passedOver ? figure(day.close) : stop.text };
  }
  if (target && sign * beyond(best, target) >= 0) return { reason: "target", price: target.text };
  return undefined;
}

/** The best and the worst price of a day for the call's direction. */
function extremesOf({ close, high, low }: TradedDay, sign: number): [best: string, worst: string] {
  const [top, bottom] = [high ?? close, low ?? close];
  return sign > 0 ? [top, bottom] : [bottom, top];
}

/** A price, and the same to the last of its digits. @property isDivided worked out from one of other shares */
type Level = { price: number; text: string; isDivided: boolean };

/** Above 0 where a price is above a level, below 0 where it is below: to the last digit, as the database has it, of a level that was said. */
const beyond = (price: string, level: Level): number =>
  level.isDivided ? Number(price) - level.price : compareDecimals(price, level.text);

type Levels = { target: Level | undefined; stop: Level | undefined };

/** Target and stop in the shares of a day, as far as they settle anything. */
function levelsOn(
  on: string,
  { call, said, splits }: { call: MeasuredCall; said: readonly TermsSince[]; splits: readonly Split[] },
): Levels {
  const { direction } = call;
  const sign = direction === "buy" ? 1 : -1;
  const level = (term: "target" | "stop"): Level | undefined => {
    const price = said.at(-1)?.terms[term] ?? null;
    if (price === null) return undefined;
    const ratio = ratioAt(saidWith(said, term), on, splits);
    const divided = Number(price) / ratio;
    const isDivided = ratio !== 1;
    return { price: divided, text: isDivided ? textOf(divided) : figure(price), isDivided };
  };
  const [target, stop] = [level("target"), level("stop")];
  const entry = Number(call.entryPrice) / ratioAt(call, on, splits);
  const isTarget = target !== undefined && sign * (target.price - entry) > 0;
  const isRight = stop !== undefined && isStop({ direction, target: target?.price, stop: stop.price });
  return { target: isTarget ? target : undefined, stop: isRight ? stop : undefined };
}

/** Of which shares the level is that stands, by the day on which it was said: whoever changes another term later does not say it again. */
function saidWith(said: readonly TermsSince[], term: "target" | "stop") {
  const level = said.at(-1)?.terms[term];
  const different = said.findLastIndex(({ terms }) => terms[term] !== level);
  const { day: madeOn = "", shares } = said[different + 1] ?? {};
  return { madeOn, shares };
}

/** As `price_after` of the database keeps a divided price: eight decimals, and below a cent twelve digits that count. */
function textOf(value: number): string {
  const isSmall = value !== 0 && Math.abs(value) < 0.01;
  const decimals = isSmall ? Math.min(MAX_DECIMALS, 11 - Math.floor(Math.log10(Math.abs(value)))) : 8;
  return figure(value.toFixed(decimals));
}
