import { Call } from "db/entities/call";
import { columnsAs } from "db/entity-columns.server";
import { array, day, decimal, int, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Viewer } from "~/features/auth/viewer.server";
import { currentPrices, sharesSince } from "~/features/markets/instruments/instruments.queries.server";
import { config } from "~/platform/config.server";
import { byNearness, type OpenState } from "./open-calls.rules";
import { readableKinds } from "./record.queries.server";

const OPEN = {
  ...columnsAs("c", Call, "id", "recordId", "name", "direction", "currency", "lastDay"),
  madeOn: day.from`(c.made_at at time zone ${text("zone", "UTC")})::date`,
  instrumentId: uuid.present.from`c.instrument_id`,
  entryPrice: decimal.present.from`c.entry_price`,
  target: decimal.present.from`c.target`,
  stop: decimal.present.from`c.stop`,
  shares: decimal.from`${sharesSince(sql`c.instrument_id`, sql`(greatest(c.made_at, c.entry_at) at time zone 'UTC')::date`)}`,
};

/** So many are looked through, the newest; those of them that are nearest to an end are shown, the others on the list of alerts. */
const MOST_CALLS = 50;
const SHOWN_CALLS = 8;

const NEWEST = statement("open-calls.newest", OPEN)`
  select ${OPEN} from calls c
   where c.state = 'open' and c.kind = 'alert' and not c.mistake and c.instrument_id is not null
     and c.entry_price is not null and c.target is not null and c.stop is not null
     and c.kind || ' ' || c.audience = any(${array(text)("kinds")}::text[])
   order by c.made_at desc, c.id desc limit ${int("limit")}`;

/**
 * The open alerts that a viewer may read, between their two ends; of who may read none there are none. A price in another currency
 * than the call's says nothing about its ends.
 */
export async function openCalls(viewer: Viewer): Promise<OpenState> {
  const kinds = readableKinds(viewer);
  if (kinds.length === 0) return { open: 0, atLeast: false, calls: [] };
  const found = await NEWEST.all({ kinds, zone: config().siteTz, limit: MOST_CALLS });
  const prices = await currentPrices(found.map(({ instrumentId }) => instrumentId));
  const calls = byNearness(
    found.flatMap(({ instrumentId, entryPrice, target, stop, shares, currency, ...call }) => {
      const current = prices.get(instrumentId);
      if (!current || (current.currency && currency && current.currency !== currency)) return [];
      const now = Number(current.price) * Number(shares);
      return [{ ...call, made: Number(entryPrice), now, stop: Number(stop), target: Number(target) }];
    }),
  );
  return { open: found.length, atLeast: found.length === MOST_CALLS, calls: calls.slice(0, SHOWN_CALLS) };
}
