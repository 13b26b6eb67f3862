import type { Sentences } from "~/admin-kit/warnings.server";
import { farPrice } from "./price-distance.rules";

/** A close of another day, in today's shares. */
type Neighbour = { day: string; price: string };

/**
 * A day's price that is to be written, and what is known around it.
 * @property shares how many of today's shares one of that day is
 * @property was the close that is there already, as it is written
 * @property earlier the last close before that day, `later` the first one after it, `current` what its quote says now, where no close is known
 * @property bound per cent from the close before, beyond which it is asked about
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
 * What is asked about days' prices, for each of them: a close far from the one before, far from the one that it takes the place of, or,
 * of a first history, of another size than the quote; and a high or a low far from its close. Of one wrong day in many it is that day
 * that is asked about and not the one behind it; of a price that stays at another height it is each day, so that none is written alone.
 */
export function closeWarnings(days: readonly PricedDay[]): Sentences[] {
  const said = new Map<PricedDay, Sentences>();
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
      said.set(priced, { ...(warning ? { close: warning } : {}), ...rangeWarnings(priced) });
    }
  }
  return days.map((priced) => said.get(priced) ?? {});
}

/** The days of each instrument, the oldest first. */
function inOrder(days: readonly PricedDay[]): PricedDay[][] {
  const byInstrument = new Map<string, PricedDay[]>();
  for (const priced of days)
    byInstrument.get(priced.instrumentId)?.push(priced) ?? byInstrument.set(priced.instrumentId, [priced]);
  return [...byInstrument.values()].map((own) => own.sort((one, other) => (one.day < other.day ? -1 : 1)));
}

/**
 * What a close is held against: it is right where it is near one of them.
 * @property before the last one before it
 * @property trusted the last one before it that nothing is asked about
 * @property stored the first one after it, where that is not written, too
 * @property next the two that are written after it: they count where nothing before it is trusted
 */
type Around = { before?: Neighbour; trusted?: Neighbour; stored?: Neighbour; next: readonly Neighbour[] };

function closeWarning(priced: PricedDay, { before, trusted, stored, next }: Around): string | undefined {
  const { close, was, current } = priced;
  if (was !== undefined && Number(was) === Number(close)) return undefined;
  const around = (trusted ? [trusted, stored] : [before, stored, ...next]).flatMap((known) => known ?? []);
  const said = (around.length > 0 ? around : [current]).map((known) => known && farClose(priced, known));
  return said.includes(undefined) ? undefined : said[0];
}

/** A close that takes the place of one: whoever imports a history in another unit changes all of its days alike. */
const replacedWarning = ({ close, was, day, bound }: PricedDay): string | undefined =>
  was === undefined
    ? undefined
    : farPrice({ label: "Close", price: close, known: { price: was, day }, bound });

/** A first history has no closes that it could be held against: its newest day is held against the quote, and stands for all of them. */
function firstHistoryWarning(ordered: readonly PricedDay[]): string | undefined {
  const newest = ordered.at(-1);
  if (!newest?.current || ordered.length < 2 || ordered.some(({ earlier, later }) => earlier ?? later))
    return undefined;
  return farClose({ ...newest, bound: undefined }, newest.current);
}

function rangeWarnings({ close, high, low, bound }: PricedDay): Sentences {
  const known = { price: close, called: "Close" };
  const said = {
    high: high ? farPrice({ label: "High", price: high, known, bound }) : undefined,
    low: low ? farPrice({ label: "Low", price: low, known, bound }) : undefined,
  };
  return Object.fromEntries(Object.entries(said).flatMap(([name, words]) => (words ? [[name, words]] : [])));
}

const asNeighbour = ({ day, close, shares }: PricedDay): Neighbour => ({
  day,
  price: inShares(close, 1 / Number(shares)),
});

/** @param priced without a bound it is far where it is of another size */
const farClose = (
  { close, shares, bound }: Pick<PricedDay, "close" | "shares"> & { bound?: number },
  { day, price }: Neighbour,
): string | undefined =>
  farPrice({ label: "Close", price: close, known: { price: inShares(price, Number(shares)), day }, bound });

/** A price in other shares; as it is written where no split came between. */
const inShares = (price: string, shares: number): string =>
  shares === 1 ? price : String(Number((Number(price) * shares).toPrecision(12)));
