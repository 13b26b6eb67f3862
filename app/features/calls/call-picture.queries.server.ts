import { CALL_KINDS, Call } from "db/entities/call";
import { columnsAs } from "db/entity-columns.server";
import { decimal, literal, sql, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { dayOfMoment } from "~/features/markets/company/company.rules";
import { dailyPrices, sharesSince } from "~/features/markets/instruments/instruments.queries.server";
import type { CallKind } from "./call-events.rules";
import { type CallPicture, daysOf, type PricedNow, pictureOf } from "./call-picture.rules";
import { LEVELS } from "./level-shares.server";

const PICTURED = {
  ...columnsAs("c", Call, "name", "direction", "currency", "lastDay"),
  ...LEVELS,
  ...columnsAs("c", Call, "state", "endedOn", "closePrice", "closeRatio"),
  instrumentId: uuid.present.from`c.instrument_id`,
  entryPrice: decimal.present.from`c.entry_price`,
  madeAt: timestamp.from`greatest(c.made_at, c.entry_at)`,
  shares: decimal.from`${sharesSince(sql`c.instrument_id`, sql`(greatest(c.made_at, c.entry_at) at time zone 'UTC')::date`)}`,
};

/** A price in another currency than the call's says nothing about its target, so such a call has no picture. */
const OF_RECORD = statement("calls.picture", PICTURED)`
  select ${PICTURED} from calls c join instruments i on i.id = c.instrument_id
   where c.kind = ${literal(CALL_KINDS)("kind")} and c.record_id = ${uuid("recordId")}
     and not c.mistake and c.entry_price is not null and coalesce(i.currency = c.currency, true)
   order by c.number desc limit 1`;

/**
 * What the chart of a record's call is drawn from. For readers who may read the record. Undefined where the ledger has no call of
 * it, or none with a price to measure it by.
 * @param current what its instrument costs now, as the page says it
 */
export async function callPicture(
  kind: CallKind,
  recordId: string,
  current: PricedNow | undefined,
  now = new Date(),
): Promise<CallPicture | undefined> {
  const call = await OF_RECORD.first({ kind, recordId });
  if (!call) return undefined;
  const today = dayOfMoment(now);
  const days = await dailyPrices(call.instrumentId, daysOf(call, today), { adjusted: true });
  return pictureOf(call, days, { today, current });
}
