import { array, day, decimal, int, json, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { monthsBefore, withCurrent } from "~/features/markets/company.rules";
import { config } from "~/platform/config.server";
import { type Close, thin } from "~/ui/charts/series";
import { dayIn } from "~/ui/dates";
import { sharesSince } from "./instruments.queries.server";
import { priceToday } from "./shares-between.queries.server";

type StoredCloses = [day: string, close: number][];

const SINCE = sharesSince(sql`d.instrument_id`, sql`d.day`);

/** To be joined to `wanted`, instruments by their ids: in `closes` those of a range, as if all splits had been from the beginning. */
const THEIR_CLOSES = sql`cross join lateral (
    select json_agg(json_build_array(day, price_after(close, factor)) order by day) as closes
      from daily_prices as d cross join lateral ${SINCE} as later
     where d.instrument_id = wanted.id and d.day between ${day("from")}::date and ${day("to")}::date
  ) as found`;

const ROW = { id: uuid.from`wanted.id`, closes: json<StoredCloses>() };

const CLOSES = statement("instruments.closes", ROW)`
  select ${ROW} from unnest(${array(uuid)("ids")}::uuid[]) as wanted (id) ${THEIR_CLOSES} where closes is not null`;

/** The closes of some instruments as if all splits had been from the beginning, by their ids; without any it is not in it. */
export async function closesOf(
  ids: readonly string[],
  range: { from: string; to: string },
): Promise<Map<string, Close[]>> {
  const found = await CLOSES.all({ ids: [...ids], ...range });
  return closesById(found);
}

const WEEKLY = statement("instruments.weekly-closes", ROW)`
  select ${ROW} from unnest(${array(uuid)("ids")}::uuid[]) as wanted (id) cross join lateral (
    select json_agg(json_build_array(day, close) order by day) as closes from (
      select distinct on (date_trunc('week', d.day)) d.day, price_after(d.close, factor) as close
        from daily_prices as d cross join lateral ${SINCE} as later
       where d.instrument_id = wanted.id and d.day >= ${day("from")}::date
       order by date_trunc('week', d.day), d.day desc
    ) as weekly
  ) as found where closes is not null`;

/** The last close of each week since a day, as if all splits had been from the beginning, by instrument. */
export async function weeklyCloses(ids: readonly string[], from: string): Promise<Map<string, Close[]>> {
  const found = await WEEKLY.all({ ids: [...new Set(ids)], from });
  return closesById(found);
}

const toCloses = (stored: Readonly<StoredCloses>): Close[] =>
  stored.map(([on, close]) => ({ day: on, close }));

const closesById = (rows: readonly { id: string; closes: StoredCloses }[]) =>
  new Map(rows.map(({ id, closes }) => [id, toCloses(closes)]));

/** What a small line shows: three months, in so many points. */
const QUARTER_MONTHS = 3;
const MOST_POINTS = 24;

/** A row of a list with the price it says, and whose price that is. */
export type PricedRow = {
  id: string;
  instrumentId?: string | null;
  price: string | null;
  asOf: Date | null;
  currency?: string | null;
};

const QUARTER = {
  nth: int.from`wanted.nth::int`,
  currency: text.orNull.from`instruments.currency`,
  closes: json<StoredCloses>(),
  price: decimal.orNull
    .from`${priceToday({ instrument: sql`wanted.id`, price: sql`wanted.price`, asOf: sql`wanted.as_of` })}`,
};
const QUARTERS = statement("instruments.quarters", QUARTER)`
  select ${QUARTER} from unnest(${array(uuid)("ids")}::uuid[], ${array(decimal.orNull)("prices")}::numeric[],
                                ${array(timestamp.orNull)("moments")}::timestamptz[]) with ordinality as wanted (id, price, as_of, nth)
    join instruments using (id) ${THEIR_CLOSES} where closes is not null`;

/**
 * The last three months of each row's instrument as if all splits had been from the beginning, by the row's id, its own price as
 * the last. In one statement, whatever the number of rows; those without an instrument or a history are not in it, and
 * neither are those whose price is in another currency than it.
 */
export async function quartersOf(
  rows: readonly PricedRow[],
  now = new Date(),
): Promise<Record<string, Close[]>> {
  const linked = rows.flatMap(({ instrumentId, ...row }) => (instrumentId ? { ...row, instrumentId } : []));
  if (linked.length === 0) return {};
  const { siteTz } = config();
  const to = dayIn(siteTz, now);
  const found = await QUARTERS.all({
    ids: linked.map(({ instrumentId }) => instrumentId),
    prices: linked.map(({ price }) => price),
    moments: linked.map(({ asOf }) => asOf),
    from: monthsBefore(to, QUARTER_MONTHS),
    to,
  });
  const quarters = found.flatMap(({ nth, currency, closes, price }) => {
    const row = linked[nth - 1];
    if (!row || (row.currency && currency && row.currency !== currency)) return [];
    const current =
      price !== null && row.asOf ? { day: dayIn(siteTz, row.asOf), close: Number(price) } : undefined;
    return [[row.id, thin(withCurrent(toCloses(closes), current), MOST_POINTS)] as const];
  });
  return Object.fromEntries(quarters);
}
