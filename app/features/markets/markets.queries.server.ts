import type { MoverType } from "db/entities/mover";
import { QUOTE_CATEGORIES } from "db/entities/quote";
import { COUNT_LIMIT, query } from "db/query.server";
import { SidePart } from "~/platform/side-part.server";
import { isUuid } from "~/web/uuid";
import type { Direction, MarketParams, MarketSort } from "./market-list.rules";

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
  /** When the quote was last set. */
  asOf: Date;
};

/** The market strip: the newest quote of each of the five, in their order. Missing ones are left out. */
async function stripQuotes(): Promise<StripQuote[]> {
  const found = await query<StripQuote>(
    `select distinct on (name) name, last, low, high, change_percent as "changePercent", currency,
            updated_at as "asOf"
       from quotes where name = any(?) order by name, updated_at desc`,
    [[...TOP_MARKETS]],
  );
  return TOP_MARKETS.flatMap((name) => found.find((quote) => quote.name === name) ?? []);
}

/** The market strip as all pages share it. */
export const marketStrip = new SidePart(stripQuotes);

export type { MoverType };
export { QUOTE_CATEGORIES };

/** A line of the markets table. */
export type QuoteRow = StripQuote & { id: string; category: string; change: string | null; volume: string };

/** The id decides between equal values, so that pages never overlap. Every order has an index of its own. */
const ORDERS: Record<MarketSort, Record<Direction, string>> = {
  name: { asc: "lower(name), id", desc: "lower(name) desc, id desc" },
  last: { asc: "last, id", desc: "last desc, id desc" },
  changePercent: {
    asc: "change_percent, id",
    desc: "change_percent desc nulls last, id desc",
  },
  volume: { asc: "volume, id", desc: "volume desc, id desc" },
  asOf: { asc: "updated_at, id", desc: "updated_at desc, id desc" },
};

const NEWEST_FIRST = "created_at desc, id desc";

const QUOTE_COLUMNS = `id, category, name, last, low, high, change, change_percent as "changePercent", volume, currency,
  updated_at as "asOf"`;

/** One page of quotes; without `sort` the newest come first. */
export async function quotesPage(
  { category, sort, direction, page }: MarketParams,
  size: number,
): Promise<QuoteRow[]> {
  const offset = (page - 1) * size;
  if (offset >= COUNT_LIMIT) return [];
  return query<QuoteRow>(
    `select ${QUOTE_COLUMNS} from quotes ${category ? "where category = ?" : ""}
      order by ${sort ? ORDERS[sort][direction] : NEWEST_FIRST} limit ? offset ?`,
    [...(category ? [category] : []), size, offset],
  );
}

/** Where a quote stands among those of its category, newest first; `newer` are counted up to 10,000. */
export type QuotePosition = { id: string; category: string; newer: number; counted: boolean };

/**
 * Where a quote stands. Its own category is said by a comparison instead of an equals sign: that leaves the planner
 * one index, of which it walks no more than the newer quotes; with a choice it would read the whole table at times.
 * @param idOrName an id, or the name of one of the top markets, of which the newest counts
 */
export async function quotePosition(idOrName: string): Promise<QuotePosition | undefined> {
  const topMarket = TOP_MARKETS.find((name) => name === idOrName);
  if (!topMarket && !isUuid(idOrName)) return undefined;
  const [place] = await query<Omit<QuotePosition, "counted">>(
    `select id, category, (
              select count(*)::int from (
                select 1 from quotes as other
                 where (other.category, other.created_at, other.id) > (quote.category, quote.created_at, quote.id)
                   and other.category <= quote.category
                 order by other.category, other.created_at, other.id limit ${COUNT_LIMIT}) as newer
            ) as newer
       from quotes as quote where ${topMarket ? "lower(name) = lower(?)" : "id = ?"}
      order by updated_at desc, id limit 1`,
    [idOrName],
  );
  return place && { ...place, counted: place.newer < COUNT_LIMIT };
}

/** A quote and the next older ones of its category: what is shown where no page number leads. Compared as above. */
export function quotesFrom({ id, category }: QuotePosition, size: number): Promise<QuoteRow[]> {
  return query<QuoteRow>(
    `select ${QUOTE_COLUMNS} from quotes
      where (category, created_at, id) <= (select category, created_at, id from quotes where id = ?)
        and category >= ?
      order by category desc, ${NEWEST_FIRST} limit ?`,
    [id, category, size],
  );
}

/** How many quotes there are, counted up to `COUNT_LIMIT`, and when the newest of all was set. */
export async function quotesSummary(category?: string): Promise<{ total: number; newest: Date | null }> {
  const [summary] = await query<{ total: number; newest: Date | null }>(
    `select (select count(*)::int from (
               select 1 from quotes ${category ? "where category = ?" : ""} limit ${COUNT_LIMIT}) as counted) as total,
            (select max(updated_at) from quotes) as newest`,
    category ? [category] : [],
  );
  return summary ?? { total: 0, newest: null };
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
};

/** The first few of each kind: the largest moves, and the largest volumes of the most active. */
function topMovers(each: number): Promise<MoverRow[]> {
  return query<MoverRow>(
    `select id, name, last, change_percent as "changePercent", volume, mover_type as "moverType",
            updated_at as "asOf"
       from (select *, row_number() over (
               partition by mover_type
               order by case mover_type when 'gainers' then -change_percent
                                        when 'losers' then -abs(change_percent)
                                        else -volume end, id
             ) as place
               from movers) as ranked
      where place <= ? order by mover_type, place`,
    [each],
  );
}

/** How many of each kind the markets page shows. */
const MOVERS_EACH = 6;

/** The first movers of each kind as all pages share them; some show fewer. */
export const leadingMovers = new SidePart(() => topMovers(MOVERS_EACH));
