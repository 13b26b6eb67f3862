import type { EntityManager } from "db/orm.server";
import { array, json, raw, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { symbolRow } from "./linked-company.queries.server";
import { mayBeSymbol } from "./symbol.rules";

/** How many of the newest records of each kind are read. */
const NAMES_OF_EACH = 200;

type Columns = { table: string; name: string; symbol: string; newest: string };

/**
 * Names in an instrument's records with its current symbol, or last changed while it had the wanted symbol. A
 * newer record with a former symbol may bear the other company's name: its author confirmed only that one
 * warning.
 */
const namesIn = ({ table, name, symbol, newest }: Columns) => sql`
  (select ${raw(name)} from ${raw(table)} as r
    where r.instrument_id = i.id and (upper(btrim(r.${raw(symbol)})) = i.symbol or greatest(r.created_at, r.updated_at) < former.left_at)
    order by ${raw(newest)} desc, r.id desc limit ${raw(String(NAMES_OF_EACH))})`;

/** Current and former names of the instrument, from staff and from its records. */
const NAMES = sql`(
  select json_agg(distinct called.name) from (
    select name from instruments where id = i.id or merged_into = i.id
    union all ${namesIn({ table: "daily_briefs", name: "company_name", symbol: "ticker", newest: "created_at" })}
    union all ${namesIn({ table: "stock_picks", name: "name", symbol: "ticker", newest: "priced_at" })}
    union all ${namesIn({ table: "trade_alerts", name: "name", symbol: "ticker", newest: "priced_at" })}
    union all ${namesIn({ table: "quotes", name: "name", symbol: "symbol", newest: "updated_at" })}
  ) as called)`;

/**
 * Since when the row `instruments` is a former symbol. A rename inserts a new row; a merge updates the row.
 */
const LEFT_AT = sql`case when version = 1 then created_at else updated_at end`;

const FORMER = {
  wanted: text.from`wanted.symbol`,
  id: uuid.from`i.id`,
  symbol: text.from`i.symbol`,
  name: text.from`i.name`,
  names: json<string[]>().from`${NAMES}`,
};

/**
 * The instrument that an unused former symbol leads to.
 * @property names all names of the company
 */
export type FormerOwner = { id: string; symbol: string; name: string; names: string[] };

const FORMER_OWNERS = statement("former-owners.by-symbols", FORMER)`
  select ${FORMER} from unnest(${array(text)("symbols")}::text[]) as wanted (symbol)
   cross join lateral ${symbolRow(sql`wanted.symbol`)} as named
    join instruments i on i.id = named.merged_into
   cross join lateral (
     select ${LEFT_AT} as left_at from instruments where id = named.id) as former`;

const TAKEN = {
  ...FORMER,
  taker: text.from`taker.name`,
  takerNames: json<string[]>().from`(
    select json_agg(name) from instruments where id = taker.id or merged_into = taker.id)`,
};

/**
 * The former owner of a symbol that another instrument has now.
 * @property takerNames the current owner's names, from staff
 */
export type EarlierOwner = FormerOwner & { wanted: string; taker: string; takerNames: string[] };

const EARLIER_OWNERS = statement("former-owners.earlier", TAKEN)`
  select ${TAKEN} from unnest(${array(text)("symbols")}::text[]) as wanted (symbol)
    join instruments taker on taker.symbol = wanted.symbol and taker.merged_into is null
   cross join lateral (
     select merged_into, ${LEFT_AT} as left_at from instruments
      where symbol = wanted.symbol and merged_into is not null and merged_into <> taker.id) as former
    join instruments i on i.id = former.merged_into`;

/** The instruments that former symbols lead to, by symbol. Current and unknown symbols have no entry. */
export async function formerOwners(
  symbols: readonly string[],
  within?: EntityManager,
): Promise<Map<string, FormerOwner>> {
  const wanted = uniqueSymbols(symbols);
  if (wanted.length === 0) return new Map();
  const found = await FORMER_OWNERS.all({ symbols: wanted }, within);
  return new Map(found.map(({ wanted: symbol, ...owner }) => [symbol, owner]));
}

const uniqueSymbols = (symbols: readonly string[]) => [...new Set(symbols)].filter(mayBeSymbol);

/** The former owners of symbols that other instruments have now, by symbol. */
export async function earlierOwners(
  symbols: readonly string[],
  within?: EntityManager,
): Promise<Map<string, EarlierOwner[]>> {
  const wanted = uniqueSymbols(symbols);
  const found = wanted.length > 0 ? await EARLIER_OWNERS.all({ symbols: wanted }, within) : [];
  return new Map(wanted.map((symbol) => [symbol, found.filter((owner) => owner.wanted === symbol)]));
}
