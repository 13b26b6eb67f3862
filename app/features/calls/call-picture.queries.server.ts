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
import { type CallPicture, daysOf, pictureOf } from "./call-picture.rules";
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

/** A price in another currency than the call's says nothing about its target, so such a call has no picture. */
const OF_RECORD = statement("calls.picture", PICTURED)`
  select ${PICTURED} from (
    select c.* from calls c join instruments i on i.id = c.instrument_id
     where c.kind = ${literal(CALL_KINDS)("kind")} and c.record_id = ${uuid("recordId")}
       and not c.mistake and c.entry_price is not null and coalesce(i.currency = c.currency, true)
     order by c.number desc limit 1) as c
   cross join (select ${decimal.orNull("price")}::numeric, ${timestamp.orNull("asOf")}::timestamptz) as known (price, as_of)
   where c.audience = any(${array(text)("audiences")}::text[])`;

/**
 * What the chart of a record's call is drawn from. For readers who may read the record. Undefined where the ledger has no call of
 * it, or none with a price to measure it by, and of one that was closed for others before the record was opened to them.
 * @param access to records of that kind. @param current what its instrument costs now, as the page says it
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
  const days = await dailyPrices(call.instrumentId, daysOf(call, today), { adjusted: true });
  return pictureOf(call, days, { today, running: runningDay(now, siteTz), current: last });
}
