import { DECIMAL_LIMIT } from "~/admin-kit/figures/read-number";
import type { IsToday } from "~/admin-kit/warnings.server";
import { formatNumber, formatSigned } from "~/ui/format";
import { unitsIn } from "./instruments/price-units.rules";

/** An exact decimal as text, or none. */
export type Figure = string | null | undefined;

/** A price with what it moved by since the close before, as a record said it. @property at since when it has that price */
export type MovedPrice = {
  last: Figure;
  change?: Figure;
  changePercent?: Figure;
  at: Date | null | undefined;
};

/** What a price of now is measured with. @property shares of today for each one of the record's price before */
export type Measure = { isToday: IsToday; shares: number };

type Counted = { currency?: string | null };

/**
 * The same for a record that is counted in another unit from now on: a pound was a hundred pence, as one share may have been another
 * part of one. @returns undefined between currencies, of which nobody knows the rate
 */
export function inNewUnit(
  measure: Measure,
  values: Counted,
  before: Counted | undefined,
): Measure | undefined {
  const { currency = before?.currency }: Counted = values;
  const units = unitsIn(before?.currency, currency);
  return units === undefined ? undefined : { isToday: measure.isToday, shares: measure.shares * units };
}

export const isKnown = (figure: Figure): figure is string => typeof figure === "string";

export const isSame = (one: Figure, other: Figure): boolean =>
  isKnown(one) && isKnown(other) ? Number(one) === Number(other) : (one ?? null) === (other ?? null);

const DAY_MS = 24 * 3_600_000;

/** A weekend and two holidays: a price that is older says nothing about the last close. */
const OLDEST_CLOSE_DAYS = 5;

/**
 * The close before today in shares of today, as far as a record tells: of today by its change, of the last days its price is that close.
 * On the day of a split yesterday's price is of other shares.
 */
export function closeBefore(
  before: MovedPrice | undefined,
  { isToday, shares }: Measure,
): number | undefined {
  if (!before?.at || !isKnown(before.last)) return undefined;
  const { at, change, changePercent } = before;
  const last = Number(before.last);
  if (isToday(at)) {
    if (isKnown(change)) return (last - Number(change)) / shares;
    return isKnown(changePercent) ? last / (1 + Number(changePercent) / 100) / shares : undefined;
  }
  const isOfLastDays = Array.from({ length: OLDEST_CLOSE_DAYS }, (_, nth) => nth + 1).some((days) =>
    isToday(new Date(at.getTime() + days * DAY_MS)),
  );
  return isOfLastDays ? last / shares : undefined;
}

/** @returns null where the close before is no price that anything could be measured by, and of what no figure may be */
export function percentOf(change: number, close: number): string | null {
  const percent = (change / close) * 100;
  if (!(close > 0) || !(Math.abs(percent) < DECIMAL_LIMIT)) return null;
  return inDecimals(percent, percent !== 0 && Math.abs(percent) < 0.005 ? 4 : 2);
}

/** What a price moved by since the close before, in per cent; null where that is not known. */
export function percentSince(last: string, before: MovedPrice, measure: Measure): string | null {
  const close = closeBefore(before, measure);
  return close === undefined ? null : percentOf(Number(last) - close, close);
}

/** No price above nought came down to it by all that it was, or by more. */
export const isImpossiblePercent = (percent: Figure): percent is string =>
  isKnown(percent) && Number(percent) <= -100;

/** The words of a question about such a change. @param label as the form calls it */
export const impossiblePercentWords = (label: string, percent: string): string =>
  `${label} ${signed(percent)}: no price above 0 falls by 100% or more`;

type PercentOfPrice = { last: string; changePercent: Figure };

/** So many times what it would be, or such a part of it, a change in per cent is asked about. */
const FAR_TIMES = 5;

/** Whether a change is hardly meant: of the other direction, or of another size. A nought is what nobody knows. */
function isFarFrom(right: number, typed: number): boolean {
  if (typed === 0 || Math.abs(right - typed) < 1) return false;
  const ratio = typed / right;
  return ratio < 1 / FAR_TIMES || ratio > FAR_TIMES;
}

/**
 * Whether a price and its change in per cent can both be true, by what the record said before. A change that is still the old one, under
 * another price, is held against whatever is known of the close before; one that was typed anew against today's, and roughly: who
 * corrects both may know that close better.
 * @returns what the change would be; "unknown" where an old one belongs to a price that is no more
 */
export function otherPercent(
  { last, changePercent }: PercentOfPrice,
  before: MovedPrice,
  measure: Measure,
): string | undefined {
  if (!isKnown(changePercent) || !isKnown(before.last) || !before.at) return undefined;
  const isMoved = Number(last) * measure.shares !== Number(before.last);
  const isOld = isSame(changePercent, before.changePercent);
  if (isOld ? !isMoved : !measure.isToday(before.at)) return undefined;
  const close = closeBefore(before, measure);
  if (close === undefined) return isOld ? "unknown" : undefined;
  const right = percentOf(Number(last) - close, close);
  if (right === null) return undefined;
  const [would, typed] = [Number(right), Number(changePercent)];
  const isWrong = isOld ? Math.abs(would - typed) > 0.02 : isFarFrom(would, typed);
  return isWrong ? right : undefined;
}

/** The words of a question about such a change. @param labels as the form calls both */
export function otherPercentWords(
  { last, changePercent }: { last: string; changePercent: string },
  right: string,
  labels: { last: string; changePercent: string },
): string {
  const words = `${labels.changePercent} ${signed(changePercent)} does not fit ${labels.last} ${shown(last)}`;
  return right === "unknown"
    ? `${words}: it is that of the price before`
    : `${words}: from the close before it would be ${signed(right)}%`;
}

const decimalsIn = (figure: string) => figure.split(".")[1]?.length ?? 0;

/** Half of the last digit that a figure has. */
export const halfUnit = (figure: string) => 0.5 * 10 ** -decimalsIn(figure);

/** The same of a price, of which 95 is 95.00: nobody rounds it to a whole one. */
export const halfCent = (price: string) => Math.min(halfUnit(price), 0.005);

/** As many as figures have, but two. */
export const decimalsOf = (...figures: Figure[]) =>
  Math.max(2, ...figures.map((figure) => (isKnown(figure) ? decimalsIn(figure) : 0)));

export const inDecimals = (value: number, decimals: number): string =>
  value.toFixed(decimals).replace(/^-(0(?:\.0*)?)$/, "$1");

/** A price of before in shares of today; as it is written where no split came. */
export const inShares = (price: string, shares: number): string => {
  if (shares === 1) return price;
  const value = Number(price) / shares;
  const digits = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return inDecimals(value, Math.max(2, Math.min(8, 7 - digits))).replace(/(\.\d\d\d*?)0+$/, "$1");
};

export const shown = (figure: string) => formatNumber(figure, decimalsOf(figure));
export const signed = (figure: string) => formatSigned(figure, decimalsOf(figure));
