import { IS_PUBLISHED } from "db/published";
import { siteMidnightOf } from "db/site-day";
import { type Fragment, sql } from "db/sql";
import { config } from "~/platform/config.server";
import { isPublic } from "./public-calls.server";

/** The parameter that everything here needs, by the setting. */
export const publicBySetting = () => ({ publicDays: config().trackRecordDays ?? null });

/** So many of an instrument's calls are looked through, the newest: of older ones its page tells no more than its feed. */
const LOOKED_THROUGH = 500;

const newestCallsOf = <Args>(instrument: Fragment<Args>) => sql`
  (select * from calls where instrument_id = ${instrument} order by made_at desc, id desc limit ${LOOKED_THROUGH}) as ended`;

/**
 * What the newest public call on an instrument names it; null without one. It becomes public by time alone, so it is asked for and
 * not kept. @param instrument its id in the statement
 */
export const publicCallName = <Args>(instrument: Fragment<Args>) => sql`
  (select ended.name from ${newestCallsOf(instrument)} where ${isPublic(sql`ended`)}
    order by ended.made_at desc, ended.id desc limit 1)`;

/** What the newest call for members on an instrument names it, also where its record is gone: their pages lead to it. */
export const membersCallName = <Args>(instrument: Fragment<Args>) => sql`
  (select ended.name from ${newestCallsOf(instrument)}
    where ended.kind <> 'brief' and not ended.mistake and ended.audience = 'members'
    order by ended.made_at desc, ended.id desc limit 1)`;

/** Its own events alone: of a record that is called again, what was said with that is not public yet. */
const CHANGES = sql`
  (select coalesce(json_agg(json_build_object('seq', e.seq, 'at', e.at, 'kind', e.kind, 'body', e.body,
           'direction', ended.direction, 'symbol', ended.symbol) order by e.seq), '[]')
    from call_events e where e.call_id = ended.id and e.kind in ('changed', 'withdrawn', 'reopened'))`;

const END = sql`
  case when ended.state = 'closed' and ended.result is not null then
    json_build_object('id', ended.id, 'endedOn', ended.ended_on, 'reason', ended.close_reason, 'result', ended.result) end`;

/** Whether a reader has a call with its record, which is on this instrument: both keep whom they are for. */
const isRead = <Args>(instrument: Fragment<Args>, read: Fragment<object>) => sql`(${read} and (
  exists (select from trade_alerts
           where ended.kind = 'alert' and id = ended.record_id and instrument_id = ${instrument} and ${IS_PUBLISHED} and ${read})
  or exists (select from stock_picks
              where ended.kind = 'pick' and id = ended.record_id and instrument_id = ${instrument} and ${IS_PUBLISHED} and ${read})))`;

/**
 * The public calls on an instrument as rows of what there is on a company: kind, id, direction, no target, when it ended, how
 * (`CallEnd`), changes (`StoredChange`), when it was made. The newest first, twenty at most.
 * One that ended at no price is told of on its own page alone, as it is in no figure.
 * @param read of calls, alerts and picks, which of them their reader has: what is told with its record is not told a second time
 */
export const publicCallRows = <Args>(instrument: Fragment<Args>, read: Fragment<object>) => sql`
  (select 'call', ended.id, ended.direction, null::numeric, ${siteMidnightOf(sql`ended.ended_on`)}, ${END}, ${CHANGES}, ended.made_at
    from ${newestCallsOf(instrument)}
   where ${isPublic(sql`ended`)} and (ended.state = 'withdrawn' or ended.result is not null) and not ${isRead(instrument, read)}
   order by ended.made_at desc, ended.id desc limit 20)`;
