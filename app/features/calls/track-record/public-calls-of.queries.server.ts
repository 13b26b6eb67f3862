import { CLOSE_REASONS } from "db/entities/call";
import { siteDayOf } from "db/site-day";
import { day, float, int, literal, type RowOf, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { config } from "~/platform/config.server";
import { isPublic, publicFrom } from "./public-calls.server";

/** A public call. `publicAt` is the start of the day, in the site's zone, on which it became public. */
const PUBLIC = {
  id: uuid,
  kind: literal(["alert", "pick"]),
  name: text,
  direction: literal(["buy", "sell"]),
  madeOn: day.from`${siteDayOf(sql`made_at`)}`,
  endedOn: day.present.from`ended_on`,
  reason: literal(CLOSE_REASONS).orNull.from`close_reason`,
  /** In per cent; null for a withdrawn call or one without a price. */
  result: float.orNull,
  publicAt: timestamp.from`${publicFrom(sql`newest`)}`,
};
export type PublicCall = RowOf<typeof PUBLIC>;

/** The newest calls of an instrument to read; feeds show no older ones. */
const LOOKED_THROUGH = 500;

const OF_INSTRUMENT = statement("public-calls-of.instrument", PUBLIC)`
  select ${PUBLIC} from (
    select * from calls where instrument_id = ${uuid("instrumentId")}
     order by made_at desc, id desc limit ${LOOKED_THROUGH}) as newest
   where ${isPublic(sql`newest`)} order by ended_on desc, id desc limit ${int("limit")}`;

/** The public calls on an instrument, last ended first. Empty if calls never become public. */
export async function publicCallsOf(instrumentId: string, limit: number): Promise<PublicCall[]> {
  const { trackRecordDays = null, recordPromise } = config();
  if (trackRecordDays === null && !recordPromise) return [];
  return OF_INSTRUMENT.all({ instrumentId, publicDays: trackRecordDays, limit });
}
