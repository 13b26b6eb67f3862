import type { Viewer } from "~/auth/viewer.server";
import { benchmark } from "./benchmark.queries.server";
import {
  type SettledRow,
  settledCalls,
  TRACK_RECORD_START,
  type TrackRecordPosition,
} from "./record.queries.server";
import { sumCounts, type TrackRecordCall, trackRecordSummary, withResult } from "./record.server";

/** Calls per response. */
const JSON_PAGE = 500;

/** The track record as JSON, with the calls after `after`. */
export async function trackRecordJson(viewer: Viewer, after: TrackRecordPosition = TRACK_RECORD_START) {
  const { index, waiting, settled, byPart, ...record } = await trackRecordSummary(viewer);
  const rows = await settledCalls(viewer, index, { after, limit: JSON_PAGE });
  const last = rows.length < JSON_PAGE ? undefined : rows.at(-1);
  return {
    ...record,
    index: { symbol: index.symbol, name: index.name },
    byPart,
    calls: rows.map(withResult),
    next: last ? `${last.endedOn}_${last.id}` : null,
    settled: sumCounts(settled),
    waiting: sumCounts(waiting),
  };
}

const COLUMNS: readonly (readonly [string, (call: TrackRecordCall) => string | number | null])[] = [
  ["call", ({ id }) => id],
  ["kind", ({ kind }) => kind],
  ["list", ({ list }) => list],
  ["ticker", ({ symbol }) => symbol],
  ["name", ({ name }) => name],
  ["direction", ({ direction }) => direction],
  ["made", ({ madeOn }) => madeOn],
  ["ended", ({ endedOn }) => endedOn],
  ["reason", ({ reason }) => reason],
  ["currency", ({ currency }) => currency],
  ["entry", ({ entryPrice }) => entryPrice],
  ["close", ({ closePrice }) => closePrice],
  ["ratio", ({ closeRatio }) => closeRatio],
  ["index_made", ({ indexFrom }) => indexFrom],
  ["index_ended", ({ indexTo }) => indexTo],
  ["result_percent", ({ result }) => result],
  ["entered", ({ enteredOn }) => enteredOn],
  ["recorded_later", ({ recordedLater }) => (recordedLater ? "yes" : "no")],
  ["corrected", ({ correctedAt }) => correctedAt?.toISOString() ?? null],
];

/** Lines per read: a long file needs little memory, and a slow reader occupies no connection. */
const LINES_AT_A_TIME = 500;

/**
 * The same calls as lines of a CSV file, in the order of their ends.
 * @returns after the first read, so an early failure still gets an error response
 */
export async function trackRecordLines(viewer: Viewer): Promise<AsyncIterable<string[]>> {
  const index = await benchmark();
  const read = (after: TrackRecordPosition) => settledCalls(viewer, index, { after, limit: LINES_AT_A_TIME });
  return csvLines(await read(TRACK_RECORD_START), read);
}

async function* csvLines(first: SettledRow[], read: (after: TrackRecordPosition) => Promise<SettledRow[]>) {
  yield COLUMNS.map(([name]) => name);
  for (let rows = first; rows.length > 0; ) {
    for (const row of rows) yield COLUMNS.map(([, value]) => String(value(withResult(row)) ?? ""));
    const last = rows.at(-1);
    rows = last && rows.length === LINES_AT_A_TIME ? await read({ day: last.endedOn, id: last.id }) : [];
  }
}
