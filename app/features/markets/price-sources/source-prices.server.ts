import type { EntityManager } from "db/orm.server";
import { array, day, decimal, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { FetchError } from "~/platform/outgoing/guarded-request.server";
import { comparePrices } from "../instruments/compare-prices.server";
import type { ImportedPrice } from "../instruments/price-lines.rules";
import { currencyConflict } from "./request-prices.server";

/**
 * Locks the instrument until the prices are written. Otherwise a merge could leave them on the merged
 * instrument.
 */
const LOCK_INSTRUMENT = statement("source-prices.hold", { symbol: text, currency: text.orNull })`
  select symbol, currency from instruments where id = ${uuid("instrumentId")} and merged_into is null for no key update`;

const GIVEN = sql`
  unnest(${array(day)("days")}::date[], ${array(decimal)("closes")}::numeric[], ${array(decimal.orNull)("highs")}::numeric[],
         ${array(decimal.orNull)("lows")}::numeric[], ${array(decimal.orNull)("volumes")}::numeric[])
    as given (day, close, high, low, volume)`;

/**
 * A source may replace prices of quotes, of the demo, of itself and of deleted sources. Staff's imports stay,
 * and so do another source's prices. Otherwise two disagreeing sources would overwrite each other in every
 * run.
 */
const IS_REPLACEABLE = sql`
  daily_prices.source <> 'import'
  and not exists (select from price_sources other where other.name = daily_prices.source and other.id <> ${uuid("sourceId")})`;

/** Runs first: even an insert without effect would invalidate cached pages. */
const DIFFERENT = statement("source-prices.different", { day })`
  select given.day from ${GIVEN}
    left join daily_prices on daily_prices.instrument_id = ${uuid("instrumentId")} and daily_prices.day = given.day
   where daily_prices.day is null
      or (daily_prices.close, daily_prices.high, daily_prices.low, daily_prices.volume, daily_prices.source)
         is distinct from (given.close, given.high, given.low, given.volume, ${text("source")}) and ${IS_REPLACEABLE}`;

const WRITE = statement("source-prices.write", { day })`
  insert into daily_prices (instrument_id, day, close, high, low, volume, source)
  select ${uuid("instrumentId")}, given.*, ${text("source")} from ${GIVEN}
  on conflict (instrument_id, day) do update
     set close = excluded.close, high = excluded.high, low = excluded.low, volume = excluded.volume, source = excluded.source
   where ${IS_REPLACEABLE}
  returning day`;

const LEARN_CURRENCY = command("source-prices.learn-currency")`
  update instruments set currency = ${text("currency", "USD")}, currency_called = false
   where id = ${uuid("id")} and (currency is null or currency_called and currency = ${text("currency", "USD")})`;

type SourcePrices = {
  source: { id: string; name: string };
  instrumentId: string;
  prices: readonly ImportedPrice[];
  currency?: string | null;
};

/**
 * Writes a source's prices of an instrument, in the caller's transaction. Identical prices write nothing.
 * @returns how many days changed
 * @throws FetchError if the instrument was merged, deleted or given another currency during the request
 */
export async function writeSourcePrices(manager: EntityManager, fetched: SourcePrices): Promise<number> {
  const { source, instrumentId, prices, currency } = fetched;
  const locked = await LOCK_INSTRUMENT.first({ instrumentId }, manager);
  if (!locked) throw new FetchError("refused", "The instrument was merged or deleted in the meantime");
  if (currency && locked.currency && currency !== locked.currency)
    throw currencyConflict(locked.symbol, locked.currency, currency);
  const whose = { instrumentId, source: source.name, sourceId: source.id };
  const different = await DIFFERENT.all({ ...whose, ...toColumns(prices) }, manager);
  if (different.length === 0) return 0;
  if (currency) await LEARN_CURRENCY.run({ id: instrumentId, currency }, manager);
  const days = new Set(different.map((row) => row.day));
  const written = prices.filter((price) => days.has(price.day));
  const changed = await WRITE.all({ ...whose, ...toColumns(written) }, manager);
  if (changed.length > 0) await comparePrices(manager, [instrumentId]);
  return changed.length;
}

function toColumns(prices: readonly ImportedPrice[]) {
  const list = <Key extends keyof ImportedPrice>(key: Key) => prices.map((price) => price[key]);
  return {
    days: list("day"),
    closes: list("close"),
    highs: list("high"),
    lows: list("low"),
    volumes: list("volume"),
  };
}
