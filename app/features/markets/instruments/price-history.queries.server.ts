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

/** An instrument's prices as they were traded, the newest first, and how many days have one. */
export async function pricesOf(id: string, range: PageRange) {
  const [prices, counted] = await Promise.all([PAGE.all({ id, ...range }), COUNT.first({ id })]);
  return { prices, total: counted?.total ?? 0 };
}

const SPLIT = { ...columns(Split, "day", "ratio"), planned: bool.from`day > ${SITE_TODAY}` };

const SPLITS = statement("price-history.splits", SPLIT)`
  select ${SPLIT} from splits where instrument_id = ${uuid("id")} order by day desc`;

/** An instrument's splits, the newest first. Planned are those of a day to come: they count from then on. */
export const splitsOf = (id: string) => SPLITS.all({ id });
