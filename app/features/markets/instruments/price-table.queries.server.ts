import type { EntityManager } from "db/orm.server";
import { array, day, decimal, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { symbolRow } from "./linked-company.queries.server";
import { mayBeSymbol } from "./symbol.rules";

/** The instrument of a row's prices. */
export type PricedInstrument = { id: string; symbol: string; currency: string | null };

const NAMED = {
  wanted: text.from`given.symbol`,
  id: uuid.from`i.id`,
  symbol: text.from`i.symbol`,
  currency: text.orNull.from`i.currency`,
};

const BY_SYMBOLS = statement("price-table.by-symbols", NAMED)`
  select ${NAMED}
    from unnest(${array(text)("symbols")}::text[]) as given (symbol)
   cross join lateral ${symbolRow(sql`given.symbol`)} as named
    join instruments i on i.id = coalesce(named.merged_into, named.id)`;

const LOCK_INSTRUMENTS = statement("price-table.hold", { id: uuid })`
  select id from instruments where id = any(${array(uuid)("ids")}::uuid[]) and merged_into is null
   order by id for no key update`;

/**
 * The instruments by requested symbol, in capitals.
 * @param within a transaction, which locks them: concurrent pastes wait, and no merge comes in between
 */
export async function instrumentsBySymbols(
  symbols: readonly string[],
  within?: EntityManager,
): Promise<Map<string, PricedInstrument>> {
  const wanted = [...new Set(symbols)].filter(mayBeSymbol);
  const found = await BY_SYMBOLS.all({ symbols: wanted }, within);
  const ids = [...new Set(found.map(({ id }) => id))];
  const locked = within && new Set((await LOCK_INSTRUMENTS.all({ ids }, within)).map(({ id }) => id));
  return new Map(
    found.flatMap(({ wanted: symbol, ...instrument }) =>
      locked && !locked.has(instrument.id) ? [] : [[symbol, instrument]],
    ),
  );
}

/** A stored day of an instrument; figures without trailing zeros. */
export type KnownPrice = {
  instrumentId: string;
  day: string;
  close: string;
  high: string | null;
  low: string | null;
  volume: string | null;
  source: string;
};

const KNOWN_PRICE = {
  instrumentId: uuid.from`p.instrument_id`,
  day: day.from`p.day`,
  close: decimal.from`trim_scale(p.close)`,
  high: decimal.orNull.from`trim_scale(p.high)`,
  low: decimal.orNull.from`trim_scale(p.low)`,
  volume: decimal.orNull.from`trim_scale(p.volume)`,
  source: text.from`p.source`,
};

const KNOWN = statement("price-table.known", KNOWN_PRICE)`
  select ${KNOWN_PRICE}
    from unnest(${array(uuid)("ids")}::uuid[], ${array(day)("days")}::date[]) as given (id, day)
    join daily_prices p on p.instrument_id = given.id and p.day = given.day`;

/** The stored prices of these days. */
export const knownPrices = (
  of: readonly { instrumentId: string; day: string }[],
  within?: EntityManager,
): Promise<KnownPrice[]> =>
  KNOWN.all({ ids: of.map(({ instrumentId }) => instrumentId), days: of.map((each) => each.day) }, within);

const WRITE = command("price-table.write")`
  insert into daily_prices (instrument_id, day, close, high, low, volume, source)
  select given.*, 'import'
    from unnest(${array(uuid)("ids")}::uuid[], ${array(day)("days")}::date[], ${array(decimal)("closes")}::numeric[],
                ${array(decimal.orNull)("highs")}::numeric[], ${array(decimal.orNull)("lows")}::numeric[],
                ${array(decimal.orNull)("volumes")}::numeric[]) as given
  on conflict (instrument_id, day) do update
     set close = excluded.close, high = excluded.high, low = excluded.low, volume = excluded.volume, source = 'import'`;

const LEARN_CURRENCIES = command("price-table.learn-currencies")`
  update instruments i set currency = given.currency, currency_called = false
    from unnest(${array(uuid)("ids")}::uuid[], ${array(text)("currencies", ["USD"])}::text[]) as given (id, currency)
   where i.id = given.id and (i.currency is null or i.currency_called and i.currency = given.currency)`;

export type TablePrice = Omit<KnownPrice, "source"> & { currency: string | null };

/** Writes days of many instruments at once, replacing stored ones. */
export async function writePrices(manager: EntityManager, prices: readonly TablePrice[]): Promise<void> {
  const column = <Key extends keyof TablePrice>(key: Key) => prices.map((price) => price[key]);
  const currencyById = new Map(
    prices.flatMap(({ instrumentId, currency }) => (currency ? [[instrumentId, currency]] : [])),
  );
  if (currencyById.size > 0)
    await LEARN_CURRENCIES.run(
      { ids: [...currencyById.keys()], currencies: [...currencyById.values()] },
      manager,
    );
  await WRITE.run(
    {
      ids: column("instrumentId"),
      days: column("day"),
      closes: column("close"),
      highs: column("high"),
      lows: column("low"),
      volumes: column("volume"),
    },
    manager,
  );
}
