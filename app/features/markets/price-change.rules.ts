import { DECIMAL_LIMIT } from "~/admin-kit/figures/read-number";
import type { IsToday } from "~/admin-kit/warnings.server";
import { formatNumber, formatSigned } from "~/ui/format";
import { unitsIn } from "./instruments/price-units.rules";

/** An exact decimal as text, or none. */
export type Figure = string | null | undefined;

/**
 * A price with its change since the previous close, from a record.
 * @property at the time of that price
 */
export type MovedPrice = {
  last: Figure;
  change?: Figure;
  changePercent?: Figure;
  at: Date | null | undefined;
};

/**
 * What a new price is measured by.
 * @property shares today's shares for each share of the record's previous price
 */
export type Measure = { isToday: IsToday; shares: number };

type Counted = { currency?: string | null };

/**
 * The measure for a record whose unit changed. Like a split, it turns a hundred pence into one pound.
 * @returns undefined between currencies, whose rate is unknown
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

/** A weekend and two holidays: an older price says nothing about the previous close. */
const OLDEST_CLOSE_DAYS = 5;

/**
 * The previous close in today's shares, calculated from a record. For today's price it follows from the
 * change; a price of the last few days is that close itself. On the day of a split yesterday's price is in
 * other shares.
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

/** @returns null if the close is not above zero or the result exceeds the limit of a figure */
export function percentChange(change: number, close: number): string | null {
  const percent = (change / close) * 100;
  if (!(close > 0) || !(Math.abs(percent) < DECIMAL_LIMIT)) return null;
  return inDecimals(percent, percent !== 0 && Math.abs(percent) < 0.005 ? 4 : 2);
}

/** The change since the previous close in per cent; null if unknown. */
export function percentSince(last: string, before: MovedPrice, measure: Measure): string | null {
  const close = closeBefore(before, measure);
  return close === undefined ? null : percentChange(Number(last) - close, close);
}

/** A fall of 100% or more is impossible for a price above zero. */
export const isImpossiblePercent = (percent: Figure): percent is string =>
  isKnown(percent) && Number(percent) <= -100;

/**
 * The warning about such a change.
 * @param label from the form
 */
export const impossiblePercentText = (label: string, percent: string): string =>
  `${label} ${signed(percent)}: a price above 0 cannot fall by 100% or more`;

type PercentOfPrice = { last: string; changePercent: Figure };

/** A percentage that differs by this factor causes a warning. */
const FAR_TIMES = 5;

/** Whether a change has the wrong sign or size. Zero means unknown. */
function isFarFrom(right: number, typed: number): boolean {
  if (typed === 0 || Math.abs(right - typed) < 1) return false;
  const ratio = typed / right;
  return ratio < 1 / FAR_TIMES || ratio > FAR_TIMES;
}

/**
 * Whether a price and its percentage contradict the record's previous figures. An unchanged percentage with a
 * new price is compared with any known previous close. A newly typed one is compared roughly, with today's
 * only: its author may know the close better.
 * @returns the right percentage; "unknown" if an old one belongs to a price that changed
 */
export function findPercentMismatch(
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
  const right = percentChange(Number(last) - close, close);
  if (right === null) return undefined;
  const [would, typed] = [Number(right), Number(changePercent)];
  const isWrong = isOld ? Math.abs(would - typed) > 0.02 : isFarFrom(would, typed);
  return isWrong ? right : undefined;
}

/**
 * The warning about such a change.
 * @param labels from the form
 */
export function percentMismatchText(
  { last, changePercent }: { last: string; changePercent: string },
  right: string,
  labels: { last: string; changePercent: string },
): string {
  const words = `${labels.changePercent} ${signed(changePercent)} does not match ${labels.last} ${formatFigure(last)}`;
  return right === "unknown"
    ? `${words}: it belongs to the previous price`
    : `${words}: from the previous close it would be ${signed(right)}%`;
}

const decimalsIn = (figure: string) => figure.split(".")[1]?.length ?? 0;

/** Half a unit of a figure's last digit. */
export const halfUnit = (figure: string) => 0.5 * 10 ** -decimalsIn(figure);

/** Half a unit of a price's last digit, at most half a cent: 95 means 95.00. */
export const halfCent = (price: string) => Math.min(halfUnit(price), 0.005);

/** The most decimals of the figures, at least two. */
export const decimalsToShow = (...figures: Figure[]) =>
  Math.max(2, ...figures.map((figure) => (isKnown(figure) ? decimalsIn(figure) : 0)));

export const inDecimals = (value: number, decimals: number): string =>
  value.toFixed(decimals).replace(/^-(0(?:\.0*)?)$/, "$1");

/** A previous price in today's shares; unchanged without a split. */
export const inShares = (price: string, shares: number): string => {
  if (shares === 1) return price;
  const value = Number(price) / shares;
  const digits = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return inDecimals(value, Math.max(2, Math.min(8, 7 - digits))).replace(/(\.\d\d\d*?)0+$/, "$1");
};

export const formatFigure = (figure: string) => formatNumber(figure, decimalsToShow(figure));
export const signed = (figure: string) => formatSigned(figure, decimalsToShow(figure));
