import { dayNumber } from "~/ui/charts/calendar";

/** From `day` on, shares for each one before; a decimal as text. */
export type Split = { day: string; ratio: string };

/** What is known of an instrument around the day of a split. Days as yyyy-mm-dd, closes as they were traded. */
export type AroundSplit = {
  symbol: string;
  /** At the site. */
  today: string;
  /** Of all days with a price; null where there is none. */
  firstDay: string | null;
  lastDay: string | null;
  /** The last close before the day of the split, and the first from that day on. */
  before: { day: string; close: string } | null;
  from: { day: string; close: string } | null;
  splits: readonly Split[];
};

/** One split is announced, carried out and booked on days that are so near to each other. */
const SAME_SPLIT_DAYS = 7;

/** Splits are announced weeks ahead. */
const DAYS_AHEAD = 366;

/** Why there can be no split of such a day; undefined where there can. */
export const splitErrors = ({ day }: Split, { today }: AroundSplit): Record<string, string> | undefined =>
  dayNumber(day) - dayNumber(today) > DAYS_AHEAD
    ? { day: `Day must be at most a year from today, ${today}` }
    : undefined;

/** What is hardly meant of a split, by the fields of its form; one that is there already just so is no question. */
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

/** An import of later prices may begin anywhere: further away a close says nothing of a split. */
export const NEAR_DAYS = 14;

function dayWarnings(
  { day }: Split,
  { symbol, today, firstDay, lastDay, before, from }: AroundSplit,
): string[] {
  if (day > today)
    return [
      `${day} is to come. If the split is announced for that day, save it as it is: it counts from then on.`,
    ];
  if (firstDay === null) return [`No price of ${symbol} is known.`];
  if (day < firstDay) return [`The prices of ${symbol} begin on ${firstDay}.`];
  if (day === firstDay) return [];
  const isBeyond = lastDay !== null && lastDay < day;
  // Its own price may be to come yet.
  const isRecent = dayNumber(today) - dayNumber(day) <= NEAR_DAYS;
  if (isBeyond && !(before && isRecent))
    return [`The prices of ${symbol} end on ${lastDay}: none shows this split.`];
  const isShown = before && (from || isBeyond);
  return isShown ? [] : [`No price of ${symbol} within ${NEAR_DAYS} days of ${day} shows this split.`];
}

const isNear = (one: Split, other: Split): boolean =>
  one.day !== other.day && Math.abs(dayNumber(one.day) - dayNumber(other.day)) <= SAME_SPLIT_DAYS;

const nearWarnings = (split: Split, { splits }: AroundSplit): string[] =>
  splits
    .filter((other) => isNear(split, other))
    .map((other) => `There is a split of ${other.ratio} on ${other.day}: this would be one more.`);

/** A share in a thousand: below that nobody splits, and a digit was typed too often. */
const SMALLEST = 0.001;

const sizeWarnings = ({ ratio }: Split): string[] =>
  Math.abs(Number(ratio) - 1) < SMALLEST
    ? [`A split of ${ratio} changes prices by less than 0.1%: 2 is two for one, 0.5 one for two.`]
    : [];

const sameDayWarnings = ({ day, ratio }: Split, { splits }: AroundSplit): string[] =>
  splits
    .filter((other) => other.day === day)
    .map((other) => `${day} has a split of ${other.ratio}. Saved, it is ${ratio}.`);

/** An instrument that is merged, or is merged into. */
export type SplitsOf = { symbol: string; splits: readonly Split[] };

/** What a merge makes of the splits of both: of one day that of `into` stays, and of two days near to each other both count. */
export const mergedSplitWarnings = (from: SplitsOf, into: SplitsOf): string[] =>
  from.splits.flatMap((one) => {
    const same = into.splits.find(({ day }) => day === one.day);
    if (same)
      return Number(same.ratio) === Number(one.ratio)
        ? []
        : [
            `On ${one.day} ${from.symbol} has a split of ${one.ratio}, ${into.symbol} one of ${same.ratio}: that of ${into.symbol} stays.`,
          ];
    return into.splits
      .filter((other) => isNear(one, other))
      .map(
        (other) =>
          `${from.symbol} has a split of ${one.ratio} on ${one.day}, ${into.symbol} one of ${other.ratio} on ${other.day}: merged, both count.`,
      );
  });

/** How far a day's own rise or fall may take a price from what its split alone makes of it. */
const OWN_CHANGE = Math.log(1.25);

/** So small, a split is lost among an ordinary day's changes. */
const SEEN_FROM = Math.log(1.1) + 1e-9;

/**
 * Prices that do not show the split: they are nearer to having none, to another one or to the opposite. Whatever its ratio, it is asked
 * about; that of a stock dividend alone no price shows.
 */
function priceWarnings({ day, ratio }: Split, { before, from, splits }: AroundSplit): string[] {
  if (!before || !from) return [];
  const others = splits.filter(
    (other) => other.day !== day && other.day > before.day && other.day <= from.day,
  );
  const shares = others.reduce((all, other) => all * Number(other.ratio), 1);
  const moved = Math.log((Number(from.close) * shares) / Number(before.close));
  const meant = -Math.log(Number(ratio));
  const missed = Math.abs(moved - meant);
  const isSmall = Math.abs(meant) <= SEEN_FROM;
  if (missed <= (isSmall ? OWN_CHANGE : Math.min(Math.abs(meant) / 2, OWN_CHANGE))) return [];
  return [
    `From ${before.day} to ${from.day} the close went from ${before.close} to ${from.close}, which is no split of ${ratio}: 2 is two for one, 0.5 one for two.`,
  ];
}
