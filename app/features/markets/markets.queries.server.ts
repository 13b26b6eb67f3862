import { cappedCount } from "db/count.server";
import { INSTRUMENT_KINDS, type InstrumentKind } from "db/entities/instrument";
import { Mover, type MoverType } from "db/entities/mover";
import { QUOTE_CATEGORIES, Quote } from "db/entities/quote";
import { columnAs, columns, columnsAs } from "db/entity-columns.server";
import { filtered } from "db/filtered.server";
import { pageRows } from "db/page-rows";
import { COUNT_LIMIT } from "db/query.server";
import { array, bool, decimal, type Fragment, int, literal, raw, sql, text, timestamp, uuid } from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import type { FoundPrice } from "~/features/discovery.server";
import { SharedPanel } from "~/platform/shared-panel.server";
import type { Close } from "~/ui/charts/series";
import { isUuid } from "~/web/uuid";
import { quartersOf } from "./instruments/closes.queries.server";
import { kindOf } from "./instruments/instruments.queries.server";
import { companySymbol } from "./instruments/named-by.queries.server";
import { type Direction, MARKET_SORTS, type MarketParams, type MarketSort } from "./market-list.rules";

/** The five of the footer's TOP MARKETS; specification, section 2.1. */
export const TOP_MARKETS = ["Dow Jones", "S&P 500", "Nasdaq", "FTSE 100", "Bitcoin"] as const;

export type StripQuote = {
  name: string;
  last: string;
  low: string | null;
  high: string | null;
  changePercent: string | null;
  /** ISO 4217 or a unit such as GBX, where it is known. */
  currency: string | null;
  /** Of what its price is, by which it is written; null where nobody knows. */
  kind: InstrumentKind | null;
  /** When the quote was last set. */
  asOf: Date;
};

/**
 * Of two quotes of one instrument in one currency both lines say what the newer one says: nobody is to read two prices of it.
 * What stands beside the table `quotes`, as `shown.quote`.
 */
export const joinShownQuote = sql`cross join lateral (select coalesce((
    select same from quotes as same
     where same.instrument_id = quotes.instrument_id and coalesce(same.currency = quotes.currency, true)
     order by same.updated_at desc, same.id desc limit 1), quotes) as quote) as shown`;

/** Of its instrument, or as its category says. */
const KIND = literal(INSTRUMENT_KINDS).orNull
  .from`coalesce(${kindOf(sql`quotes.instrument_id`).sql}, quote_kind(quotes.category))`;

const STRIP = {
  ...columnsAs("quotes", Quote, "name"),
  kind: KIND,
  ...columnsAs("(shown.quote)", Quote, "last", "low", "high", "changePercent", "currency"),
  asOf: columnAs("(shown.quote)", Quote, "updatedAt"),
};
/**
 * Whose price it is, where the quote itself says so. One that is linked by its name alone may belong to an instrument that a
 * locked call made, and its past would tell.
 */
const SAID_INSTRUMENT = sql`case when quotes.symbol is not null then quotes.instrument_id end`;

const TAPE = { ...STRIP, instrumentId: uuid.orNull.from`${SAID_INSTRUMENT}` };
const STRIP_QUOTES = statement("quotes.strip", TAPE)`
  select ${TAPE} from unnest(${array(text)("names", [...TOP_MARKETS])}::text[]) as top (market) cross join lateral (
    select id from quotes where lower(name) = lower(market) and name = market order by updated_at desc, id limit 1
  ) as named join quotes using (id) ${joinShownQuote}`;

/** A quote of the strip with the last three months of its price, as far as they are known. */
export type TapeQuote = StripQuote & { quarter?: Close[] };

/** The market strip: the newest quote of each of the five, in their order. Missing ones are left out. */
async function stripQuotes(): Promise<TapeQuote[]> {
  const found = await STRIP_QUOTES.allPrepared({ names: [...TOP_MARKETS] });
  const quarters = await quartersOf(found.map((quote) => ({ ...quote, id: quote.name, price: quote.last })));
  return TOP_MARKETS.flatMap((name) => found.find((quote) => quote.name === name) ?? []).map(
    ({ instrumentId, ...quote }) => ({ ...quote, quarter: quarters[quote.name] }),
  );
}

/** The market strip as all pages share it. */
export const marketStrip = new SharedPanel(stripQuotes);

const FOUND = {
  ...columnsAs("quotes", Quote, "id"),
  kind: KIND,
  price: columnAs("(shown.quote)", Quote, "last"),
  ...columnsAs("(shown.quote)", Quote, "changePercent", "currency"),
  asOf: columnAs("(shown.quote)", Quote, "updatedAt"),
};
const BY_IDS = statement("quotes.by-ids", FOUND)`
  select ${FOUND} from quotes ${joinShownQuote} where quotes.id = any((select ${array(uuid)("ids")}::uuid[])::uuid[])`;

/** What quotes say, by their ids; of two of one instrument what the newer one says. */
export const quotePrices = async (ids: readonly string[]): Promise<Map<string, FoundPrice>> =>
  new Map((await BY_IDS.all({ ids: [...ids] })).map(({ id, ...price }) => [id, price]));

export type { MoverType };
export { QUOTE_CATEGORIES };

/** A line of the markets table. */
export type QuoteRow = StripQuote & {
  id: string;
  category: string;
  change: string | null;
  volume: string;
  /** Of its company's page, where the quote says whose it is. What was typed into it may be a former symbol. */
  symbol: string | null;
  instrumentId: string | null;
};

/**
 * The id decides between equal values, so that pages never overlap. Every order has an index of its own. Of the table's own
 * columns: what is shown in their place is called the same.
 */
const ORDERS: Record<MarketSort, Record<Direction, Fragment<object>>> = {
  name: { asc: sql`lower(quotes.name), quotes.id`, desc: sql`lower(quotes.name) desc, quotes.id desc` },
  last: { asc: sql`quotes.last, quotes.id`, desc: sql`quotes.last desc, quotes.id desc` },
  changePercent: {
    asc: sql`quotes.change_percent, quotes.id`,
    desc: sql`quotes.change_percent desc nulls last, quotes.id desc`,
  },
  volume: { asc: sql`quotes.volume, quotes.id`, desc: sql`quotes.volume desc, quotes.id desc` },
  asOf: { asc: sql`quotes.updated_at, quotes.id`, desc: sql`quotes.updated_at desc, quotes.id desc` },
};

const NEWEST_FIRST = sql`created_at desc, id desc`;

const QUOTE = {
  ...STRIP,
  ...columnsAs("quotes", Quote, "id", "category"),
  symbol: text.orNull
    .from`case when quotes.symbol is not null then ${companySymbol("quotes", "symbol").sql} end`,
  instrumentId: uuid.orNull.from`${SAID_INSTRUMENT}`,
  ...columnsAs("(shown.quote)", Quote, "change", "volume"),
};

const OF_CATEGORY = sql`and category = ${text("category", QUOTE_CATEGORIES[0])}`;

const pageOf = (order: string, orderBy: Fragment<object>) =>
  filtered(
    `quotes.page, ${order}`,
    QUOTE,
    { category: OF_CATEGORY },
    (declare, chosen) => declare`
      select ${QUOTE} from ${pageRows({ table: sql`quotes`, where: sql`true ${chosen}`, order: orderBy, joined: joinShownQuote })}`,
  );

const NEWEST_PAGE = pageOf("newest", NEWEST_FIRST);
const SORTED_PAGES = forEachOf(Object.keys(MARKET_SORTS) as MarketSort[], (sort) =>
  forEachOf(["asc", "desc"], (direction) => pageOf(`${sort} ${direction}`, ORDERS[sort][direction])),
);

/** One page of quotes; without `sort` the newest come first. */
export async function quotesPage(
  { category, sort, direction, page }: MarketParams,
  size: number,
): Promise<QuoteRow[]> {
  const offset = (page - 1) * size;
  if (offset >= COUNT_LIMIT) return [];
  return (sort ? SORTED_PAGES[sort][direction] : NEWEST_PAGE).all({ category, limit: size, offset });
}

/** Where a quote stands among those of its category, newest first; `newer` are counted up to 10,000. */
export type QuotePosition = { id: string; category: string; newer: number; counted: boolean };

const POSITION = {
  ...columns(Quote, "id", "category"),
  newer: int.from`(
    select count(*)::int from (
      select 1 from quotes as other
       where (other.category, other.created_at, other.id) > (quote.category, quote.created_at, quote.id)
         and other.category <= quote.category
       order by other.category, other.created_at, other.id limit ${COUNT_LIMIT}) as newer)`,
};
const POSITION_BY_ID = statement("quotes.position-by-id", POSITION)`
  select ${POSITION} from quotes as quote where id = ${uuid("id")} order by updated_at desc, id limit 1`;
const POSITION_BY_NAME = statement("quotes.position-by-name", POSITION)`
  select ${POSITION} from quotes as quote where lower(name) = lower(${text("name", TOP_MARKETS[0])})
   order by updated_at desc, id limit 1`;

/**
 * Where a quote stands. Its own category is said by a comparison instead of an equals sign: that leaves the planner
 * one index, of which it walks no more than the newer quotes; with a choice it would read the whole table at times.
 * @param idOrName an id, or the name of one of the top markets, of which the newest counts
 */
export async function quotePosition(idOrName: string): Promise<QuotePosition | undefined> {
  const name = TOP_MARKETS.find((known) => known === idOrName);
  if (!name && !isUuid(idOrName)) return undefined;
  const place = await (name ? POSITION_BY_NAME.first({ name }) : POSITION_BY_ID.first({ id: idOrName }));
  return place && { ...place, counted: place.newer < COUNT_LIMIT };
}

const FROM_QUOTE = statement("quotes.from", QUOTE)`
  select ${QUOTE} from quotes ${joinShownQuote}
   where (category, created_at, id) <= (select category, created_at, id from quotes where id = ${uuid("id")})
     and category >= ${text("category", QUOTE_CATEGORIES[0])}
   order by category desc, ${NEWEST_FIRST} limit ${int("limit")}`;

/** A quote and the next older ones of its category: what is shown where no page number leads. Compared as above. */
export const quotesFrom = ({ id, category }: QuotePosition, size: number): Promise<QuoteRow[]> =>
  FROM_QUOTE.all({ id, category, limit: size });

const SUMMARY = filtered(
  "quotes.summary",
  { total: int, newest: timestamp.orNull },
  { category: OF_CATEGORY },
  (declare, chosen) => declare`
    select ${{ total: cappedCount(sql`quotes where true ${chosen} order by created_at`) }}, (select max(updated_at) from quotes where true ${chosen}) as newest`,
);

/** How many quotes there are, of a category or in all, counted up to `COUNT_LIMIT`, and when the newest of them was set. */
export async function quotesSummary(category?: string): Promise<{ total: number; newest: Date | null }> {
  return (await SUMMARY.first({ category })) ?? { total: 0, newest: null };
}

/** A mover as it is stored; how it is shown is moverChange's business. */
export type MoverRow = {
  id: string;
  name: string;
  last: string;
  changePercent: string;
  volume: string;
  moverType: MoverType;
  asOf: Date;
  /** Where a quote of it says one, or its company is public, it leads to its company's page. */
  symbol: string | null;
  /** Of what it is, and in what it is counted, as far as its quote or its public company says. */
  kind: InstrumentKind | null;
  currency: string | null;
  /** The last three months of its price, where that is so and they are known. */
  quarter?: Close[];
};

const MOVER = {
  ...columns(Mover, "id", "name", "changePercent", "volume", "moverType"),
  last: decimal.from`coalesce(quoted, last)`,
  asOf: timestamp.from`coalesce(quoted_at, updated_at)`,
  symbol: text.orNull.from`coalesce(symbol, known_as)`,
  kind: literal(INSTRUMENT_KINDS).orNull.from`coalesce(quoted_kind, known_kind)`,
  currency: text.orNull.from`case when quoted is not null then quoted_in else known_in end`,
  instrumentId: uuid.orNull.from`case when symbol is not null then quoted_of else known_id end`,
  /** Whether the price is a quote's: the other ones are in a currency that nobody says. */
  isQuoted: bool.from`quoted is not null`,
};

/** To movers what their quotes say, as `quoted`, where there is one of its name: two prices of one company would stand on one page. */
export const joinTheirQuote = sql`left join lateral (
    select quotes.last as quoted, quotes.updated_at as quoted_at, quotes.instrument_id as quoted_of,
           quotes.currency as quoted_in, ${KIND.sql} as quoted_kind,
           case when quotes.symbol is not null then ${companySymbol("quotes", "symbol").sql} end as symbol from quotes
     where quotes.instrument_id = movers.instrument_id order by quotes.updated_at desc, quotes.id desc limit 1
  ) as quote on true`;

/**
 * To movers their companies, as far as those are public: whatever is linked by its name alone may be known from a locked call,
 * and a link would tell that there is one.
 */
const joinTheirCompany = sql`left join lateral (
    select instruments.symbol as known_as, instruments.id as known_id, instruments.kind as known_kind,
           case when not instruments.currency_called then instruments.currency end as known_in from instruments
     where instruments.id = movers.instrument_id and public_name is not null) as company on true`;

/** The first of one kind, along an index of its own. */
const firstMovers = (kind: MoverType, order: Fragment<object>) => sql`
  (select ${MOVER} from movers ${joinTheirQuote} ${joinTheirCompany} where mover_type = ${raw(`'${kind}'`)} order by ${order} limit ${int("each")})`;

const TOP_MOVERS = statement("movers.top", MOVER)`
  ${firstMovers("gainers", sql`change_percent desc, id`)} union all
  ${firstMovers("losers", sql`abs(change_percent) desc, id`)} union all
  ${firstMovers("mostactive", sql`volume desc, id`)}`;

/** The first few of each kind: the largest moves, and the largest volumes of the most active. */
async function topMovers(each: number): Promise<MoverRow[]> {
  const found = await TOP_MOVERS.allPrepared({ each });
  const quarters = await quartersOf(
    found.map((mover) => ({ ...mover, price: mover.isQuoted ? mover.last : null })),
  );
  return found.map(({ instrumentId, isQuoted, ...mover }) => ({ ...mover, quarter: quarters[mover.id] }));
}

/** How many of each kind the markets page shows. */
const MOVERS_EACH = 6;

/** The first movers of each kind as all pages share them; some show fewer. */
export const leadingMovers = new SharedPanel(() => topMovers(MOVERS_EACH));
