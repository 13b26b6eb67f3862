import { INSTRUMENT_KINDS } from "db/entities/instrument";
import type { EntityManager } from "db/orm.server";
import { SITE_TODAY, siteDayOf } from "db/site-day";
import { array, day, decimal, type Fragment, int, literal, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Sentences } from "~/admin-kit/warnings.server";
import { closeWarnings, type PricedDay } from "./close-warnings.rules";
import { currentPriceOf } from "./instruments.queries.server";
import { priceBound } from "./price-warnings.rules.server";
import { priceToday, sharesBetween } from "./shares-between.queries.server";

type Row = Fragment<object>;

/** The nearest close before or after a wanted day. */
const neighbour = (side: Row, order: Row) => sql`(
  select p.day, p.close from daily_prices p
   where p.instrument_id = wanted.id and p.day ${side} wanted.day order by p.day ${order} limit 1)`;

/** A day's close in today's shares. */
const closeToday = (of: Row) => sql`
  trim_scale(price_after(${of}.close, ${sharesBetween(sql`wanted.id`, sql`${of}.day`, SITE_TODAY)}))`;

const AROUND = {
  nth: int.from`wanted.nth::int`,
  kind: literal(INSTRUMENT_KINDS).from`i.kind`,
  shares: decimal.from`trim_scale(round(${sharesBetween(sql`wanted.id`, sql`wanted.day`, SITE_TODAY)}, 8))`,
  was: decimal.orNull.from`(
    select trim_scale(p.close) from daily_prices p where p.instrument_id = wanted.id and p.day = wanted.day)`,
  earlierDay: day.orNull.from`earlier.day`,
  earlier: decimal.orNull.from`${closeToday(sql`earlier`)}`,
  laterDay: day.orNull.from`later.day`,
  later: decimal.orNull.from`${closeToday(sql`later`)}`,
  currentDay: day.orNull.from`${siteDayOf(sql`current."asOf"`)}`,
  current: decimal.orNull
    .from`trim_scale(${priceToday({ instrument: sql`wanted.id`, price: sql`current."price"`, asOf: sql`current."asOf"` })})`,
};

const CLOSES_AROUND = statement("close-warnings.around", AROUND)`
  select ${AROUND}
    from unnest(${array(uuid)("ids")}::uuid[], ${array(day)("days")}::date[]) with ordinality as wanted (id, day, nth)
    join instruments i on i.id = wanted.id
    left join lateral ${neighbour(sql`<`, sql`desc`)} as earlier on true
    left join lateral ${neighbour(sql`>`, sql`asc`)} as later on true
    left join lateral ${currentPriceOf(sql`wanted.id`)} as current
      on earlier.day is null and later.day is null and current.source = 'quote'`;

/** A day's price before it is written. */
type WrittenDay = Pick<PricedDay, "instrumentId" | "day" | "close" | "high" | "low">;

const toNeighbour = (on: string | null, price: string | null) =>
  on === null || price === null ? undefined : { day: on, price };

/**
 * Warnings about days' prices before they are written, one entry for each day, in their order.
 * @param within the transaction that locks their instruments, if any
 */
export async function findCloseWarnings(
  days: readonly WrittenDay[],
  within?: EntityManager,
): Promise<Sentences[]> {
  if (days.length === 0) return [];
  const around = await CLOSES_AROUND.all(
    { ids: days.map(({ instrumentId }) => instrumentId), days: days.map((each) => each.day) },
    within,
  );
  const priced = around.flatMap(({ nth, kind, shares, was, ...known }): PricedDay[] => {
    const written = days[nth - 1];
    if (!written) return [];
    return [
      {
        ...written,
        shares,
        was: was ?? undefined,
        bound: priceBound(kind),
        earlier: toNeighbour(known.earlierDay, known.earlier),
        later: toNeighbour(known.laterDay, known.later),
        current: toNeighbour(known.currentDay, known.current),
      },
    ];
  });
  const sentences = closeWarnings(priced);
  const byDay = new Map(
    priced.map(({ instrumentId, day: on }, nth) => [`${instrumentId} ${on}`, sentences[nth]]),
  );
  return days.map(({ instrumentId, day: on }) => byDay.get(`${instrumentId} ${on}`) ?? {});
}
