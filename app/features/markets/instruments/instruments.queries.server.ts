import { DailyPrice } from "db/entities/daily-price";
import { INSTRUMENT_KINDS, Instrument, type InstrumentKind } from "db/entities/instrument";
import { columns, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { isOutAs } from "db/published";
import { SITE_TODAY, siteDayOf, siteMidnightOf } from "db/site-day";
import { array, day, decimal, type Fragment, literal, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { namedBy } from "./named-by.queries.server";
import { priceToday, sharesBetween } from "./shares-between.queries.server";
import { mayBeSymbol } from "./symbol.rules";

export type { InstrumentKind } from "db/entities/instrument";

/** Where a current price comes from. */
export const PRICE_SOURCES = ["quote", "history", "pick", "alert"] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

/** Of which kind an instrument is, by which its prices are written. @param instrument its id in the statement */
export const kindOf = <Args>(instrument: Fragment<Args>) =>
  literal(INSTRUMENT_KINDS).orNull.from`(select kind from instruments where id = ${instrument})`;

/** What an instrument's prices are counted in, where that is known. @param instrument its id in the statement */
export const countedIn = <Args>(instrument: Fragment<Args>) =>
  text.orNull.from`(select currency from instruments where id = ${instrument})`;

/** What one instrument costs by all we know: what every page says of it. */
export type CurrentPrice = {
  price: string;
  kind: InstrumentKind;
  /** The same in today's shares: it is another one where a split came since. What is drawn and measured goes by it. */
  adjusted: string;
  /** The site's day that it is of, and how many of today's shares one of that day is. */
  pricedOn: string;
  shares: string;
  /** Since the last close, in per cent, where who gave the price said so. */
  changePercent: string | null;
  /** Since when it is the price; of a day's price the end of that day at the site, at most now. */
  asOf: Date;
  /** ISO 4217 or a unit such as GBX, where it is known. */
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
 * Each source's newest price, found by an index of its own. Under names of their own: the instrument's column may be one of a
 * table that is among them.
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
 * An instrument's current price as a table of one row or none, to be joined laterally: with the columns price,
 * "changePercent", "asOf", currency and source. Its quote's, where it has one, else the newest of its history, its picks and
 * its alerts. It may be what a pick or an alert for all paying members says, so only a reader of those may be shown it; what is for
 * Private members alone gives nobody else a price.
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
 * The current prices of instruments, by their ids; one without any price is not in it. For a reader of picks and alerts: see
 * `currentPriceOf`.
 * @param within the transaction to ask in
 */
export async function currentPrices(
  instrumentIds: readonly string[],
  within?: EntityManager,
): Promise<Map<string, CurrentPrice>> {
  const found = await CURRENT_PRICES.all({ ids: [...instrumentIds] }, within);
  return new Map(found.map(({ id, ...price }) => [id, price]));
}

const INSTRUMENT = columnsAs("i", Instrument, "id", "symbol", "name", "exchange", "currency", "kind");

/** What has a price. */
export type InstrumentRow = {
  id: string;
  symbol: string;
  name: string;
  exchange: string | null;
  currency: string | null;
  kind: Instrument["kind"];
};

const BY_SYMBOL = statement("instruments.by-symbol", INSTRUMENT)`
  select ${INSTRUMENT} from ${namedBy(sql`upper(btrim(${text("symbol", "SPX")}))`)} as named
    join instruments as i on i.id = coalesce(named.merged_into, named.id)`;

/** The instrument that a symbol leads to, in whatever case it is typed; a merged one's leads to the other. */
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

/** By how many shares a price of a day is worked back: a split that is announced makes none another before its day. */
export const sharesSince = (instrument: Fragment<object>, since: Fragment<object>): Fragment<object> =>
  sharesBetween(instrument, since, SITE_TODAY);

const workedBack = (price: Fragment<object>) => sql`price_after(${price}, factor)`;

const ADJUSTED_ROW = {
  day,
  close: decimal.from`${workedBack(sql`close`)}`,
  high: decimal.orNull.from`${workedBack(sql`high`)}`,
  low: decimal.orNull.from`${workedBack(sql`low`)}`,
};

const ADJUSTED = statement("instruments.daily-prices, adjusted", ADJUSTED_ROW)`
  select ${ADJUSTED_ROW} from daily_prices
   cross join lateral ${sharesSince(sql`daily_prices.instrument_id`, sql`daily_prices.day`)} as later ${OF_RANGE}`;

/**
 * An instrument's prices by day, the oldest first; days without one are left out.
 * @param adjusted as if all splits had been from the beginning: what returns and charts are made of
 */
export const dailyPrices = (
  instrumentId: string,
  { from, to }: DayRange,
  { adjusted = false } = {},
): Promise<DailyPriceRow[]> => (adjusted ? ADJUSTED : TRADED).all({ instrumentId, from, to });
