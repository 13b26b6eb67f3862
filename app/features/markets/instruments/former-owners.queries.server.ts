import type { EntityManager } from "db/orm.server";
import { array, json, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { namedBy } from "./named-by.queries.server";
import { mayBeSymbol } from "./symbol.rules";

/** Of each kind of record, the newest. */
const NAMES_OF_EACH = 200;

/** What the instrument is called, and has been: by staff, and by its records. */
const NAMES = sql`(
  select json_agg(distinct called.name) from (
    select name from instruments where id = i.id or merged_into = i.id
    union all (select company_name from daily_briefs where instrument_id = i.id order by created_at desc, id desc limit ${NAMES_OF_EACH})
    union all (select name from stock_picks where instrument_id = i.id order by priced_at desc, id desc limit ${NAMES_OF_EACH})
    union all (select name from trade_alerts where instrument_id = i.id order by priced_at desc, id desc limit ${NAMES_OF_EACH})
    union all (select name from quotes where instrument_id = i.id order by updated_at desc, id desc limit ${NAMES_OF_EACH})
  ) as called)`;

const FORMER = {
  wanted: text.from`wanted.symbol`,
  id: uuid.from`i.id`,
  symbol: text.from`i.symbol`,
  name: text.from`i.name`,
  names: json<string[]>().from`${NAMES}`,
};

/** Where a symbol leads that nobody has any more. @property names all that the company is called */
export type FormerOwner = { id: string; symbol: string; name: string; names: string[] };

const FORMER_OWNERS = statement("former-owners.by-symbols", FORMER)`
  select ${FORMER} from unnest(${array(text)("symbols")}::text[]) as wanted (symbol)
   cross join lateral ${namedBy(sql`wanted.symbol`)} as named
    join instruments i on i.id = named.merged_into`;

/** The instruments that former symbols lead to, by those; a symbol that an instrument has, or that nobody knows, is not in it. */
export async function formerOwners(
  symbols: readonly string[],
  within?: EntityManager,
): Promise<Map<string, FormerOwner>> {
  const wanted = [...new Set(symbols)].filter(mayBeSymbol);
  if (wanted.length === 0) return new Map();
  const found = await FORMER_OWNERS.all({ symbols: wanted }, within);
  return new Map(found.map(({ wanted: symbol, ...owner }) => [symbol, owner]));
}
