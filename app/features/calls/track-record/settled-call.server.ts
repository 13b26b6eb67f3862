import { sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Viewer } from "~/auth/viewer.server";
import { splitsOfCall } from "~/features/calls/settlement/call-splits.queries.server";
import { eventsOfCall } from "~/features/calls/settlement/close-call.server";
import { dailyPrices, kindOf } from "~/features/markets/instruments/instruments.queries.server";
import { companySymbol } from "~/features/markets/instruments/linked-company.queries.server";
import { config } from "~/platform/config.server";
import { dayNumber, dayOf } from "~/ui/charts/calendar";
import { dayIn } from "~/ui/dates";
import type { PriceUnit } from "~/ui/price-format";
import { settledChart } from "../call-chart.rules";
import { type CallState, entryDay } from "../call-events.rules";
import { callLevels } from "../levels.queries.server";
import { type Benchmark, benchmark } from "./benchmark.queries.server";
import { endedCall } from "./record.queries.server";
import { indexOver, resultOf } from "./record.rules";
import { callVerdict, comparisonInWords } from "./record-words.rules";

/** Days before the entry in the chart: about twenty sessions. */
const DAYS_BEFORE = 30;

/** Prices in another currency do not count for a call. */
const PRICED_AS = sql`(
  select i.id from instruments i where i.id = c.instrument_id and coalesce(i.currency = c.currency, true))`;

const DRAWN = {
  instrumentId: uuid.orNull.from`${PRICED_AS}`,
  companySymbol: companySymbol("c", "symbol"),
  kind: kindOf(sql`c.instrument_id`),
  ...callLevels(sql`c`),
};
const CHART_DATA = statement(
  "settled-call.drawn",
  DRAWN,
)`select ${DRAWN} from calls c where c.id = ${uuid("id")}`;

/**
 * An ended call for its page, if the viewer may see it. Target and stop are in shares of the entry day, as
 * in the chart.
 * @param id a UUID
 */
export async function settledCall(viewer: Viewer, id: string) {
  const call = await endedCall(viewer, id);
  if (!call) return undefined;
  const [events, drawn] = await Promise.all([eventsOfCall(id), CHART_DATA.first({ id })]);
  const { instrumentId = null, kind = null, target = null, stop = null } = drawn ?? {};
  const levelled = { ...call, target, stop };
  const { siteTz } = config();
  const days = { madeOn: dayIn(siteTz, call.madeAt), enteredOn: entryDay(call, siteTz) };
  return {
    call: levelled,
    companySymbol: drawn?.companySymbol ?? call.symbol,
    ...days,
    events,
    settled: await callOutcome(levelled, days, { instrumentId, kind }),
  };
}

/** The outcome of a call; undefined for a withdrawn call or one without a price. */
async function callOutcome(
  call: CallState,
  { enteredOn }: { enteredOn: string },
  { instrumentId, kind }: { instrumentId: string | null; kind: PriceUnit["kind"] },
) {
  const { id, direction, entryPrice, closePrice, closeRatio, endedOn } = call;
  if (entryPrice === null || closePrice === null || closeRatio === null || endedOn === null) return undefined;
  // No percentage exists for an entry of zero or below. New calls reject such a price.
  if (Number(entryPrice) <= 0) return undefined;
  const index = await benchmark();
  const [prices, splits, points] = await Promise.all([
    chartPrices(instrumentId, enteredOn, endedOn),
    splitsOfCall(id),
    indexPoints(index, enteredOn, endedOn),
  ]);
  const closed = { direction, enteredOn, endedOn, entryPrice, closePrice, closeRatio };
  const result = resultOf({ ...closed, indexFrom: null, indexTo: null });
  const [indexFrom = null, indexTo = null] = [lastUntil(points, enteredOn), lastUntil(points, endedOn)];
  const over = indexOver({ ...closed, indexFrom, indexTo });
  const verdict = callVerdict(call, enteredOn, result);
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

const chartPrices = async (instrumentId: string | null, enteredOn: string, endedOn: string) =>
  instrumentId === null
    ? []
    : dailyPrices(instrumentId, { from: daysBefore(enteredOn, DAYS_BEFORE), to: endedOn });

/** The comparison accepts an index close that is at most a week old. */
const WEEK = 6;

const indexPoints = async ({ id }: Benchmark, enteredOn: string, endedOn: string) =>
  id === null ? [] : dailyPrices(id, { from: daysBefore(enteredOn, WEEK), to: endedOn });

const daysBefore = (from: string, days: number): string => dayOf(dayNumber(from) - days);

/** The last close up to a day, at most a week old, as in the track record's figures. */
function lastUntil(points: readonly { day: string; close: string }[], until: string): string | undefined {
  const from = daysBefore(until, WEEK);
  return points.findLast(({ day }) => day <= until && day >= from)?.close;
}
