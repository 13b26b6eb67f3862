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

/** Joined to `wanted`, instruments by id: `closes` holds the split-adjusted closes of a range. */
const THEIR_CLOSES = sql`cross join lateral (
    select json_agg(json_build_array(day, price_after(close, factor)) order by day) as closes
      from daily_prices as d cross join lateral ${SINCE} as later
     where d.instrument_id = wanted.id and d.day between ${day("from")}::date and ${day("to")}::date
  ) as found`;

const ROW = { id: uuid.from`wanted.id`, closes: json<StoredCloses>() };

const CLOSES = statement("instruments.closes", ROW)`
  select ${ROW} from unnest(${array(uuid)("ids")}::uuid[]) as wanted (id) ${THEIR_CLOSES} where closes is not null`;

/** Split-adjusted closes by instrument; an instrument without closes has no entry. */
export async function loadCloses(
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

/** The last split-adjusted close of each week since a day, by instrument. */
export async function weeklyCloses(ids: readonly string[], from: string): Promise<Map<string, Close[]>> {
  const found = await WEEKLY.all({ ids: [...new Set(ids)], from });
  return closesById(found);
}

const toCloses = (stored: Readonly<StoredCloses>): Close[] =>
  stored.map(([on, close]) => ({ day: on, close }));

const closesById = (rows: readonly { id: string; closes: StoredCloses }[]) =>
  new Map(rows.map(({ id, closes }) => [id, toCloses(closes)]));

/** A small line shows three months in at most this many points. */
const QUARTER_MONTHS = 3;
const MOST_POINTS = 24;

/** A row of a list with its price and its instrument. */
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
 * Three months of split-adjusted closes by row id, ending with the row's own price. Loads all rows in one
 * statement. Rows without an instrument, without a history, or priced in another currency have no entry.
 */
export async function loadQuarters(
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
