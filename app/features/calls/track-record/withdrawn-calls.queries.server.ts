import { Call } from "db/entities/call";
import { columns } from "db/entity-columns.server";
import { siteDayOf } from "db/site-day";
import { day, decimal, int, literal, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Viewer } from "~/auth/viewer.server";
import { companySymbol } from "~/features/markets/instruments/linked-company.queries.server";
import { callShares, enteredOn } from "../levels.queries.server";
import { READABLE, readableFor, type TrackRecordPosition } from "./record.queries.server";
import { resultOf } from "./record.rules";

/** Calls per page. */
const SHOWN = 25;

const WITHDRAWN = {
  ...columns(Call, "list", "symbol", "name", "direction", "recordedLater", "entryPrice"),
  companySymbol: companySymbol("withdrawn", "symbol"),
  id: uuid,
  kind: literal(["alert", "pick"]),
  madeOn: day,
  enteredOn: day,
  endedOn: day.present.from`ended_on`,
  /**
   * The last close before the withdrawal, at most a week old and since the entry; in shares of its own day.
   */
  lastClose: decimal.orNull.from`last.close`,
  lastDay: day.orNull.from`last.day`,
  shares: callShares(sql`withdrawn`, sql`last.day`),
};

/** Prices in another currency do not count for a call. */
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

/** Before the first page: no call ends on this day. */
export const WITHDRAWN_START: TrackRecordPosition = {
  day: "9999-12-31",
  id: "ffffffff-ffff-ffff-ffff-ffffffffffff",
};

/**
 * The withdrawn calls that a viewer may see, by the rule of settled calls, newest first. `result` is the
 * result at the withdrawal in per cent, null without a price.
 * @returns `next`: the call after which the next page starts
 */
export async function withdrawnCalls(viewer: Viewer, before: TrackRecordPosition = WITHDRAWN_START) {
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
