import { CLOSE_REASONS } from "db/entities/call";
import { siteDayOf } from "db/site-day";
import { day, float, int, literal, type RowOf, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { config } from "~/platform/config.server";
import { isPublic, publicFrom } from "./public-calls.server";

/** A call that everybody may know of; `publicAt` is the beginning of the day at the site on which it became public. */
const PUBLIC = {
  id: uuid,
  kind: literal(["alert", "pick"]),
  name: text,
  direction: literal(["buy", "sell"]),
  madeOn: day.from`${siteDayOf(sql`made_at`)}`,
  endedOn: day.present.from`ended_on`,
  reason: literal(CLOSE_REASONS).orNull.from`close_reason`,
  /** In per cent; null for what was withdrawn or never had a price. */
  result: float.orNull,
  publicAt: timestamp.from`${publicFrom(sql`newest`)}`,
};
export type PublicCall = RowOf<typeof PUBLIC>;

/** So many of an instrument's calls are looked through, the newest: of older ones no feed tells. */
const LOOKED_THROUGH = 500;

const OF_INSTRUMENT = statement("public-calls-of.instrument", PUBLIC)`
  select ${PUBLIC} from (
    select * from calls where instrument_id = ${uuid("instrumentId")}
     order by made_at desc, id desc limit ${LOOKED_THROUGH}) as newest
   where ${isPublic(sql`newest`)} order by ended_on desc, id desc limit ${int("limit")}`;

/** The calls on an instrument that are public, those that ended last first; none where calls never become public. */
export async function publicCallsOf(instrumentId: string, limit: number): Promise<PublicCall[]> {
  const { trackRecordDays = null, recordPromise } = config();
  if (trackRecordDays === null && !recordPromise) return [];
  return OF_INSTRUMENT.all({ instrumentId, publicDays: trackRecordDays, limit });
}
