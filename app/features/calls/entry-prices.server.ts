import type { EntityManager } from "db/orm.server";
import { siteDayOf } from "db/site-day";
import { array, day, decimal, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { currentPrices } from "~/features/markets/instruments/instruments.queries.server";
import { priceOn, sharesBetween } from "~/features/markets/instruments/shares-between.queries.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import { canonicalPrice, type Entry } from "./call-events.rules";
import type { CallSource } from "./call-sources.queries.server";

/** A record's own price counts as its publication price up to this age. */
const SAME_PRICE_MS = 24 * 3_600_000;

/** Older prices do not count: nobody could still trade at them. */
const OLDEST_PRICE_MS = 7 * SAME_PRICE_MS;

const LAST_CLOSE = {
  recordId: uuid,
  day,
  currency: text.orNull.from`(select currency from instruments where id = wanted.instrument)`,
  close: decimal.from`price_after(known.close, shares.factor)`,
  shares: decimal.from`trim_scale(round(shares.factor, 8))`,
};

/** The last close before a day, at most a week old, in shares of that day. */
const LAST_CLOSES = statement("entry-prices.last-closes", LAST_CLOSE)`
  select wanted.record as "recordId", known.day, ${{ close: LAST_CLOSE.close, shares: LAST_CLOSE.shares, currency: LAST_CLOSE.currency }}
    from (select record, instrument, ${siteDayOf(sql`made_at`)} as day
            from unnest(${array(uuid)("records")}::uuid[], ${array(uuid)("instruments")}::uuid[],
                        ${array(timestamp)("moments")}::timestamptz[]) as made (record, instrument, made_at)) as wanted
    cross join lateral (
      select daily_prices.day, close from daily_prices
       where instrument_id = wanted.instrument and daily_prices.day < wanted.day and daily_prices.day >= wanted.day - 7
       order by daily_prices.day desc limit 1) as known
    cross join lateral ${sharesBetween(sql`wanted.instrument`, sql`known.day`, sql`wanted.day`)} as shares`;

const OWN_DAY = siteDayOf(sql`own.priced_at`);
const OWN_PRICE = {
  recordId: uuid.from`own.record`,
  /** The day of the price, if it is before the call's day. */
  day: day.orNull.from`case when ${OWN_DAY} < ${siteDayOf(sql`own.made_at`)} then ${OWN_DAY} end`,
  shares: decimal.from`trim_scale(round(${sharesBetween(sql`own.instrument`, OWN_DAY, siteDayOf(sql`own.made_at`))}, 8))`,
  price: decimal.from`${priceOn(siteDayOf(sql`own.made_at`), {
    instrument: sql`own.instrument`,
    price: sql`own.price`,
    asOf: sql`own.priced_at`,
  })}`,
};

/** Records' own prices in shares of the call's day. */
const OWN_PRICES = statement("entry-prices.own", OWN_PRICE)`
  select ${OWN_PRICE}
    from unnest(${array(uuid)("records")}::uuid[], ${array(uuid.orNull)("instruments")}::uuid[],
                ${array(decimal)("prices")}::numeric[], ${array(timestamp)("pricedAt")}::timestamptz[],
                ${array(timestamp)("moments")}::timestamptz[]) as own (record, instrument, price, priced_at, made_at)`;

/**
 * The entry price of each call, by record id: its instrument's current price, or the record's own price. The
 * price is in shares of the call's day, even if it is older than a split. Prices of zero or below, prices
 * older than a week and prices in another currency do not count.
 * @param now the time of publication, by the database's clock
 * @param later the records are older than the ledger, so today's prices do not apply. The last close before
 * the record counts, or its own price if that is from the same day.
 */
export function entryPrices(
  sources: readonly CallSource[],
  { now, later }: { now: Date; later: boolean },
  within: EntityManager,
): Promise<Map<string, Entry>> {
  return later ? pastEntries(sources, within) : currentEntries(sources, now, within);
}

async function currentEntries(
  sources: readonly CallSource[],
  now: Date,
  within: EntityManager,
): Promise<Map<string, Entry>> {
  const current = await currentPrices(instrumentIds(sources), within);
  const entries = new Map<string, Entry>();
  for (const source of sources) {
    const known = source.instrumentId === null ? undefined : current.get(source.instrumentId);
    const entry =
      known && isFresh(known.asOf, now) && isPrice(known.price) && hasSameCurrency(source, known.currency)
        ? {
            price: canonicalPrice(known.adjusted),
            at: known.asOf.toISOString(),
            source: known.source,
            ...priorDay(known.pricedOn < dayIn(config().siteTz, now) ? known.pricedOn : null, known.shares),
          }
        : undefined;
    if (entry) entries.set(source.recordId, entry);
  }
  const others = sources.filter(
    ({ recordId, pricedAt }) => !entries.has(recordId) && pricedAt && isFresh(pricedAt, now),
  );
  return new Map([...entries, ...(await ownPrices(others, () => now, within))]);
}

/** The day of an entry price that is older than the call. A split entered later changes such an entry. */
const priorDay = (on: string | null, shares: string): Pick<Entry, "day" | "shares"> =>
  on === null ? {} : { day: on, shares: canonicalPrice(shares) };

const isFresh = (asOf: Date, now: Date): boolean => now.getTime() - asOf.getTime() <= OLDEST_PRICE_MS;

async function ownPrices(
  sources: readonly CallSource[],
  madeAt: (source: CallSource) => Date,
  within: EntityManager,
): Promise<Map<string, Entry>> {
  const priced = sources.flatMap((source) => {
    const { price, pricedAt } = source;
    return price !== null && pricedAt !== null && isPrice(price) ? [{ ...source, price, pricedAt }] : [];
  });
  if (priced.length === 0) return new Map();
  const found = await OWN_PRICES.all(
    {
      records: priced.map(({ recordId }) => recordId),
      instruments: priced.map(({ instrumentId }) => instrumentId),
      prices: priced.map(({ price }) => price),
      pricedAt: priced.map(({ pricedAt }) => pricedAt),
      moments: priced.map(madeAt),
    },
    within,
  );
  const prices = new Map(
    found.map(({ recordId, price, day: on, shares }) => [
      recordId,
      { price: canonicalPrice(price), ...priorDay(on, shares) },
    ]),
  );
  return new Map(
    priced.flatMap(({ recordId, pricedAt }) => {
      const own = prices.get(recordId);
      return own ? [[recordId, { ...own, at: pricedAt.toISOString(), source: "record" as const }]] : [];
    }),
  );
}

async function pastEntries(
  sources: readonly CallSource[],
  within: EntityManager,
): Promise<Map<string, Entry>> {
  const ofTheirDay = sources.filter(
    ({ pricedAt, createdAt }) => pricedAt && pricedAt.getTime() - createdAt.getTime() <= SAME_PRICE_MS,
  );
  const entries = await ownPrices(ofTheirDay, ({ createdAt }) => createdAt, within);
  const linked = sources.filter(({ instrumentId }) => instrumentId !== null);
  const closes = await LAST_CLOSES.all(
    {
      records: linked.map(({ recordId }) => recordId),
      instruments: instrumentIds(linked),
      moments: linked.map(({ createdAt }) => createdAt),
    },
    within,
  );
  const byId = new Map(linked.map((source) => [source.recordId, source]));
  for (const { recordId, day: on, close, shares, currency } of closes) {
    const source = byId.get(recordId);
    if (source && hasSameCurrency(source, currency))
      entries.set(recordId, {
        price: canonicalPrice(close),
        at: closeMomentUtc(on),
        source: "history",
        ...priorDay(on, shares),
      });
  }
  return entries;
}

/** A quote may be zero or negative. Such an entry price would leave the call without a result. */
const isPrice = (price: string): boolean => Number(price) > 0;

/** A price in pence says nothing about a target in pounds. */
const hasSameCurrency = (source: CallSource, currency: string | null): boolean =>
  currency === null || source.currency === null || currency === source.currency;

const instrumentIds = (sources: readonly CallSource[]): string[] =>
  sources.flatMap(({ instrumentId }) => instrumentId ?? []);

/** The time of a day's close: the end of the day, in UTC. */
export const closeMomentUtc = (on: string): string => `${on}T23:59:59.999Z`;
