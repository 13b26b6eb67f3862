import type { EntityManager } from "db/orm.server";
import { SITE_TODAY } from "db/site-day";
import { day, json, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { type AroundSplit, NEAR_DAYS } from "./split-warnings.rules";

type Close = { day: string; close: string };
const CLOSE = sql`json_build_object('day', day, 'close', trim_scale(close)::text)`;
const ON = sql`${day("day")}::date`;

const AROUND = {
  symbol: text,
  today: day.from`${SITE_TODAY}`,
  firstDay: day.orNull.from`(select min(day) from daily_prices where instrument_id = i.id)`,
  lastDay: day.orNull.from`(select max(day) from daily_prices where instrument_id = i.id)`,
  before: json<Close>().orNull.from`(
    select ${CLOSE} from daily_prices where instrument_id = i.id and day < ${ON} and day >= ${ON} - ${NEAR_DAYS}
     order by day desc limit 1)`,
  from: json<Close>().orNull.from`(
    select ${CLOSE} from daily_prices where instrument_id = i.id and day >= ${ON} and day <= ${ON} + ${NEAR_DAYS}
     order by day limit 1)`,
  splits: json<AroundSplit["splits"]>().from`(
    select coalesce(json_agg(json_build_object('day', day, 'ratio', trim_scale(ratio)::text) order by day), '[]')
      from splits where instrument_id = i.id)`,
};

const OF_INSTRUMENT = statement("around-split", AROUND)`
  select ${AROUND} from instruments i where i.id = ${uuid("id")}`;

/**
 * The prices and splits around a split, which `splitWarnings` checks.
 * @param manager of the transaction that locks the instrument
 */
export const aroundSplit = (
  id: string,
  on: string,
  manager: EntityManager,
): Promise<AroundSplit | undefined> => OF_INSTRUMENT.first({ id, day: on }, manager);
