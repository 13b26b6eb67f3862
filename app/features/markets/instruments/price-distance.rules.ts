import { formatTime } from "~/ui/dates";
import { formatNumber } from "~/ui/format";

/** The default bound, in per cent from the last known price, beyond which a new price causes a warning. */
export const USUAL_BOUND = 25;

/**
 * A target, a stop or a zone may be further away. It causes a warning at this many times the price, or at
 * that fraction.
 */
export const LEVEL_TIMES = 5;

/**
 * The price to compare with.
 * @property day of the price, yyyy-mm-dd; missing for the record's own previous price
 * @property called the label of the figure, if it comes from the same form and was not known before
 * @property unit the currency used here, and the price in its original currency, if that differs
 */
export type KnownPrice = {
  price: string;
  day?: string;
  called?: string;
  unit?: { currency: string; said: string };
};

/** A figure to check. `bound`: per cent for a price; a level has none. */
type CheckedFigure = { label: string; price: string; known: KnownPrice; bound?: number };

/**
 * The warning about a figure far from the known price; undefined if it is near. A known price of zero or less
 * allows no comparison.
 */
export function distanceWarning({ label, price, known, bound }: CheckedFigure): string | undefined {
  const ratio = Number(price) / Number(known.price);
  if (!(Number(known.price) > 0) || !Number.isFinite(ratio)) return undefined;
  const isFar =
    bound === undefined
      ? ratio >= LEVEL_TIMES || ratio <= 1 / LEVEL_TIMES
      : Math.abs(ratio - 1) * 100 > bound + 1e-9 || ratio < lowestWithin(bound);
  if (!isFar) return undefined;
  return `${label} ${formatTypedPrice(price)} is ${distanceText(ratio)} ${knownPriceText(known)}${closingQuestion(ratio, known)}`;
}

/**
 * A fall to a tenth causes a warning with any bound. No fall reaches 100%, so a higher bound would catch a
 * slipped decimal point only upwards. A bound that lets a price rise tenfold lets it fall as far.
 */
const lowestWithin = (bound: number): number => Math.min(0.1 + 1e-9, 1 / (1 + bound / 100));

/** The warning about a figure that became ten, a hundred or a thousand times larger or smaller. */
export function slipWarning(label: string, price: string, was: string): string | undefined {
  const ratio = Number(price) / Number(was);
  const slip = findSlip(ratio);
  if (!slip?.isExact) return undefined;
  return `${label} ${formatTypedPrice(price)} is ${slip.words} what it was, ${formatTypedPrice(was)}${SLIPPED}`;
}

function knownPriceText({ price, day, called, unit }: KnownPrice): string {
  if (called !== undefined) return `${called} ${formatTypedPrice(price)}`;
  const words = `the last known price, ${formatTypedPrice(price)}${unit ? ` ${unit.currency} (${unit.said})` : ""}`;
  return day === undefined ? words : `${words} on ${formatTime(day, "short-date")}`;
}

const SLIPPED = ": is the decimal point in the right place?";

function closingQuestion(ratio: number, { unit }: KnownPrice): string {
  if (unit) return `: is it in ${unit.currency}?`;
  return findSlip(ratio) ? SLIPPED : "";
}

/**
 * The warning about a price in another currency than the last known one; without a rate the distance is
 * unknown.
 */
export const otherCurrencyWarning = (
  { label, price, currency }: { label: string; price: string; currency: string },
  known: KnownPrice & { currency: string },
): string =>
  `${label} ${formatTypedPrice(price)} is in ${currency}, and ${knownPriceText(known)} is in ${known.currency}: is ${currency} right?`;

/** How far the price itself may have moved, in addition to a slipped decimal point. */
const NEAR = 0.1;
const EXACT = 1e-6;

const SLIPS = [
  { times: 10, over: "ten times", under: "a tenth of" },
  { times: 100, over: "a hundred times", under: "a hundredth of" },
  { times: 1000, over: "a thousand times", under: "a thousandth of" },
  { times: 10_000, over: "ten thousand times", under: "a ten-thousandth of" },
];

function findSlip(ratio: number): { words: string; isExact: boolean } | undefined {
  for (const { times, over, under } of SLIPS) {
    for (const [missed, words] of [
      [Math.abs(ratio / times - 1), over],
      [Math.abs(ratio * times - 1), under],
    ] as const)
      if (missed <= NEAR)
        return { words: missed <= EXACT ? words : `about ${words}`, isExact: missed <= EXACT };
  }
  return undefined;
}

/** "38% above", "ten times", "7.4 times", "12% of". */
function distanceText(ratio: number): string {
  const slip = findSlip(ratio);
  if (slip) return slip.words;
  if (ratio >= 3) return `${formatNumber(ratio, ratio < 10 ? 1 : 0)} times`;
  if (ratio >= 1) return `${formatNumber((ratio - 1) * 100, 0)}% above`;
  if (ratio > 0.3) return `${formatNumber((1 - ratio) * 100, 0)}% below`;
  if (ratio >= 0.001) return `${formatNumber(ratio * 100, ratio < 0.1 ? 1 : 0)}% of`;
  return ratio > 0 ? "less than 0.1% of" : "not above 0, unlike";
}

/** As typed, grouped, with at least two decimals. */
export const formatTypedPrice = (price: string): string =>
  formatNumber(price, Math.max(2, price.split(".")[1]?.replace(/0+$/, "").length ?? 0));
