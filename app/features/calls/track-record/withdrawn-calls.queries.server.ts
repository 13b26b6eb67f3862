import { Call } from "db/entities/call";
import { columns } from "db/entity-columns.server";
import { siteDayOf } from "db/site-day";
import { day, decimal, int, literal, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Viewer } from "~/auth/viewer.server";
import { companySymbol } from "~/features/markets/instruments/named-by.queries.server";
import { callShares, enteredOn } from "../levels.queries.server";
import { READABLE, type RecordPosition, readableFor } from "./record.queries.server";
import { resultOf } from "./record.rules";

/** Of a page. */
const SHOWN = 25;

const WITHDRAWN = {
  ...columns(Call, "list", "symbol", "name", "direction", "recordedLater", "entryPrice"),
  companySymbol: companySymbol("withdrawn", "symbol"),
  id: uuid,
  kind: literal(["alert", "pick"]),
  madeOn: day,
  enteredOn: day,
  endedOn: day.present.from`ended_on`,
  /** The last close until it was withdrawn, of a week at most and since its entry; of shares of its own day. */
  lastClose: decimal.orNull.from`last.close`,
  lastDay: day.orNull.from`last.day`,
  shares: callShares(sql`withdrawn`, sql`last.day`),
};

/** Prices in another currency are none of a call's. */
const PAGE = statement("withdrawn-calls.page", WITHDRAWN)`
  select ${WITHDRAWN} from (
    select c.*, ${siteDayOf(sql`c.made_at`)} as "madeOn", ${enteredOn(sql`c`)} as "enteredOn"
      from calls c
     where state = 'withdrawn' and kind <> 'brief' and not mistake
       and (ended_on, id) < (${day("beforeDay")}::date, ${uuid("beforeId")}::uuid) and ${READABLE}
     order by ended_on desc, id desc limit ${int("limit")}) as withdrawn
    left join lateral (
      select close, p.day from daily_prices p
       where p.instrument_id = withdrawn.instrument_id and p.day between greatest("enteredOn", ended_on - 6) and ended_on
         and not exists (select from instruments i where i.id = p.instrument_id and i.currency <> withdrawn.currency)
       order by p.day desc limit 1) as last on true
   order by ended_on desc, withdrawn.id desc`;

/** Before the first page: a day that no call ends on. */
export const WITHDRAWN_START: RecordPosition = {
  day: "9999-12-31",
  id: "ffffffff-ffff-ffff-ffff-ffffffffffff",
};

/**
 * The calls that were withdrawn and that a viewer may know of, by the rule of settled ones; the last one first. What each stood at by
 * then, in per cent, is null where no price tells it.
 * @returns `next`: behind which one the next page begins
 */
export async function withdrawnCalls(viewer: Viewer, before: RecordPosition = WITHDRAWN_START) {
  const found = await PAGE.all({
    ...readableFor(viewer),
    beforeDay: before.day,
    beforeId: before.id,
    limit: SHOWN + 1,
  });
  const calls = found.slice(0, SHOWN).map(({ entryPrice, lastClose, lastDay, shares, ...call }) => ({
    ...call,
    result:
      lastClose === null || entryPrice === null || Number(entryPrice) <= 0
        ? null
        : resultOf({ ...call, entryPrice, closePrice: lastClose, closeRatio: shares ?? "1", ...NO_INDEX }),
  }));
  const last = found.length > SHOWN ? calls.at(-1) : undefined;
  return { calls, next: last && { day: last.endedOn, id: last.id } };
}

const NO_INDEX = { indexFrom: null, indexTo: null };

export type WithdrawnCall = Awaited<ReturnType<typeof withdrawnCalls>>["calls"][number];
