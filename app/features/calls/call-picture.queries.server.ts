import { AUDIENCES } from "db/columns";
import { CALL_KINDS, Call } from "db/entities/call";
import { columnsAs } from "db/entity-columns.server";
import { SITE_TODAY } from "db/site-day";
import { array, day, decimal, literal, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { type Access, canReadInFull } from "~/access/access.server";
import { dailyPrices, kindOf } from "~/features/markets/instruments/instruments.queries.server";
import { priceToday } from "~/features/markets/instruments/shares-between.queries.server";
import { runningDay } from "~/features/markets/running-day.rules";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import type { CallKind } from "./call-events.rules";
import { type CallPicture, chartDays, toCallPicture } from "./call-picture.rules";
import { callLevels, callShares, enteredOn } from "./levels.queries.server";

const PICTURED = {
  ...columnsAs("c", Call, "name", "direction", "currency", "lastDay"),
  ...callLevels(sql`c`),
  ...columnsAs("c", Call, "state", "endedOn", "closePrice", "closeRatio"),
  instrumentId: uuid.present.from`c.instrument_id`,
  kind: kindOf(sql`c.instrument_id`),
  entryPrice: decimal.present.from`c.entry_price`,
  madeAt: timestamp.from`greatest(c.made_at, c.entry_at)`,
  madeOn: day.from`${enteredOn(sql`c`)}`,
  shares: callShares(sql`c`, SITE_TODAY),
  price: decimal.orNull
    .from`${priceToday({ instrument: sql`c.instrument_id`, price: sql`known.price`, asOf: sql`known.as_of` })}`,
};

/**
 * A call has no chart if its instrument has another currency: the price cannot be compared with the target.
 */
const OF_RECORD = statement("calls.picture", PICTURED)`
  select ${PICTURED} from (
    select c.* from calls c join instruments i on i.id = c.instrument_id
     where c.kind = ${literal(CALL_KINDS)("kind")} and c.record_id = ${uuid("recordId")}
       and not c.mistake and c.entry_price is not null and coalesce(i.currency = c.currency, true)
     order by c.number desc limit 1) as c
   cross join (select ${decimal.orNull("price")}::numeric, ${timestamp.orNull("asOf")}::timestamptz) as known (price, as_of)
   where c.audience = any(${array(text)("audiences")}::text[])`;

/**
 * The chart data of a record's newest call, for readers with access to the record. Undefined if the ledger
 * has no call for it, if the call has no price, or if it closed for a smaller audience than the reader's.
 * @param access the reader's access to records of this kind
 * @param current the instrument's price as the page shows it
 */
export async function callPicture(
  { kind, recordId, access }: { kind: CallKind; recordId: string; access: Access },
  current: { price: string; asOf: Date } | undefined,
  now = new Date(),
): Promise<CallPicture | undefined> {
  const audiences = AUDIENCES.filter((audience) => canReadInFull(access, audience));
  const { price = null, asOf = null } = current ?? {};
  const call = await OF_RECORD.first({ kind, recordId, audiences, price, asOf });
  if (!call) return undefined;
  const { siteTz } = config();
  const today = dayIn(siteTz, now);
  const last =
    call.price !== null && asOf ? { day: dayIn(siteTz, asOf), close: Number(call.price) } : undefined;
  const days = await dailyPrices(call.instrumentId, chartDays(call, today), { adjusted: true });
  return toCallPicture(call, days, { today, running: runningDay(now, siteTz), current: last });
}
