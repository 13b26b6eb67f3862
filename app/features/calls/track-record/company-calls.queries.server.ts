import { IS_PUBLISHED } from "db/published";
import { siteMidnightOf } from "db/site-day";
import { type Fragment, sql } from "db/sql";
import { config } from "~/platform/config.server";
import { isPublic } from "./public-calls.server";

/** The parameter that all queries here need, from the settings. */
export const publicBySetting = () => ({ publicDays: config().trackRecordDays ?? null });

/** The newest calls of an instrument to read. Its page and its feed show no older ones. */
const LOOKED_THROUGH = 500;

const newestCalls = <Args>(instrument: Fragment<Args>) => sql`
  (select * from calls where instrument_id = ${instrument} order by made_at desc, id desc limit ${LOOKED_THROUGH}) as ended`;

/**
 * The name in the newest public call on an instrument; null without one. A call becomes public with time, so
 * the value cannot be stored. @param instrument its id in the statement
 */
export const publicCallName = <Args>(instrument: Fragment<Args>) => sql`
  (select ended.name from ${newestCalls(instrument)} where ${isPublic(sql`ended`)}
    order by ended.made_at desc, ended.id desc limit 1)`;

/**
 * The name in the newest members' call on an instrument, even if its record is deleted: members' pages link
 * to it.
 */
export const membersCallName = <Args>(instrument: Fragment<Args>) => sql`
  (select ended.name from ${newestCalls(instrument)}
    where ended.kind <> 'brief' and not ended.mistake and ended.audience = 'members'
    order by ended.made_at desc, ended.id desc limit 1)`;

/** Only the call's own events: if the record makes a new call, that call's events are not public yet. */
const CHANGES = sql`
  (select coalesce(json_agg(json_build_object('seq', e.seq, 'at', e.at, 'kind', e.kind, 'body', e.body,
           'direction', ended.direction, 'symbol', ended.symbol) order by e.seq), '[]')
    from call_events e where e.call_id = ended.id and e.kind in ('changed', 'withdrawn', 'reopened'))`;

const END = sql`
  case when ended.state = 'closed' and ended.result is not null then
    json_build_object('id', ended.id, 'endedOn', ended.ended_on, 'reason', ended.close_reason, 'result', ended.result) end`;

/**
 * Whether a reader sees the call through its record on this instrument. Call and record keep their
 * audiences.
 */
const isReadWithRecord = <Args>(instrument: Fragment<Args>, read: Fragment<object>) => sql`(${read} and (
  exists (select from trade_alerts
           where ended.kind = 'alert' and id = ended.record_id and instrument_id = ${instrument} and ${IS_PUBLISHED} and ${read})
  or exists (select from stock_picks
              where ended.kind = 'pick' and id = ended.record_id and instrument_id = ${instrument} and ${IS_PUBLISHED} and ${read})))`;

/**
 * The public calls on an instrument as rows of its company page, newest first, at most twenty. Columns:
 * kind, id, direction, no target, end, `CallEnd`, `StoredChange`, time of the call. A call that closed
 * without a price is left out, because it is in no figure.
 * @param read which calls, alerts and picks the reader may read. Calls shown with their record are left out.
 */
export const publicCallRows = <Args>(instrument: Fragment<Args>, read: Fragment<object>) => sql`
  (select 'call', ended.id, ended.direction, null::numeric, ${siteMidnightOf(sql`ended.ended_on`)}, ${END}, ${CHANGES}, ended.made_at
    from ${newestCalls(instrument)}
   where ${isPublic(sql`ended`)} and (ended.state = 'withdrawn' or ended.result is not null) and not ${isReadWithRecord(instrument, read)}
   order by ended.made_at desc, ended.id desc limit 20)`;
