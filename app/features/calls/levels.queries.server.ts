import { siteDayOf } from "db/site-day";
import { type Column, decimal, type Fragment, raw, sql } from "db/sql";
import { sharesBetween } from "~/features/markets/instruments/shares-between.queries.server";

/**
 * The one place that compares what was said on one day with the price of another. A target, a stop and a zone are prices of
 * the shares of the day on which they were said: a split afterwards makes them others, and one that is changed after a split
 * is one of the new shares. `settlementOf` judges by the same.
 */
export type Level = "target" | "stop" | "zoneLow" | "zoneHigh";

type Row = Fragment<object>;

/**
 * The day from which a call is measured and in whose shares its first price is, as `measuredFrom` has it. A close that came
 * afterwards is of the day at whose end in UTC the ledger says it was. @param call what a row of `calls` goes by
 */
export const enteredOn = (call: Row) => sql`
  greatest(${siteDayOf(sql`${call}.made_at`)},
           case when ${call}.entry_at > ${call}.made_at then (${call}.entry_at at time zone 'UTC')::date end)`;

/**
 * The day on which a call's level was said last: when the call was changed in it, else when it was made, also where its entry became
 * known afterwards. `saidOn` of the settlement is the same.
 */
const saidOn = (call: Row, level: Level) => sql`coalesce(
  (select ${siteDayOf(sql`max(e.at)`)} from call_events e
    where e.call_id = ${call}.id and e.kind = 'changed'
      and e.body::jsonb #> array['changes', '${raw(level)}'] is not null), ${siteDayOf(sql`${call}.made_at`)})`;

/**
 * Whether a call's level is of the shares that its entry is of: it was said on the day it was made, before the ledger said that these
 * are others. `termsOver` of the settlement is the same.
 */
const isOfEntry = (call: Row, level: Level) => sql`
  not exists (
    select from call_events e
     where e.call_id = ${call}.id and e.kind = 'changed' and e.body::jsonb #> array['changes', '${raw(level)}'] is not null
       and (${siteDayOf(sql`e.at`)} > ${siteDayOf(sql`${call}.made_at`)}
         or e.seq > (select min(s.seq) from call_events s where s.call_id = ${call}.id and s.body::jsonb -> 'shares' is not null)))`;

/** How many shares of the day on which a level was said one is that it is of. */
const levelShares = (call: Row, level: Level) => sql`
  case when ${call}.entry_shares = 1 then 1 when ${isOfEntry(call, level)} then ${call}.entry_shares else 1 end`;

/** A level of one day's shares in those of another day, whichever of the two is the later one. */
const levelOn = (day: Row, { instrument, level, said }: { instrument: Row; level: Row; said: Row }) => sql`
  price_after(${level} * ${sharesBetween(instrument, day, said)}, ${sharesBetween(instrument, said, day)})`;

/** A call's target and stop in the shares that its entry is of, whatever they were said in: as columns. */
export function callLevels(call: Row) {
  const level = (term: "target" | "stop") =>
    decimal.orNull.from`${levelOn(enteredOn(call), {
      instrument: sql`${call}.instrument_id`,
      level: sql`${call}.${raw(term)} * ${call}.entry_shares / ${levelShares(call, term)}`,
      said: saidOn(call, term),
    })}`;
  return { target: level("target"), stop: level("stop") };
}

/** How many shares of a later day one that a call's entry is of has become: as a column. */
export const callShares = (call: Row, on: Row): Column<string, object> =>
  decimal.from`trim_scale(round(${sharesBetween(sql`${call}.instrument_id`, enteredOn(call), on)} * ${call}.entry_shares, 8))`;

/** Records that say levels, and what their calls are called. */
const KINDS = { trade_alerts: "alert", stock_picks: "pick", daily_briefs: "brief" } as const;

type Levelled = keyof typeof KINDS;

/** What is said of a record's newest call. */
const ofNewestCall = (table: Levelled, said: Row) => sql`
  (select ${said} from calls c
    where c.kind = '${raw(KINDS[table])}' and c.record_id = ${raw(table)}.id and not c.mistake
    order by c.number desc limit 1)`;

/** The day on which a record said a level; of one without a call its own. */
const recordSaidOn = (table: Levelled, level: Level) => sql`coalesce(
  ${ofNewestCall(table, saidOn(sql`c`, level))}, ${siteDayOf(sql`${raw(table)}.created_at`)})`;

/** How many shares of that day one is that the level is of; one where the record was given it later. */
const recordShares = (table: Levelled, level: Level, since?: Row) => {
  const shares = sql`coalesce(${ofNewestCall(table, levelShares(sql`c`, level))}, 1)`;
  return since ? sql`case when ${since} > ${recordSaidOn(table, level)} then 1 else ${shares} end` : shares;
};

type RecordLevel = {
  /** The column that holds it. */
  column: string;
  level: Level;
  /** The day of the price that it stands beside. */
  on: Row;
  /** A day on which the record was given figures of that day's shares, where it is later than what was said. */
  since?: Row;
};

/**
 * What a record says as a level in shares of the day of a price that it stands beside: SQL of its column. Of a company
 * without splits it is the figure as it was written. Without a price there is no day, and it is that, too.
 */
export const recordLevel = (table: Levelled, { column, level, on, since }: RecordLevel): Row => {
  const own = raw(table);
  const said = recordSaidOn(table, level);
  const from = since ? sql`greatest(${said}, ${since})` : said;
  const instrument = sql`${own}.instrument_id`;
  const figure = sql`${own}.${raw(column)} / ${recordShares(table, level, since)}`;
  return sql`case when exists (select from splits s where s.instrument_id = ${own}.instrument_id)
    then ${levelOn(on, { instrument, level: figure, said: from })}
    else ${own}.${raw(column)} end`;
};
