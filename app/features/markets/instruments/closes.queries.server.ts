import { array, day, json, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { dayOfMoment, monthsBefore, withCurrent } from "~/features/markets/company/company.rules";
import { type Close, thin } from "~/ui/charts/series";

const ROW = {
  id: uuid.from`instruments.id`,
  currency: text.orNull,
  closes: json<[day: string, close: number][]>(),
};

const CLOSES = statement("instruments.closes", ROW)`
  select ${ROW} from unnest(${array(uuid)("ids")}::uuid[]) as wanted (id) join instruments using (id) cross join lateral (
    select json_agg(json_build_array(day, trim_scale(round(close / factor, 8))) order by day) as closes
      from daily_prices as d cross join lateral (
        select coalesce(exp(sum(ln(ratio))), 1) as factor from splits
         where splits.instrument_id = d.instrument_id and splits.day > d.day
      ) as later
     where d.instrument_id = instruments.id and d.day between ${day("from")}::date and ${day("to")}::date
  ) as found where closes is not null`;

/** The closes of some instruments as if all splits had been from the beginning, by their ids; without any it is not in it. */
export async function closesOf(
  ids: readonly string[],
  range: { from: string; to: string },
): Promise<Map<string, Close[]>> {
  const found = await CLOSES.all({ ids: [...ids], ...range });
  return new Map(found.map(({ id, closes }) => [id, closes.map(([on, close]) => ({ day: on, close }))]));
}

const WEEK = { id: uuid.from`wanted.id`, closes: json<[day: string, close: number][]>() };
const WEEKLY = statement("instruments.weekly-closes", WEEK)`
  select ${WEEK} from unnest(${array(uuid)("ids")}::uuid[]) as wanted (id) cross join lateral (
    select json_agg(json_build_array(day, close) order by day) as closes from (
      select distinct on (date_trunc('week', d.day)) d.day, trim_scale(round(d.close / factor, 8)) as close
        from daily_prices as d cross join lateral (
          select coalesce(exp(sum(ln(ratio))), 1) as factor from splits
           where splits.instrument_id = d.instrument_id and splits.day > d.day
        ) as later
       where d.instrument_id = wanted.id and d.day >= ${day("from")}::date
       order by date_trunc('week', d.day), d.day desc
    ) as weekly
  ) as found where closes is not null`;

/** The last close of each week since a day, as if all splits had been from the beginning, by instrument. */
export async function weeklyCloses(ids: readonly string[], from: string): Promise<Map<string, Close[]>> {
  const found = await WEEKLY.all({ ids: [...new Set(ids)], from });
  return new Map(found.map(({ id, closes }) => [id, closes.map(([on, close]) => ({ day: on, close }))]));
}

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

/**
 * The last three months of each row's instrument as if all splits had been from the beginning, by the row's id, its own price as
 * the last. In one statement, whatever the number of rows; those without an instrument or a history are not in it, and
 * neither are those whose price is in another currency than it.
 */
export async function quartersOf(
  rows: readonly PricedRow[],
  now = new Date(),
): Promise<Record<string, Close[]>> {
  const ids = [...new Set(rows.flatMap(({ instrumentId }) => instrumentId ?? []))];
  if (ids.length === 0) return {};
  const to = dayOfMoment(now);
  const found = await CLOSES.all({ ids, from: monthsBefore(to, QUARTER_MONTHS), to });
  const byInstrument = new Map(found.map((instrument) => [instrument.id, instrument]));
  const quarters = rows.flatMap(({ id, instrumentId, price, asOf, currency }) => {
    const instrument = byInstrument.get(instrumentId ?? "");
    if (!instrument || (currency && instrument.currency && currency !== instrument.currency)) return [];
    const closes = instrument.closes.map(([on, close]) => ({ day: on, close }));
    const current = price !== null && asOf ? { price: Number(price), asOf } : undefined;
    return [[id, thin(withCurrent(closes, current), MOST_POINTS)] as const];
  });
  return Object.fromEntries(quarters);
}
