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
import { loadQuarters } from "./instruments/closes.queries.server";
import { kindOf } from "./instruments/instruments.queries.server";
import { companySymbol } from "./instruments/linked-company.queries.server";
import { type Direction, MARKET_SORTS, type MarketParams, type MarketSort } from "./market-list.rules";

/** The five of TOP MARKETS in the footer; specification, section 2.1. */
export const TOP_MARKETS = ["Dow Jones", "S&P 500", "Nasdaq", "FTSE 100", "Bitcoin"] as const;

export type StripQuote = {
  name: string;
  last: string;
  low: string | null;
  high: string | null;
  changePercent: string | null;
  /** ISO 4217 or a unit such as GBX, if known. */
  currency: string | null;
  /** The kind of instrument, which decides the format of the price; null if unknown. */
  kind: InstrumentKind | null;
  /** When the quote was last set. */
  asOf: Date;
  /** The quote with these figures. */
  shownId: string;
};

/**
 * If an instrument has two quotes in one currency, both lines show the newer one. No page shows two prices.
 * Joins to `quotes`, as `shown.quote`.
 */
export const joinShownQuote = sql`cross join lateral (select coalesce((
    select same from quotes as same
     where same.instrument_id = quotes.instrument_id and coalesce(same.currency = quotes.currency, true)
     order by same.updated_at desc, same.id desc limit 1), quotes) as quote) as shown`;

/** The kind of the quote's instrument, else of its category. */
const KIND = literal(INSTRUMENT_KINDS).orNull
  .from`coalesce(${kindOf(sql`quotes.instrument_id`).sql}, quote_kind(quotes.category))`;

const STRIP = {
  ...columnsAs("quotes", Quote, "name"),
  kind: KIND,
  ...columnsAs("(shown.quote)", Quote, "last", "low", "high", "changePercent", "currency"),
  asOf: columnAs("(shown.quote)", Quote, "updatedAt"),
  shownId: columnAs("(shown.quote)", Quote, "id"),
};
/**
 * The quote's instrument, if the quote has a symbol. A quote linked by name alone may belong to an instrument
 * from a locked call. Its history would reveal the call.
 */
const STATED_INSTRUMENT = sql`case when quotes.symbol is not null then quotes.instrument_id end`;

const TAPE = { ...STRIP, instrumentId: uuid.orNull.from`${STATED_INSTRUMENT}` };
const STRIP_QUOTES = statement("quotes.strip", TAPE)`
  select ${TAPE} from unnest(${array(text)("names", [...TOP_MARKETS])}::text[]) as top (market) cross join lateral (
    select id from quotes where lower(name) = lower(market) and name = market order by updated_at desc, id limit 1
  ) as named join quotes using (id) ${joinShownQuote}`;

/** A quote of the strip with three months of closes, if known. */
export type TapeQuote = StripQuote & { quarter?: Close[] };

/** The market strip: the newest quote of each of the five, in their order, without missing ones. */
async function stripQuotes(): Promise<TapeQuote[]> {
  const found = await STRIP_QUOTES.allPrepared({ names: [...TOP_MARKETS] });
  const quarters = await loadQuarters(
    found.map((quote) => ({ ...quote, id: quote.name, price: quote.last })),
  );
  return TOP_MARKETS.flatMap((name) => found.find((quote) => quote.name === name) ?? []).map(
    ({ instrumentId, ...quote }) => ({ ...quote, quarter: quarters[quote.name] }),
  );
}

/** The market strip that all pages share. */
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

/** Prices of quotes by id; of two quotes of one instrument the newer one counts. */
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
  /** The symbol of the company's page, if the quote has a symbol. The typed one may be a former symbol. */
  symbol: string | null;
  instrumentId: string | null;
};

/**
 * The id orders equal values, so that pages never overlap. Each order has an index. The columns need the
 * table's name: the shown ones have the same names.
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
  instrumentId: uuid.orNull.from`${STATED_INSTRUMENT}`,
  ...columnsAs("(shown.quote)", Quote, "change", "volume"),
};

const OF_CATEGORY = sql`and category = ${text("category", QUOTE_CATEGORIES[0])}`;

const pageStatement = (order: string, orderBy: Fragment<object>) =>
  filtered(
    `quotes.page, ${order}`,
    QUOTE,
    { category: OF_CATEGORY },
    (declare, chosen) => declare`
      select ${QUOTE} from ${pageRows({ table: sql`quotes`, where: sql`true ${chosen}`, order: orderBy, joined: joinShownQuote })}`,
  );

const NEWEST_PAGE = pageStatement("newest", NEWEST_FIRST);
const SORTED_PAGES = forEachOf(Object.keys(MARKET_SORTS) as MarketSort[], (sort) =>
  forEachOf(["asc", "desc"], (direction) => pageStatement(`${sort} ${direction}`, ORDERS[sort][direction])),
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

/** The position of a quote in its category, newest first; `newer` is counted up to 10,000. */
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
 * Finds the position of a quote. The category is compared with `<=`, not `=`. So the planner uses the one
 * index and reads only the newer quotes. With a choice it would sometimes read the whole table.
 * @param idOrName an id, or the name of a top market, whose newest quote counts
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

/**
 * A quote and the next older ones of its category, for a position beyond the page numbers. Compared as in
 * `quotePosition`.
 */
export const quotesFrom = ({ id, category }: QuotePosition, size: number): Promise<QuoteRow[]> =>
  FROM_QUOTE.all({ id, category, limit: size });

const SUMMARY = filtered(
  "quotes.summary",
  { total: int, newest: timestamp.orNull },
  { category: OF_CATEGORY },
  (declare, chosen) => declare`
    select ${{ total: cappedCount(sql`quotes where true ${chosen} order by created_at`) }}, (select max(updated_at) from quotes where true ${chosen}) as newest`,
);

/** The number of quotes, of a category or in all, up to `COUNT_LIMIT`, and the time of the newest one. */
export async function quotesSummary(category?: string): Promise<{ total: number; newest: Date | null }> {
  return (await SUMMARY.first({ category })) ?? { total: 0, newest: null };
}

/** A mover as stored; `moverChange` formats it. */
export type MoverRow = {
  id: string;
  name: string;
  last: string;
  changePercent: string;
  volume: string;
  moverType: MoverType;
  asOf: Date;
  /** The symbol of its company's page, if its quote has one or its company is public. */
  symbol: string | null;
  /** Kind and currency, from its quote or its public company. */
  kind: InstrumentKind | null;
  currency: string | null;
  /** The quote of its price, if it has one. */
  shownId: string | null;
  /** Three months of closes, under the same condition and if known. */
  quarter?: Close[];
};

const MOVER = {
  ...columns(Mover, "id", "name", "changePercent", "volume", "moverType"),
  last: decimal.from`coalesce(quoted, last)`,
  asOf: timestamp.from`coalesce(quoted_at, updated_at)`,
  shownId: uuid.orNull.from`quoted_by`,
  symbol: text.orNull.from`coalesce(symbol, known_as)`,
  kind: literal(INSTRUMENT_KINDS).orNull.from`coalesce(quoted_kind, known_kind)`,
  currency: text.orNull.from`case when quoted is not null then quoted_in else known_in end`,
  instrumentId: uuid.orNull.from`case when symbol is not null then quoted_of else known_id end`,
  /** Whether the price comes from a quote; other prices have no known currency. */
  isQuoted: bool.from`quoted is not null`,
};

/** Joins the quotes of movers, as `quoted`: a page must not show two prices of one company. */
export const joinMoverQuote = sql`left join lateral (
    select quotes.id as quoted_by, quotes.last as quoted, quotes.updated_at as quoted_at, quotes.instrument_id as quoted_of,
           quotes.currency as quoted_in, ${KIND.sql} as quoted_kind,
           case when quotes.symbol is not null then ${companySymbol("quotes", "symbol").sql} end as symbol from quotes
     where quotes.instrument_id = movers.instrument_id order by quotes.updated_at desc, quotes.id desc limit 1
  ) as quote on true`;

/**
 * Joins the public companies of movers. A mover linked by name alone may be known from a locked call. A link
 * would reveal the call.
 */
const joinMoverCompany = sql`left join lateral (
    select instruments.symbol as known_as, instruments.id as known_id, instruments.kind as known_kind,
           case when not instruments.currency_called then instruments.currency end as known_in from instruments
     where instruments.id = movers.instrument_id and public_name is not null) as company on true`;

/** The first movers of one kind, found by its own index. */
const firstMovers = (kind: MoverType, order: Fragment<object>) => sql`
  (select ${MOVER} from movers ${joinMoverQuote} ${joinMoverCompany} where mover_type = ${raw(`'${kind}'`)} order by ${order} limit ${int("each")})`;

const TOP_MOVERS = statement("movers.top", MOVER)`
  ${firstMovers("gainers", sql`change_percent desc, id`)} union all
  ${firstMovers("losers", sql`abs(change_percent) desc, id`)} union all
  ${firstMovers("mostactive", sql`volume desc, id`)}`;

/** The first movers of each kind: by change, and the most active by volume. */
async function topMovers(each: number): Promise<MoverRow[]> {
  const found = await TOP_MOVERS.allPrepared({ each });
  const quarters = await loadQuarters(
    found.map((mover) => ({ ...mover, price: mover.isQuoted ? mover.last : null })),
  );
  return found.map(({ instrumentId, isQuoted, ...mover }) => ({ ...mover, quarter: quarters[mover.id] }));
}

/** Movers of each kind on the markets page. */
const MOVERS_EACH = 6;

/** The first movers of each kind, shared by all pages; some show fewer. */
export const leadingMovers = new SharedPanel(() => topMovers(MOVERS_EACH));
