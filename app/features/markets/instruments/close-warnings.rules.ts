import type { Sentences } from "~/admin-kit/warnings.server";
import { distanceWarning } from "./price-distance.rules";

/** A close of another day, in today's shares. */
type Neighbour = { day: string; price: string };

/**
 * A day's price before it is written, with the known prices around it.
 * @property shares how many of today's shares one share of that day is
 * @property was the stored close of that day, as traded
 * @property earlier the last close before that day
 * @property later the first close after it
 * @property current the price of its quote, if no close is known
 * @property bound per cent from the earlier close, beyond which a warning appears
 */
export type PricedDay = {
  instrumentId: string;
  day: string;
  close: string;
  high: string | null;
  low: string | null;
  was?: string;
  shares: string;
  earlier?: Neighbour;
  later?: Neighbour;
  current?: Neighbour;
  bound: number;
};

/**
 * Warnings about days' prices, by day. A close may be far from the one before, or from the one that it
 * replaces. In a first history it may be far from the quote. A high or a low may be far from its close. If
 * one day of many is wrong, the warning names that day and not the next. If a price stays at another level,
 * every day gets a warning, so that none is written unnoticed.
 */
export function closeWarnings(days: readonly PricedDay[]): Sentences[] {
  const warnings = new Map<PricedDay, Sentences>();
  for (const ordered of inOrder(days)) {
    const written = new Set(ordered.map(({ day }) => day));
    const ofAll = firstHistoryWarning(ordered);
    let trusted = ordered[0]?.earlier;
    for (const [nth, priced] of ordered.entries()) {
      const [previous, ...next] = [ordered[nth - 1], ordered[nth + 1], ordered[nth + 2]];
      const { earlier, later } = priced;
      const around = {
        before: previous && (!earlier || previous.day >= earlier.day) ? asNeighbour(previous) : earlier,
        trusted,
        stored: later && !written.has(later.day) ? later : undefined,
        next: next.flatMap((each) => (each ? [asNeighbour(each)] : [])),
      };
      const warning = ofAll ?? replacedWarning(priced) ?? closeWarning(priced, around);
      if (!warning) trusted = asNeighbour(priced);
      warnings.set(priced, { ...(warning ? { close: warning } : {}), ...rangeWarnings(priced) });
    }
  }
  return days.map((priced) => warnings.get(priced) ?? {});
}

/** The days of each instrument, oldest first. */
function inOrder(days: readonly PricedDay[]): PricedDay[][] {
  const byInstrument = new Map<string, PricedDay[]>();
  for (const priced of days)
    byInstrument.get(priced.instrumentId)?.push(priced) ?? byInstrument.set(priced.instrumentId, [priced]);
  return [...byInstrument.values()].map((own) => own.sort((one, other) => (one.day < other.day ? -1 : 1)));
}

/**
 * The closes around a close: a close is plausible if it is near one of them.
 * @property before the last close before it
 * @property trusted the last close before it without a warning
 * @property stored the first stored close after it that is not rewritten
 * @property next the next two closes to be written; they count only without a trusted close
 */
type Around = { before?: Neighbour; trusted?: Neighbour; stored?: Neighbour; next: readonly Neighbour[] };

function closeWarning(priced: PricedDay, { before, trusted, stored, next }: Around): string | undefined {
  const { close, was, current } = priced;
  if (was !== undefined && Number(was) === Number(close)) return undefined;
  const around = (trusted ? [trusted, stored] : [before, stored, ...next]).flatMap((known) => known ?? []);
  const distances = (around.length > 0 ? around : [current]).map((known) => known && farClose(priced, known));
  return distances.includes(undefined) ? undefined : distances[0];
}

/** Warns if a close replaces a distant one. An import in another unit changes all days by the same factor. */
const replacedWarning = ({ close, was, day, bound }: PricedDay): string | undefined =>
  was === undefined
    ? undefined
    : distanceWarning({ label: "Close", price: close, known: { price: was, day }, bound });

/**
 * A first history has no closes to compare with. Its newest day is compared with the quote, for all its days.
 */
function firstHistoryWarning(ordered: readonly PricedDay[]): string | undefined {
  const newest = ordered.at(-1);
  if (!newest?.current || ordered.length < 2 || ordered.some(({ earlier, later }) => earlier ?? later))
    return undefined;
  return farClose({ ...newest, bound: undefined }, newest.current);
}

function rangeWarnings({ close, high, low, bound }: PricedDay): Sentences {
  const known = { price: close, called: "Close" };
  const sentences = {
    high: high ? distanceWarning({ label: "High", price: high, known, bound }) : undefined,
    low: low ? distanceWarning({ label: "Low", price: low, known, bound }) : undefined,
  };
  return Object.fromEntries(
    Object.entries(sentences).flatMap(([name, words]) => (words ? [[name, words]] : [])),
  );
}

const asNeighbour = ({ day, close, shares }: PricedDay): Neighbour => ({
  day,
  price: inShares(close, 1 / Number(shares)),
});

/** @param priced without a bound, a close is far if its order of magnitude differs */
const farClose = (
  { close, shares, bound }: Pick<PricedDay, "close" | "shares"> & { bound?: number },
  { day, price }: Neighbour,
): string | undefined =>
  distanceWarning({
    label: "Close",
    price: close,
    known: { price: inShares(price, Number(shares)), day },
    bound,
  });

/** A price in other shares; unchanged if no split came between. */
const inShares = (price: string, shares: number): string =>
  shares === 1 ? price : String(Number((Number(price) * shares).toPrecision(12)));
