import { formatTime } from "~/ui/dates";
import { formatNumber } from "~/ui/format";

/** Per cent from the last known price, beyond which a new one is asked about where no setting says otherwise. */
export const USUAL_BOUND = 25;

/** A target, a stop or a zone stands apart from the price: it is asked about where it is so many times the price, or a part of it as small. */
export const LEVEL_TIMES = 5;

/**
 * What a price is held against.
 * @property day of the price, yyyy-mm-dd; absent for the record's own one before
 * @property called the label of a figure beside it, where it is none that was known before
 * @property unit the currency in which it is written here, and what it was in another one, where it was
 */
export type KnownPrice = {
  price: string;
  day?: string;
  called?: string;
  unit?: { currency: string; said: string };
};

/** What is asked of a figure. `bound`: per cent for a price; a level has none. */
type Judged = { label: string; price: string; known: KnownPrice; bound?: number };

/**
 * What is asked about a figure that is far from what is known; undefined for one that is near.
 * A price of nought or less says nothing about another one.
 */
export function farPrice({ label, price, known, bound }: Judged): string | undefined {
  const ratio = Number(price) / Number(known.price);
  if (!(Number(known.price) > 0) || !Number.isFinite(ratio)) return undefined;
  const isFar =
    bound === undefined
      ? ratio >= LEVEL_TIMES || ratio <= 1 / LEVEL_TIMES
      : Math.abs(ratio - 1) * 100 > bound + 1e-9 || ratio < lowestWithin(bound);
  if (!isFar) return undefined;
  return `${label} ${shownPrice(price)} is ${distanceOf(ratio)} ${knownWords(known)}${endOf(ratio, known)}`;
}

/**
 * A fall is asked about from a tenth on, whatever the bound: none reaches 100%, and a bound above that would let a decimal point slip
 * down that it asks about upwards. A bound that lets a price rise tenfold lets it fall as far.
 */
const lowestWithin = (bound: number): number => Math.min(0.1 + 1e-9, 1 / (1 + bound / 100));

/** What is asked of a figure that became ten, a hundred or a thousand times what it was, or such a part of it. */
export function slippedFrom(label: string, price: string, was: string): string | undefined {
  const ratio = Number(price) / Number(was);
  const slip = slipOf(ratio);
  if (!slip?.isExact) return undefined;
  return `${label} ${shownPrice(price)} is ${slip.words} what it was, ${shownPrice(was)}${SLIPPED}`;
}

function knownWords({ price, day, called, unit }: KnownPrice): string {
  if (called !== undefined) return `${called} ${shownPrice(price)}`;
  const words = `the last known price, ${shownPrice(price)}${unit ? ` ${unit.currency} (${unit.said})` : ""}`;
  return day === undefined ? words : `${words} of ${formatTime(day, "short-date")}`;
}

const SLIPPED = ": is the decimal point in its place?";

function endOf(ratio: number, { unit }: KnownPrice): string {
  if (unit) return `: is it in ${unit.currency}?`;
  return slipOf(ratio) ? SLIPPED : "";
}

/** What is asked of a price in another currency than the last known one: no rate tells how far it is from that. */
export const otherCurrency = (
  { label, price, currency }: { label: string; price: string; currency: string },
  known: KnownPrice & { currency: string },
): string =>
  `${label} ${shownPrice(price)} is in ${currency}, and ${knownWords(known)} is in ${known.currency}: is ${currency} right?`;

/** How far the price may have moved beside a decimal point that slipped. */
const NEAR = 0.1;
const EXACT = 1e-6;

const SLIPS = [
  { times: 10, over: "ten times", under: "a tenth of" },
  { times: 100, over: "a hundred times", under: "a hundredth of" },
  { times: 1000, over: "a thousand times", under: "a thousandth of" },
  { times: 10_000, over: "ten thousand times", under: "a ten-thousandth of" },
];

function slipOf(ratio: number): { words: string; isExact: boolean } | undefined {
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
function distanceOf(ratio: number): string {
  const slip = slipOf(ratio);
  if (slip) return slip.words;
  if (ratio >= 3) return `${formatNumber(ratio, ratio < 10 ? 1 : 0)} times`;
  if (ratio >= 1) return `${formatNumber((ratio - 1) * 100, 0)}% above`;
  if (ratio > 0.3) return `${formatNumber((1 - ratio) * 100, 0)}% below`;
  if (ratio >= 0.001) return `${formatNumber(ratio * 100, ratio < 0.1 ? 1 : 0)}% of`;
  return ratio > 0 ? "less than 0.1% of" : "not above 0, unlike";
}

/** As it was typed, grouped, with two decimals at least. */
export const shownPrice = (price: string): string =>
  formatNumber(price, Math.max(2, price.split(".")[1]?.replace(/0+$/, "").length ?? 0));
