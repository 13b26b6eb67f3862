import type { EntityManager } from "db/orm.server";
import { array, day, decimal, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { ImportedPrice } from "../instruments/price-lines.rules";
import { otherCurrency } from "./ask-source.server";
import { FetchError } from "./fetch-answer.server";

/** Held until the prices are written: what is merged meanwhile would keep them where nobody looks. */
const HOLD = statement("source-prices.hold", { symbol: text, currency: text.orNull })`
  select symbol, currency from instruments where id = ${uuid("instrumentId")} and merged_into is null for no key update`;

const GIVEN = sql`
  unnest(${array(day)("days")}::date[], ${array(decimal)("closes")}::numeric[], ${array(decimal.orNull)("highs")}::numeric[],
         ${array(decimal.orNull)("lows")}::numeric[], ${array(decimal.orNull)("volumes")}::numeric[])
    as given (day, close, high, low, volume)`;

/**
 * Whose price gives way: a quote's, the demo's, this source's own, and that of a source which is gone. What staff imported stays,
 * and so does what another source said first: of two that do not agree each run would undo the other's.
 */
const GIVES_WAY = sql`
  daily_prices.source <> 'import'
  and not exists (select from price_sources other where other.name = daily_prices.source and other.id <> ${uuid("sourceId")})`;

/** Asked first: an insert that writes nothing would still tell every kept page that prices changed. */
const DIFFERENT = statement("source-prices.different", { day })`
  select given.day from ${GIVEN}
    left join daily_prices on daily_prices.instrument_id = ${uuid("instrumentId")} and daily_prices.day = given.day
   where daily_prices.day is null
      or (daily_prices.close, daily_prices.high, daily_prices.low, daily_prices.volume, daily_prices.source)
         is distinct from (given.close, given.high, given.low, given.volume, ${text("source")}) and ${GIVES_WAY}`;

const WRITE = statement("source-prices.write", { day })`
  insert into daily_prices (instrument_id, day, close, high, low, volume, source)
  select ${uuid("instrumentId")}, given.*, ${text("source")} from ${GIVEN}
  on conflict (instrument_id, day) do update
     set close = excluded.close, high = excluded.high, low = excluded.low, volume = excluded.volume, source = excluded.source
   where ${GIVES_WAY}
  returning day`;

const LEARN_CURRENCY = command("source-prices.learn-currency")`
  update instruments set currency = ${text("currency", "USD")}, currency_called = false
   where id = ${uuid("id")} and (currency is null or currency_called and currency = ${text("currency", "USD")})`;

type Taken = {
  source: { id: string; name: string };
  instrumentId: string;
  prices: readonly ImportedPrice[];
  currency?: string | null;
};

/**
 * Writes what a source says of an instrument, in the caller's transaction. The same again writes nothing.
 * @returns how many days got another price than they had
 * @throws FetchError where the instrument was merged, deleted or priced in another currency while the source was asked
 */
export async function writeSourcePrices(manager: EntityManager, taken: Taken): Promise<number> {
  const { source, instrumentId, prices, currency } = taken;
  const held = await HOLD.first({ instrumentId }, manager);
  if (!held) throw new FetchError("refused", "The instrument was merged or deleted meanwhile");
  if (currency && held.currency && currency !== held.currency)
    throw otherCurrency(held.symbol, held.currency, currency);
  const whose = { instrumentId, source: source.name, sourceId: source.id };
  const different = await DIFFERENT.all({ ...whose, ...listsOf(prices) }, manager);
  if (different.length === 0) return 0;
  if (currency) await LEARN_CURRENCY.run({ id: instrumentId, currency }, manager);
  const days = new Set(different.map((row) => row.day));
  const written = prices.filter((price) => days.has(price.day));
  return (await WRITE.all({ ...whose, ...listsOf(written) }, manager)).length;
}

function listsOf(prices: readonly ImportedPrice[]) {
  const list = <Key extends keyof ImportedPrice>(key: Key) => prices.map((price) => price[key]);
  return {
    days: list("day"),
    closes: list("close"),
    highs: list("high"),
    lows: list("low"),
    volumes: list("volume"),
  };
}
