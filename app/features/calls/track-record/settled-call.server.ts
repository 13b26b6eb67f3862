import { sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Viewer } from "~/auth/viewer.server";
import { splitsOfCall } from "~/features/calls/settlement/call-splits.queries.server";
import { eventsOfCall } from "~/features/calls/settlement/close-call.server";
import { dailyPrices, kindOf } from "~/features/markets/instruments/instruments.queries.server";
import { companySymbol } from "~/features/markets/instruments/named-by.queries.server";
import { config } from "~/platform/config.server";
import { dayNumber, dayOf } from "~/ui/charts/calendar";
import { dayIn } from "~/ui/dates";
import type { PriceUnit } from "~/ui/price-format";
import { settledChart } from "../call-chart.rules";
import { type CallState, measuredFrom } from "../call-events.rules";
import { callLevels } from "../levels.queries.server";
import { type Benchmark, benchmark } from "./benchmark.queries.server";
import { endedCall } from "./record.queries.server";
import { indexOver, resultOf } from "./record.rules";
import { comparisonInWords, verdictOf } from "./record-words.rules";

/** Days before a call's entry that its drawing begins with: some twenty sessions. */
const DAYS_BEFORE = 30;

/** Prices in another currency are none of a call's. */
const PRICED_AS = sql`(
  select i.id from instruments i where i.id = c.instrument_id and coalesce(i.currency = c.currency, true))`;

const DRAWN = {
  instrumentId: uuid.orNull.from`${PRICED_AS}`,
  companySymbol: companySymbol("c", "symbol"),
  kind: kindOf(sql`c.instrument_id`),
  ...callLevels(sql`c`),
};
const DRAWN_OF = statement(
  "settled-call.drawn",
  DRAWN,
)`select ${DRAWN} from calls c where c.id = ${uuid("id")}`;

/**
 * A call that ended as its page tells it, to a viewer who may know of it. Its target and stop are of shares of the day it was
 * made, as its drawing is. @param id a UUID
 */
export async function settledCall(viewer: Viewer, id: string) {
  const call = await endedCall(viewer, id);
  if (!call) return undefined;
  const [events, drawn] = await Promise.all([eventsOfCall(id), DRAWN_OF.first({ id })]);
  const { instrumentId = null, kind = null, target = null, stop = null } = drawn ?? {};
  const levelled = { ...call, target, stop };
  const { siteTz } = config();
  const days = { madeOn: dayIn(siteTz, call.madeAt), enteredOn: measuredFrom(call, siteTz) };
  return {
    call: levelled,
    companySymbol: drawn?.companySymbol ?? call.symbol,
    ...days,
    events,
    settled: await outcomeOf(levelled, days, { instrumentId, kind }),
  };
}

/** How a call went; undefined for one that was withdrawn, or never had a price. */
async function outcomeOf(
  call: CallState,
  { enteredOn }: { enteredOn: string },
  { instrumentId, kind }: { instrumentId: string | null; kind: PriceUnit["kind"] },
) {
  const { id, direction, entryPrice, closePrice, closeRatio, endedOn } = call;
  if (entryPrice === null || closePrice === null || closeRatio === null || endedOn === null) return undefined;
  // Of nought or less there is no per cent; calls are not made at such a price any more.
  if (Number(entryPrice) <= 0) return undefined;
  const index = await benchmark();
  const [prices, splits, points] = await Promise.all([
    pricesOf(instrumentId, enteredOn, endedOn),
    splitsOfCall(id),
    indexPoints(index, enteredOn, endedOn),
  ]);
  const closed = { direction, enteredOn, endedOn, entryPrice, closePrice, closeRatio };
  const result = resultOf({ ...closed, indexFrom: null, indexTo: null });
  const [indexFrom = null, indexTo = null] = [lastUntil(points, enteredOn), lastUntil(points, endedOn)];
  const over = indexOver({ ...closed, indexFrom, indexTo });
  const verdict = verdictOf(call, enteredOn, result);
  return {
    verdict,
    result,
    over,
    comparison: comparisonInWords(result > 0, over, index.name),
    index: index.name,
    chart: settledChart(call, {
      unit: { kind, currency: call.currency },
      enteredOn,
      entryShares: Number(call.entryShares),
      prices,
      splits,
      index: {
        name: index.name,
        points: points.map(({ day, close }) => ({ day, close: Number(close) })),
      },
    }),
  };
}

const pricesOf = async (instrumentId: string | null, enteredOn: string, endedOn: string) =>
  instrumentId === null
    ? []
    : dailyPrices(instrumentId, { from: daysBefore(enteredOn, DAYS_BEFORE), to: endedOn });

/** The record's comparison looks back a week at most for a close. */
const WEEK = 6;

const indexPoints = async ({ id }: Benchmark, enteredOn: string, endedOn: string) =>
  id === null ? [] : dailyPrices(id, { from: daysBefore(enteredOn, WEEK), to: endedOn });

const daysBefore = (from: string, days: number): string => dayOf(dayNumber(from) - days);

/** The last close until a day, of a week at most; as the record's figures take it. */
function lastUntil(points: readonly { day: string; close: string }[], until: string): string | undefined {
  const from = daysBefore(until, WEEK);
  return points.findLast(({ day }) => day <= until && day >= from)?.close;
}
