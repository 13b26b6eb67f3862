import { DailyPrice } from "db/entities/daily-price";
import { Split } from "db/entities/split";
import { columns } from "db/entity-columns.server";
import { SITE_TODAY } from "db/site-day";
import { bool, int, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { PageRange } from "~/web/paging";

const PRICE = columns(DailyPrice, "day", "close", "high", "low", "volume", "source");

const PAGE = statement("price-history.page", PRICE)`
  select ${PRICE} from daily_prices where instrument_id = ${uuid("id")}
   order by day desc limit ${int("limit")} offset ${int("offset")}`;

const COUNT = statement("price-history.count", { total: int.from`count(*)::int` })`
  select count(*)::int as total from daily_prices where instrument_id = ${uuid("id")}`;

/** A page of an instrument's prices as traded, newest first, and the number of days with a price. */
export async function loadPrices(id: string, range: PageRange) {
  const [prices, counted] = await Promise.all([PAGE.all({ id, ...range }), COUNT.first({ id })]);
  return { prices, total: counted?.total ?? 0 };
}

const SPLIT = { ...columns(Split, "day", "ratio"), planned: bool.from`day > ${SITE_TODAY}` };

const SPLITS = statement("price-history.splits", SPLIT)`
  select ${SPLIT} from splits where instrument_id = ${uuid("id")} order by day desc`;

/** An instrument's splits, newest first. `planned` ones have a future day and count from then on. */
export const loadSplits = (id: string) => SPLITS.all({ id });
