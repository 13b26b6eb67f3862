import { dayNumber } from "~/ui/charts/calendar";

/** `ratio` counts from `day` on: shares for each share before, a decimal as text. */
export type Split = { day: string; ratio: string };

/** An instrument's data around the day of a split. Days as yyyy-mm-dd, closes as traded. */
export type AroundSplit = {
  symbol: string;
  /** The site's day. */
  today: string;
  /** The first and last days with a price; null without any. */
  firstDay: string | null;
  lastDay: string | null;
  /** The last close before the day of the split, and the first from that day on. */
  before: { day: string; close: string } | null;
  from: { day: string; close: string } | null;
  splits: readonly Split[];
};

/** The days of announcing, executing and booking one split are at most this far apart. */
const SAME_SPLIT_DAYS = 7;

/** Splits are announced weeks ahead. */
const DAYS_AHEAD = 366;

/** Errors for an impossible day; undefined if it is possible. */
export const splitErrors = ({ day }: Split, { today }: AroundSplit): Record<string, string> | undefined =>
  dayNumber(day) - dayNumber(today) > DAYS_AHEAD
    ? { day: `Day must be at most a year from today, ${today}` }
    : undefined;

/** Warnings about a split, by form field. An identical existing split causes none. */
export function splitWarnings(split: Split, around: AroundSplit): Record<string, string> {
  if (around.splits.some(({ day, ratio }) => day === split.day && Number(ratio) === Number(split.ratio)))
    return {};
  const day = [...dayWarnings(split, around), ...nearWarnings(split, around)].join(" ");
  const ratio = [
    ...sizeWarnings(split),
    ...sameDayWarnings(split, around),
    ...priceWarnings(split, around),
  ].join(" ");
  return { ...(day && { day }), ...(ratio && { ratio }) };
}

/** A close further away says nothing about a split: an import may start at any day. */
export const NEAR_DAYS = 14;

function dayWarnings(
  { day }: Split,
  { symbol, today, firstDay, lastDay, before, from }: AroundSplit,
): string[] {
  if (day > today)
    return [
      `${day} is in the future. If the split is announced for that day, save it: it counts from then on.`,
    ];
  if (firstDay === null) return [`There are no prices for ${symbol}.`];
  if (day < firstDay) return [`The prices of ${symbol} begin on ${firstDay}.`];
  if (day === firstDay) return [];
  const isBeyond = lastDay !== null && lastDay < day;
  // The price of that day may still arrive.
  const isRecent = dayNumber(today) - dayNumber(day) <= NEAR_DAYS;
  if (isBeyond && !(before && isRecent))
    return [`The prices of ${symbol} end on ${lastDay}: none shows this split.`];
  const isVisible = before && (from || isBeyond);
  return isVisible ? [] : [`No price of ${symbol} within ${NEAR_DAYS} days of ${day} shows this split.`];
}

const isNear = (one: Split, other: Split): boolean =>
  one.day !== other.day && Math.abs(dayNumber(one.day) - dayNumber(other.day)) <= SAME_SPLIT_DAYS;

const nearWarnings = (split: Split, { splits }: AroundSplit): string[] =>
  splits
    .filter((other) => isNear(split, other))
    .map((other) => `There is already a split of ${other.ratio} on ${other.day}: saving adds another one.`);

/** A smaller change is a typing error: no company splits by less than 0.1%. */
const SMALLEST = 0.001;

const sizeWarnings = ({ ratio }: Split): string[] =>
  Math.abs(Number(ratio) - 1) < SMALLEST
    ? [`A split of ${ratio} changes prices by less than 0.1%: 2 is two for one, 0.5 one for two.`]
    : [];

const sameDayWarnings = ({ day, ratio }: Split, { splits }: AroundSplit): string[] =>
  splits
    .filter((other) => other.day === day)
    .map((other) => `${day} already has a split of ${other.ratio}. Saving changes it to ${ratio}.`);

/** An instrument of a merge, with its splits. */
export type SplitsOf = { symbol: string; splits: readonly Split[] };

/**
 * Warnings about the splits of a merge. If both have a split on a day, that of `into` stays; splits on days
 * near each other both count.
 */
export const mergedSplitWarnings = (from: SplitsOf, into: SplitsOf): string[] =>
  from.splits.flatMap((one) => {
    const same = into.splits.find(({ day }) => day === one.day);
    if (same)
      return Number(same.ratio) === Number(one.ratio)
        ? []
        : [
            `On ${one.day} ${from.symbol} has a split of ${one.ratio}, and on the same day ${into.symbol} has one of ${same.ratio}. The split of ${into.symbol} is kept.`,
          ];
    return into.splits
      .filter((other) => isNear(one, other))
      .map(
        (other) =>
          `${from.symbol} has a split of ${one.ratio} on ${one.day} and ${into.symbol} one of ${other.ratio} on ${other.day}: after the merge, both count.`,
      );
  });

/** How far a day's own change may move a price away from the split's effect. */
const OWN_CHANGE = Math.log(1.25);

/** A split below this is hidden among a day's ordinary changes. */
const SEEN_FROM = Math.log(1.1) + 1e-9;

/**
 * Warns if the prices fit no split, another one, or the opposite one better. It checks every ratio, except
 * stock dividends too small to show in prices.
 */
function priceWarnings({ day, ratio }: Split, { before, from, splits }: AroundSplit): string[] {
  if (!before || !from) return [];
  const others = splits.filter(
    (other) => other.day !== day && other.day > before.day && other.day <= from.day,
  );
  const shares = others.reduce((all, other) => all * Number(other.ratio), 1);
  const moved = Math.log((Number(from.close) * shares) / Number(before.close));
  const expected = -Math.log(Number(ratio));
  const missed = Math.abs(moved - expected);
  const isSmall = Math.abs(expected) <= SEEN_FROM;
  if (missed <= (isSmall ? OWN_CHANGE : Math.min(Math.abs(expected) / 2, OWN_CHANGE))) return [];
  return [
    `From ${before.day} to ${from.day} the close went from ${before.close} to ${from.close}, which does not match a split of ${ratio}: 2 is two for one, 0.5 one for two.`,
  ];
}
