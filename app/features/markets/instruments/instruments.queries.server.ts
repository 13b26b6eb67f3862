import { DailyPrice } from "db/entities/daily-price";
import { INSTRUMENT_KINDS, Instrument, type InstrumentKind } from "db/entities/instrument";
import { columns, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { isOutAs } from "db/published";
import { SITE_TODAY, siteDayOf, siteMidnightOf } from "db/site-day";
import { array, day, decimal, type Fragment, literal, raw, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { symbolRow } from "./linked-company.queries.server";
import { priceToday, sharesBetween } from "./shares-between.queries.server";
import { mayBeSymbol } from "./symbol.rules";

export type { InstrumentKind } from "db/entities/instrument";

/** Where a current price comes from. */
export const PRICE_SOURCES = ["quote", "history", "pick", "alert"] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

/**
 * The instrument's kind, which decides the format of its prices.
 * @param instrument its id in the statement
 */
export const kindOf = <Args>(instrument: Fragment<Args>) =>
  literal(INSTRUMENT_KINDS).orNull.from`(select kind from instruments where id = ${instrument})`;

/**
 * The currency or unit of an instrument's prices, if known.
 * @param instrument its id in the statement
 */
export const currencyColumn = <Args>(instrument: Fragment<Args>) =>
  text.orNull.from`(select currency from instruments where id = ${instrument})`;

/** The currency or unit of a record's prices: its own, or else its instrument's. */
export const ownCurrency = (table: "stock_picks" | "trade_alerts") =>
  text.orNull.from`coalesce(${raw(table)}.currency, ${currencyColumn(sql`${raw(table)}.instrument_id`).sql})`;

/** An instrument's price from all our sources: every page shows this one. */
export type CurrentPrice = {
  price: string;
  kind: InstrumentKind;
  /** The price in today's shares, which differs if a split came since. Charts and returns use it. */
  adjusted: string;
  /** The site's day of the price, and how many of today's shares one share of that day is. */
  pricedOn: string;
  shares: string;
  /** Since the last close, in per cent, if the source states it. */
  changePercent: string | null;
  /** The time of the price. For a day's price the end of that day at the site, at most now. */
  asOf: Date;
  /** ISO 4217 or a unit such as GBX, if known. */
  currency: string | null;
  source: PriceSource;
};

const CURRENT = {
  id: uuid.from`wanted.id`,
  ...columnsAs("instruments", Instrument, "kind"),
  price: decimal,
  adjusted: decimal.from`${priceToday({ instrument: sql`wanted.id`, price: sql`"price"`, asOf: sql`"asOf"` })}`,
  pricedOn: day.from`${siteDayOf(sql`"asOf"`)}`,
  shares: decimal.from`trim_scale(round(${sharesBetween(sql`wanted.id`, siteDayOf(sql`"asOf"`), SITE_TODAY)}, 8))`,
  changePercent: decimal.orNull,
  asOf: timestamp,
  currency: text.orNull.from`coalesce(current.currency, instruments.currency)`,
  source: literal(PRICE_SOURCES),
};

/**
 * The newest price of each source, found by its own index. The aliases keep the instrument's column distinct,
 * which may belong to one of these tables.
 */
const fromQuote = (instrument: Fragment<object>) => sql`
  (select last as "price", change_percent as "changePercent", updated_at as "asOf", currency, 'quote'::text as source
     from quotes as q where q.instrument_id = ${instrument} order by updated_at desc, id desc limit 1)`;

const fromHistory = (instrument: Fragment<object>) => sql`
  (select close, null::numeric, least(now(), ${siteMidnightOf(sql`day + 1`)} - interval '1 millisecond'),
          null::text, 'history'
     from daily_prices as d where d.instrument_id = ${instrument} order by day desc limit 1)`;

const fromPick = (instrument: Fragment<object>) => sql`
  (select current_price, null::numeric, priced_at, currency, 'pick'
     from stock_picks as p where p.instrument_id = ${instrument} and priced_at is not null and audience = 'members' and p.status = 'published'
    order by priced_at desc, id desc limit 1)`;

const fromAlert = (instrument: Fragment<object>) => sql`
  (select current_price, daily_change, priced_at, currency, 'alert'
     from trade_alerts as a where a.instrument_id = ${instrument} and priced_at is not null and audience = 'members'
      and a.status = 'published' and ${isOutAs("a")}
    order by priced_at desc, id desc limit 1)`;

/**
 * An instrument's current price as a table of at most one row, for a lateral join. Columns: price,
 * "changePercent", "asOf", currency and source. A quote comes first, else the newest of history, picks and
 * alerts. The price may come from a pick or an alert for all paying members. Show it only to readers of
 * those. Content for Private members alone is no source.
 * @param instrument the column that holds the instrument's id
 */
export const currentPriceOf = (instrument: Fragment<object>): Fragment<object> => sql`
  (select * from (
     ${fromQuote(instrument)} union all ${fromHistory(instrument)} union all
     ${fromPick(instrument)} union all ${fromAlert(instrument)}
   ) as known order by source = 'quote' desc, "asOf" desc limit 1)`;

const CURRENT_PRICES = statement("instruments.current-prices", CURRENT)`
  select ${CURRENT}
    from unnest(${array(uuid)("ids")}::uuid[]) as wanted (id)
    join instruments on instruments.id = wanted.id
   cross join lateral ${currentPriceOf(sql`wanted.id`)} as current`;

/**
 * Current prices by instrument id; an instrument without a price has no entry. For readers of picks and
 * alerts only: see `currentPriceOf`.
 * @param within the transaction of the query
 */
export async function currentPrices(
  instrumentIds: readonly string[],
  within?: EntityManager,
): Promise<Map<string, CurrentPrice>> {
  const found = await CURRENT_PRICES.all({ ids: [...instrumentIds] }, within);
  return new Map(found.map(({ id, ...price }) => [id, price]));
}

const INSTRUMENT = columnsAs("i", Instrument, "id", "symbol", "name", "exchange", "currency", "kind");

export type InstrumentRow = {
  id: string;
  symbol: string;
  name: string;
  exchange: string | null;
  currency: string | null;
  kind: Instrument["kind"];
};

const BY_SYMBOL = statement("instruments.by-symbol", INSTRUMENT)`
  select ${INSTRUMENT} from ${symbolRow(sql`upper(btrim(${text("symbol", "SPX")}))`)} as named
    join instruments as i on i.id = coalesce(named.merged_into, named.id)`;

/**
 * The instrument that a symbol leads to; case does not matter. A merged symbol leads to the remaining
 * instrument.
 */
export const instrumentBySymbol = async (symbol: string): Promise<InstrumentRow | undefined> =>
  mayBeSymbol(symbol) ? BY_SYMBOL.first({ symbol }) : undefined;

/** A day's price; exact decimals. */
export type DailyPriceRow = { day: string; close: string; high: string | null; low: string | null };

/** Days as yyyy-mm-dd, both included. */
export type DayRange = { from: string; to: string };

const OF_RANGE = sql`
  where instrument_id = ${uuid("instrumentId")} and day between ${day("from")}::date and ${day("to")}::date order by day`;

const TRADED_ROW = columns(DailyPrice, "day", "close", "high", "low");

const TRADED = statement("instruments.daily-prices", TRADED_ROW)`
  select ${TRADED_ROW} from daily_prices ${OF_RANGE}`;

/** The factor that adjusts a day's price for later splits. An announced split counts from its day on. */
export const sharesSince = (instrument: Fragment<object>, since: Fragment<object>): Fragment<object> =>
  sharesBetween(instrument, since, SITE_TODAY);

const adjustedPrice = (price: Fragment<object>) => sql`price_after(${price}, factor)`;

const ADJUSTED_ROW = {
  day,
  close: decimal.from`${adjustedPrice(sql`close`)}`,
  high: decimal.orNull.from`${adjustedPrice(sql`high`)}`,
  low: decimal.orNull.from`${adjustedPrice(sql`low`)}`,
};

const ADJUSTED = statement("instruments.daily-prices, adjusted", ADJUSTED_ROW)`
  select ${ADJUSTED_ROW} from daily_prices
   cross join lateral ${sharesSince(sql`daily_prices.instrument_id`, sql`daily_prices.day`)} as later ${OF_RANGE}`;

/**
 * An instrument's prices by day, oldest first; days without a price are left out.
 * @param adjusted for all splits, as returns and charts need them
 */
export const dailyPrices = (
  instrumentId: string,
  { from, to }: DayRange,
  { adjusted = false } = {},
): Promise<DailyPriceRow[]> => (adjusted ? ADJUSTED : TRADED).all({ instrumentId, from, to });
