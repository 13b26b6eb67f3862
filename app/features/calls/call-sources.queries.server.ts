import type { CallKind } from "db/entities/call";
import type { EntityManager } from "db/orm.server";
import { IS_OUT } from "db/published";
import { siteDayOf } from "db/site-day";
import {
  array,
  day,
  decimal,
  type Fragment,
  int,
  literal,
  type RowOf,
  type Shape,
  sql,
  text,
  timestamp,
  uuid,
} from "db/sql";
import { statement } from "db/statement.server";

/**
 * A published record that makes a call. Drafts, scheduled records and briefs without a buy zone make none.
 */
const SOURCE = {
  recordId: uuid,
  symbol: text,
  name: text,
  direction: literal(["buy", "sell"]),
  list: text.orNull,
  author: text.orNull,
  audience: literal(["members", "private"]),
  createdAt: timestamp,
  currency: text.orNull,
  instrumentId: uuid.orNull,
  /** The record's own price and its time. */
  price: decimal.orNull,
  pricedAt: timestamp.orNull,
  target: decimal.orNull,
  stop: decimal.orNull,
  zoneLow: decimal.orNull,
  zoneHigh: decimal.orNull,
  /** The end of the record's own period and its last day. Other kinds get theirs from the call rules. */
  endsAt: timestamp.orNull,
  lastDay: day.orNull,
};
export type CallSource = RowOf<typeof SOURCE>;

/** The record's own currency, or its instrument's. */
const currencyColumn = (own: Fragment<object>) => sql`
  coalesce(${own}, (select i.currency from instruments i where i.id = instrument_id)) as currency`;

const ALERTS = sql`
  select id as "recordId", upper(btrim(ticker)) as symbol, name, tag as direction, null::text as list, author,
         audience, created_at as "createdAt", ${currencyColumn(sql`currency`)}, instrument_id as "instrumentId", current_price as price,
         priced_at as "pricedAt", target_price as target, stop_loss as stop, null::numeric as "zoneLow",
         null::numeric as "zoneHigh", ends_at as "endsAt", ${siteDayOf(sql`ends_at`)} as "lastDay", publish_at
    from trade_alerts where status = 'published'`;

const PICKS = sql`
  select id as "recordId", upper(btrim(ticker)) as symbol, name, 'buy'::text as direction, category as list, author,
         audience, created_at as "createdAt", ${currencyColumn(sql`currency`)}, instrument_id as "instrumentId", current_price as price,
         priced_at as "pricedAt", current_year_target as target, null::numeric as stop, null::numeric as "zoneLow",
         null::numeric as "zoneHigh", null::timestamptz as "endsAt", null::date as "lastDay",
         null::timestamptz as publish_at
    from stock_picks where status = 'published'`;

const BRIEFS = sql`
  select id as "recordId", upper(btrim(ticker)) as symbol, company_name as name, 'buy'::text as direction, null::text as list,
         author, audience, created_at as "createdAt", ${currencyColumn(sql`null::text`)}, instrument_id as "instrumentId", null::numeric as price,
         null::timestamptz as "pricedAt", null::numeric as target, null::numeric as stop, buy_zone_min as "zoneLow",
         buy_zone_max as "zoneHigh", null::timestamptz as "endsAt", null::date as "lastDay",
         publish_at
    from daily_briefs
   where status = 'published' and (buy_zone_min is not null or buy_zone_max is not null)`;

/** @param shape the columns that are never null in these records */
const declareSources = <const Row extends Shape>(kind: CallKind, records: Fragment<object>, shape: Row) => ({
  byIds: statement(`call-sources.${kind}s`, shape)`
    select ${SOURCE} from (${records}) as record where "recordId" = any(${array(uuid)("ids")}::uuid[]) and ${IS_OUT}`,
  /**
   * Starts at the last call that was opened this way and skips records that have a call. A record with a
   * publication time is not older than the ledger: its call opens at that time.
   */
  unrecorded: statement(`call-sources.${kind}s-unrecorded`, shape)`
    with since as (
      select made_at, record_id from calls where recorded_later and kind = ${literal(["alert", "pick", "brief"])("kind")}
       order by made_at desc, record_id desc limit 1)
    select ${SOURCE} from (${records}) as record
     where ("createdAt", "recordId") >= (coalesce((select made_at from since), '-infinity'),
                                         coalesce((select record_id from since), '00000000-0000-0000-0000-000000000000'))
       and publish_at is null and not exists (select from calls where calls.kind = ${literal(["alert", "pick", "brief"])("kind")} and record_id = "recordId")
     order by "createdAt", "recordId" limit ${int("limit")}`,
});

const SOURCES = {
  alert: declareSources("alert", ALERTS, { ...SOURCE, target: decimal }),
  pick: declareSources("pick", PICKS, { ...SOURCE, list: text }),
  brief: declareSources("brief", BRIEFS, SOURCE),
} as const;

/** The given records that make a call now, as the transaction sees them. */
export const callSources = (
  kind: CallKind,
  ids: readonly string[],
  within: EntityManager,
): Promise<CallSource[]> => SOURCES[kind].byIds.all({ ids: [...ids] }, within);

/** Records that are older than the ledger and have no call yet, oldest first. */
export const unrecordedSources = (
  kind: CallKind,
  limit: number,
  within: EntityManager,
): Promise<CallSource[]> => SOURCES[kind].unrecorded.all({ kind, limit }, within);
