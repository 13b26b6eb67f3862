import { array, decimal, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { joinShownPrice } from "./instruments/shown-price.queries.server";
import { joinMoverQuote, joinShownQuote } from "./markets.queries.server";

const IDS = sql`${array(uuid)("ids")}::uuid[]`;

const PICK = { id: uuid.from`stock_picks.id`, price: decimal.from`current."price"` };
const QUOTE = { id: uuid.from`quotes.id`, price: decimal.from`(shown.quote).last` };
const MOVER = { id: uuid.from`movers.id`, price: decimal.from`quoted` };

const DIFFERENT = {
  picks: statement("listed-prices.picks", PICK)`
    select ${PICK} from stock_picks ${joinShownPrice("stock_picks")}
     where stock_picks.id = any(${IDS}) and current."price" is not null
       and current."price" is distinct from stock_picks.current_price`,
  quotes: statement("listed-prices.quotes", QUOTE)`
    select ${QUOTE} from quotes ${joinShownQuote}
     where quotes.id = any(${IDS}) and (shown.quote).last <> quotes.last`,
  movers: statement("listed-prices.movers", MOVER)`
    select ${MOVER} from movers ${joinMoverQuote} where movers.id = any(${IDS}) and quoted <> movers.last`,
};

export type PricedRecords = keyof typeof DIFFERENT;

/** The prices that readers see instead of records' own, by id; no entry if both are the same. */
export async function pricesReadersSee(
  records: PricedRecords,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await DIFFERENT[records].all({ ids: [...ids] });
  return new Map(found.map(({ id, price }) => [id, price]));
}
