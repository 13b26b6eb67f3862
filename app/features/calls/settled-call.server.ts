import { uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Viewer } from "~/features/auth/viewer.server";
import { dailyPrices } from "~/features/markets/instruments/instruments.queries.server";
import { config } from "~/platform/config.server";
import { dayNumber, dayOf } from "~/ui/charts/calendar";
import { dayIn } from "~/ui/dates";
import { type Benchmark, benchmark } from "./benchmark.queries.server";
import { settledChart } from "./call-chart.rules";
import type { CallState } from "./call-events.rules";
import { splitsOfCall } from "./call-splits.queries.server";
import { eventsOfCall } from "./close-call.server";
import { LEVELS } from "./level-shares.server";
import { endedCall } from "./record.queries.server";
import { indexOver, resultOf } from "./record.rules";
import { comparisonInWords, verdictOf } from "./record-words.rules";

/** Days before a call was made that its drawing begins with: some twenty sessions. */
const DAYS_BEFORE = 30;

const DRAWN = { instrumentId: uuid.orNull.from`c.instrument_id`, ...LEVELS };
const DRAWN_OF = statement(
  "settled-call.drawn",
  DRAWN,
)`select ${DRAWN} from calls c where c.id = ${uuid("id")}`;

/** A call that ended as its page tells it, to a viewer who may know of it. @param id a UUID */
export async function settledCall(viewer: Viewer, id: string) {
  const call = await endedCall(viewer, id);
  if (!call) return undefined;
  const [events, settled] = await Promise.all([eventsOfCall(id), settlementOf(call)]);
  return { call, events, settled };
}

/** How a call went; undefined for one that was withdrawn, or never had a price. */
async function settlementOf(call: CallState) {
  const { id, direction, entryPrice, closePrice, closeRatio, endedOn } = call;
  if (entryPrice === null || closePrice === null || closeRatio === null || endedOn === null) return undefined;
  const madeOn = dayIn(config().siteTz, call.madeAt);
  const [index, drawn] = await Promise.all([benchmark(), DRAWN_OF.first({ id })]);
  const { instrumentId = null, target = null, stop = null } = drawn ?? {};
  const [prices, splits, points] = await Promise.all([
    pricesOf(instrumentId, madeOn, endedOn),
    splitsOfCall(id),
    indexPoints(index, madeOn, endedOn),
  ]);
  const closed = { direction, madeOn, endedOn, entryPrice, closePrice, closeRatio };
  const result = resultOf({ ...closed, indexFrom: null, indexTo: null });
  const [indexFrom = null, indexTo = null] = [lastUntil(points, madeOn), lastUntil(points, endedOn)];
  const over = indexOver({ ...closed, indexFrom, indexTo });
  const verdict = verdictOf(call, madeOn, result);
  return {
    verdict,
    result,
    over,
    comparison: comparisonInWords(result > 0, over, index.name),
    index: index.name,
    chart: settledChart(
      { ...call, target, stop },
      {
        madeOn,
        prices,
        splits,
        index: {
          name: index.name,
          points: points.map(({ day, close }) => ({ day, close: Number(close) })),
        },
      },
    ),
  };
}

const pricesOf = async (instrumentId: string | null, madeOn: string, endedOn: string) =>
  instrumentId === null
    ? []
    : dailyPrices(instrumentId, { from: daysBefore(madeOn, DAYS_BEFORE), to: endedOn });

/** The record's comparison looks back a week at most for a close. */
const WEEK = 6;

const indexPoints = async ({ id }: Benchmark, madeOn: string, endedOn: string) =>
  id === null ? [] : dailyPrices(id, { from: daysBefore(madeOn, WEEK), to: endedOn });

const daysBefore = (from: string, days: number): string => dayOf(dayNumber(from) - days);

/** The last close until a day, of a week at most; as the record's figures take it. */
function lastUntil(points: readonly { day: string; close: string }[], until: string): string | undefined {
  const from = daysBefore(until, WEEK);
  return points.findLast(({ day }) => day <= until && day >= from)?.close;
}
