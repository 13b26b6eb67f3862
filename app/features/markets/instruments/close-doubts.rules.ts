import type { Sentences } from "~/admin-kit/doubts.server";
import { farPrice } from "./price-distance.rules";

/** A close of another day, in today's shares. */
type Neighbour = { day: string; price: string };

/**
 * A day's price that is to be written, and what is known around it.
 * @property shares how many of today's shares one of that day is
 * @property was the close that is there already, as it is written
 * @property earlier the last close before that day, `later` the first one after it, `current` what the instrument costs now
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
 * What is asked about days' prices, for each of them: a close far from the one before, and a high or a low far from its close.
 * Of one wrong day in many it is that day that is asked about and not the one behind it, and of a price that stays at another
 * height the first day alone.
 */
export function closeDoubts(days: readonly PricedDay[]): Sentences[] {
  const said = new Map<PricedDay, Sentences>();
  for (const ordered of inOrder(days)) {
    const written = new Set(ordered.map(({ day }) => day));
    let trusted: Neighbour | undefined;
    for (const [nth, priced] of ordered.entries()) {
      const [previous, next] = [ordered[nth - 1], ordered[nth + 1]];
      const { earlier, later } = priced;
      const doubt = closeDoubt(priced, {
        before: nearest(previous && asNeighbour(previous), earlier, (one, other) => one >= other),
        after: nearest(next && asNeighbour(next), later, (one, other) => one <= other),
        trusted: trusted ?? (later && !written.has(later.day) ? later : undefined),
      });
      if (!doubt) trusted = asNeighbour(priced);
      said.set(priced, { ...(doubt ? { close: doubt } : {}), ...rangeDoubts(priced) });
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
 * What a close is held against: the ones next to it, and one that nothing is asked about, which it may be near although the one
 * before is not.
 */
type Around = { before?: Neighbour; trusted?: Neighbour; after?: Neighbour };

function closeDoubt(priced: PricedDay, { before, trusted, after }: Around): string | undefined {
  const { close, was, current } = priced;
  if (was !== undefined && Number(was) === Number(close)) return undefined;
  const far = (known: Neighbour | undefined) => known && farClose(priced, known);
  if (!before) return far(after ?? current);
  const doubt = far(before);
  return doubt && trusted ? far(trusted) : doubt;
}

function rangeDoubts({ close, high, low, bound }: PricedDay): Sentences {
  const known = { price: close, called: "Close" };
  const said = {
    high: high ? farPrice({ label: "High", price: high, known, bound }) : undefined,
    low: low ? farPrice({ label: "Low", price: low, known, bound }) : undefined,
  };
  return Object.fromEntries(Object.entries(said).flatMap(([name, words]) => (words ? [[name, words]] : [])));
}

/** The row of the paste counts where it is of the same day, or nearer. */
function nearest(
  own: Neighbour | undefined,
  stored: Neighbour | undefined,
  isNearer: (one: string, other: string) => boolean,
): Neighbour | undefined {
  if (!own || !stored) return own ?? stored;
  return isNearer(own.day, stored.day) ? own : stored;
}

const asNeighbour = ({ day, close, shares }: PricedDay): Neighbour => ({
  day,
  price: inShares(close, 1 / Number(shares)),
});

const farClose = ({ close, shares, bound }: PricedDay, { day, price }: Neighbour): string | undefined =>
  farPrice({ label: "Close", price: close, known: { price: inShares(price, Number(shares)), day }, bound });

/** A price in other shares; as it is written where no split came between. */
const inShares = (price: string, shares: number): string =>
  shares === 1 ? price : String(Number((Number(price) * shares).toPrecision(12)));
