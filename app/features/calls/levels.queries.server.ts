import { siteDayOf } from "db/site-day";
import { type Column, decimal, type Fragment, raw, sql } from "db/sql";
import { sharesBetween } from "~/features/markets/instruments/shares-between.queries.server";

/**
 * Converts levels between the shares of different days. Targets, stops and zones are in shares of the day on
 * which they were set. A later split changes them; a level set after the split is in the new shares.
 * `findSettlement` uses the same rule.
 */
export type Level = "target" | "stop" | "zoneLow" | "zoneHigh";

type Row = Fragment<object>;

/**
 * The entry day of a call, as `measurementDay` returns it: the first price is in shares of this day. A later
 * first close belongs to the day that ends at its time in UTC. @param call the alias of `calls`
 */
export const enteredOn = (call: Row) => sql`
  greatest(${siteDayOf(sql`${call}.made_at`)},
           case when ${call}.entry_at > ${call}.made_at then (${call}.entry_at at time zone 'UTC')::date end)`;

/**
 * The day on which a call's level was last set: its last change, or the day of the call, even if the entry
 * price came later. `levelOrigin` of the settlement is the same.
 */
const levelSetOn = (call: Row, level: Level) => sql`coalesce(
  (select ${siteDayOf(sql`max(e.at)`)} from call_events e
    where e.call_id = ${call}.id and e.kind = 'changed'
      and e.body::jsonb #> array['changes', '${raw(level)}'] is not null), ${siteDayOf(sql`${call}.made_at`)})`;

/**
 * Whether a level is in the same shares as the entry: set on the call's day, before the ledger recorded a
 * different basis. `termHistory` of the settlement is the same.
 */
const hasEntryShares = (call: Row, level: Level) => sql`
  not exists (
    select from call_events e
     where e.call_id = ${call}.id and e.kind = 'changed' and e.body::jsonb #> array['changes', '${raw(level)}'] is not null
       and (${siteDayOf(sql`e.at`)} > ${siteDayOf(sql`${call}.made_at`)}
         or e.seq > (select min(s.seq) from call_events s where s.call_id = ${call}.id and s.body::jsonb -> 'shares' is not null)))`;

/** Shares of the day on which a level was set per share that the level counts. */
const levelShares = (call: Row, level: Level) => sql`
  case when ${call}.entry_shares = 1 then 1 when ${hasEntryShares(call, level)} then ${call}.entry_shares else 1 end`;

/** A level converted from the shares of one day to those of another, earlier or later. */
const levelOn = (day: Row, { instrument, level, setOn }: { instrument: Row; level: Row; setOn: Row }) => sql`
  price_after(${level} * ${sharesBetween(instrument, day, setOn)}, ${sharesBetween(instrument, setOn, day)})`;

/** A call's target and stop in the shares of its entry, as columns. */
export function callLevels(call: Row) {
  const level = (term: "target" | "stop") =>
    decimal.orNull.from`${levelOn(enteredOn(call), {
      instrument: sql`${call}.instrument_id`,
      level: sql`${call}.${raw(term)} * ${call}.entry_shares / ${levelShares(call, term)}`,
      setOn: levelSetOn(call, term),
    })}`;
  return { target: level("target"), stop: level("stop") };
}

/** Shares of a later day per share of the call's entry, as a column. */
export const callShares = (call: Row, on: Row): Column<string, object> =>
  decimal.from`trim_scale(round(${sharesBetween(sql`${call}.instrument_id`, enteredOn(call), on)} * ${call}.entry_shares, 8))`;

/** Tables with levels, and the kinds of their calls. */
const KINDS = { trade_alerts: "alert", stock_picks: "pick", daily_briefs: "brief" } as const;

type Levelled = keyof typeof KINDS;

/** A value of a record's newest call. */
const newestCallColumn = (table: Levelled, value: Row) => sql`
  (select ${value} from calls c
    where c.kind = '${raw(KINDS[table])}' and c.record_id = ${raw(table)}.id and not c.mistake
    order by c.number desc limit 1)`;

/** The day on which a record's level was set. Without a call, the record's own day. */
const recordLevelSetOn = (table: Levelled, level: Level) => sql`coalesce(
  ${newestCallColumn(table, levelSetOn(sql`c`, level))}, ${siteDayOf(sql`${raw(table)}.created_at`)})`;

/** Shares of that day per share of the level; 1 if the record got the level later. */
const recordShares = (table: Levelled, level: Level, since?: Row) => {
  const shares = sql`coalesce(${newestCallColumn(table, levelShares(sql`c`, level))}, 1)`;
  return since
    ? sql`case when ${since} > ${recordLevelSetOn(table, level)} then 1 else ${shares} end`
    : shares;
};

type RecordLevel = {
  /** The column of the level. */
  column: string;
  level: Level;
  /** The day of the price next to which the level is shown. */
  on: Row;
  /** A later day on which the record got levels in that day's shares. */
  since?: Row;
};

/**
 * A record's level in shares of the day of the price next to it, as SQL. Without splits, or without a price,
 * the level is unchanged.
 */
export const recordLevel = (table: Levelled, { column, level, on, since }: RecordLevel): Row => {
  const own = raw(table);
  const setOn = recordLevelSetOn(table, level);
  const from = since ? sql`greatest(${setOn}, ${since})` : setOn;
  const instrument = sql`${own}.instrument_id`;
  const figure = sql`${own}.${raw(column)} / ${recordShares(table, level, since)}`;
  return sql`case when exists (select from splits s where s.instrument_id = ${own}.instrument_id)
    then ${levelOn(on, { instrument, level: figure, setOn: from })}
    else ${own}.${raw(column)} end`;
};
