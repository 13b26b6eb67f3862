import { Call } from "db/entities/call";
import { columnsAs } from "db/entity-columns.server";
import { SITE_TODAY } from "db/site-day";
import { array, day, decimal, int, sql, text } from "db/sql";
import { statement } from "db/statement.server";
import type { Viewer } from "~/auth/viewer.server";
import { readableKinds, readerScope } from "~/features/calls/track-record/record.queries.server";
import { currentPriceOf, kindOf } from "~/features/markets/instruments/instruments.queries.server";
import { priceToday } from "~/features/markets/instruments/shares-between.queries.server";
import { ContentByScope } from "~/platform/shared-panel.server";
import { callIsOpen } from "./call-is-open.queries.server";
import { callLevels, callShares, enteredOn } from "./levels.queries.server";
import { drawable, gainsAndLosses, type OpenState } from "./open-calls.rules";

const OPEN = {
  ...columnsAs("c", Call, "id", "recordId", "name", "direction", "lastDay", "currency"),
  kind: kindOf(sql`c.instrument_id`),
  enteredOn: day.from`${enteredOn(sql`c`)}`,
  entryPrice: decimal.orNull.from`c.entry_price`,
  ...callLevels(sql`c`),
  price: decimal.orNull
    .from`${priceToday({ instrument: sql`c.instrument_id`, price: sql`current."price"`, asOf: sql`current."asOf"` })}`,
  shares: callShares(sql`c`, SITE_TODAY),
};

/**
 * The newest open calls that the query reads. The page shows the first ones; the list of alerts has the
 * rest.
 */
const MOST_CALLS = 50;
const SHOWN_CALLS = 8;

const NEWEST = statement("open-calls.newest", OPEN)`
  select ${OPEN} from (
    select c.* from calls c
     where ${callIsOpen(sql`c`)} and c.kind = 'alert' and not c.mistake
       and c.kind || ' ' || c.audience = any(${array(text)("kinds")}::text[])
     order by c.made_at desc, c.id desc limit ${int("limit")}) as c
    left join instruments i on i.id = c.instrument_id
    left join lateral ${currentPriceOf(sql`c.instrument_id`)} as current
      on coalesce(coalesce(current.currency, i.currency) = c.currency, true)
   order by c.made_at desc, c.id desc`;

/**
 * The number of open alerts that a viewer may read, and those with a stop and a target. Zero without access.
 * Prices in another currency do not count.
 */
export const openCalls = new ContentByScope(readerScope, readOpenCalls);

async function readOpenCalls(viewer: Viewer): Promise<OpenState> {
  const kinds = readableKinds(viewer);
  if (kinds.length === 0) return { open: 0, atLeast: false, gaining: 0, losing: 0, calls: [] };
  const found = await NEWEST.all({ kinds, limit: MOST_CALLS });
  const calls = drawable(
    found.flatMap(({ entryPrice, target, stop, price, shares, kind, currency, ...call }) => {
      if (price === null || entryPrice === null || target === null || stop === null) return [];
      const now = Number(price) * Number(shares);
      return [
        {
          ...call,
          unit: { kind, currency },
          made: Number(entryPrice),
          now,
          stop: Number(stop),
          target: Number(target),
        },
      ];
    }),
  );
  return {
    open: found.length,
    atLeast: found.length === MOST_CALLS,
    ...gainsAndLosses(calls),
    calls: calls.slice(0, SHOWN_CALLS),
  };
}
