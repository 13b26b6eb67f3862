import { siteMidnightOf } from "db/site-day";
import { day, decimal, type Fragment, type RowOf, sql, timestamp, uuid } from "db/sql";

/** The time of a day's price: the end of a day that is over, else the present. */
export const timeOfPrice = (on: Fragment<object>): Fragment<object> => sql`
  least(clock_timestamp(), ${siteMidnightOf(sql`${on} + 1`)} - interval '1 millisecond')`;

/** The columns of a `PriceStep`. */
export const PRICE_STEP = {
  instrumentId: uuid.from`step.id`,
  day: day.from`step.day`,
  was: decimal.from`step.was`,
  price: decimal.from`step.price`,
  wasMoved: decimal.from`step.was_moved`,
  moved: decimal.from`step.moved`,
  base: decimal.orNull.from`step.base`,
  at: timestamp.from`clock_timestamp()`,
};

/**
 * From the price that was last compared to the newest one, in shares of the newest one's day. `base` is the close
 * before that day; `wasMoved` and `moved` say how far it is from both prices, in per cent, up or down.
 * @property at when they were compared
 */
export type PriceStep = RowOf<typeof PRICE_STEP>;

/**
 * The price alerts that a step of prices crosses, as `a` next to the step, with `crossed.level`: the level in
 * shares of the step's day. An alert belongs to the step's instrument or to one that was merged into it. Each
 * era between two splits has its own range of stored levels, so that an index finds them.
 *
 * A price rises to a level if it was below and is not any more. A move in a day is crossed like a price.
 * @param step a table `step` with id, day, was, price, was_moved and moved, for a lateral join
 */
export const CROSSED_ALERTS: Fragment<object> = sql`
  cross join lateral (
    select step.id union all select id from instruments where merged_into = step.id) as known (id)
  cross join lateral (
    select coalesce(lag(split.day) over (order by split.day), '-infinity') as since, split.day as until,
           exp(sum(ln(split.ratio)) over (order by split.day desc)) as factor
      from (select day, ratio from splits where instrument_id = step.id and day <= step.day
            union all select 'infinity', 1) as split) as era
  cross join lateral (values
    ('rises', step.was, step.price, era.factor), ('falls', step.price, step.was, era.factor),
    ('moves', step.was_moved, step.moved, 1)) as range (kind, low, high, factor)
  join price_alerts a on a.instrument_id = known.id and a.kind = range.kind and range.low < range.high
   and a.level between range.low * range.factor * 0.999999 and range.high * range.factor * 1.000001
   and a.set_on >= era.since and a.set_on < era.until
  cross join lateral (select price_after(a.level, range.factor) as level) as crossed`;

/** Which of them are exactly in the range: a level is reached by the price that equals it. */
export const IS_CROSSED: Fragment<object> = sql`
  case when range.kind = 'falls' then crossed.level >= range.low and crossed.level < range.high
       else crossed.level > range.low and crossed.level <= range.high end`;
