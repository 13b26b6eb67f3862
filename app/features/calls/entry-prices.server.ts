import type { EntityManager } from "db/orm.server";
import { array, day, decimal, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { currentPrices } from "~/features/markets/instruments/instruments.queries.server";
import { type Entry, figure } from "./call-events.rules";
import type { CallSource } from "./call-sources.queries.server";

/** A record's own price is that of its publication when it is not younger than this. */
const SAME_PRICE_MS = 24 * 3_600_000;

const LAST_CLOSE = {
  recordId: uuid,
  day,
  close: decimal.from`trim_scale(round(known.close / shares.factor, 8))`,
};

/** The last close before a day, of a week at most: an older one says little of that day. In the shares of that day. */
const LAST_CLOSES = statement("entry-prices.last-closes", LAST_CLOSE)`
  select wanted.record as "recordId", known.day, ${{ close: LAST_CLOSE.close }}
    from unnest(${array(uuid)("records")}::uuid[], ${array(uuid)("instruments")}::uuid[], ${array(day)("days")}::date[])
         as wanted (record, instrument, day)
    cross join lateral (
      select daily_prices.day, close from daily_prices
       where instrument_id = wanted.instrument and daily_prices.day < wanted.day and daily_prices.day >= wanted.day - 7
       order by daily_prices.day desc limit 1) as known
    cross join lateral (
      select coalesce(exp(sum(ln(ratio))), 1) as factor from splits
       where instrument_id = wanted.instrument and splits.day > known.day and splits.day <= wanted.day) as shares`;

/**
 * The price at which each call is made, by its record: the one that stands for its instrument when it is published.
 * @param later the records are older than the ledger, so it is the last close before they were made, else their own price if it
 * is of that day; what stands now is not what stood then
 */
export function entryPrices(
  sources: readonly CallSource[],
  { later }: { later: boolean },
  within: EntityManager,
): Promise<Map<string, Entry>> {
  return later ? pricesThen(sources, within) : pricesNow(sources, within);
}

async function pricesNow(sources: readonly CallSource[], within: EntityManager): Promise<Map<string, Entry>> {
  const current = await currentPrices(instrumentsOf(sources), within);
  const entries = new Map<string, Entry>();
  for (const { recordId, instrumentId } of sources) {
    const known = instrumentId === null ? undefined : current.get(instrumentId);
    if (known)
      entries.set(recordId, {
        price: figure(known.price),
        at: known.asOf.toISOString(),
        source: known.source,
      });
  }
  return entries;
}

async function pricesThen(
  sources: readonly CallSource[],
  within: EntityManager,
): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for (const { recordId, price, pricedAt, createdAt } of sources) {
    if (price === null || pricedAt === null || pricedAt.getTime() - createdAt.getTime() > SAME_PRICE_MS)
      continue;
    entries.set(recordId, { price: figure(price), at: pricedAt.toISOString(), source: "record" });
  }
  const linked = sources.filter(({ instrumentId }) => instrumentId !== null);
  const closes = await LAST_CLOSES.all(
    {
      records: linked.map(({ recordId }) => recordId),
      instruments: instrumentsOf(linked),
      days: linked.map(({ createdAt }) => createdAt.toISOString().slice(0, 10)),
    },
    within,
  );
  for (const { recordId, day: on, close } of closes)
    entries.set(recordId, { price: figure(close), at: endOfDay(on), source: "history" });
  return entries;
}

const instrumentsOf = (sources: readonly CallSource[]): string[] =>
  sources.flatMap(({ instrumentId }) => instrumentId ?? []);

/** When a day's close is a price: at its end, in UTC. */
export const endOfDay = (on: string): string => `${on}T23:59:59.999Z`;
