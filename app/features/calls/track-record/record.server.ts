import { CALL_PARTS } from "db/entities/call";
import type { Viewer } from "~/auth/viewer.server";
import { isDay } from "~/features/markets/instruments/price-lines.rules";
import { config } from "~/platform/config.server";
import { recordCounts } from "~/platform/record-counts.server";
import { KIND_LABELS } from "../calls.rules";
import { callsOver } from "../settlement/overdue-calls.queries.server";
import { benchmark } from "./benchmark.queries.server";
import { bringRecordUpToDate } from "./keep-record.server";
import { logHead } from "./log.queries.server";
import {
  RECORD_START,
  type RecordPosition,
  readableKinds,
  type SettledRow,
  settledCalls,
} from "./record.queries.server";
import { FORMULAS, indexOver, inTenths, resultOf } from "./record.rules";
import {
  type Group,
  type KeptFigures,
  keptFigures,
  type RecordReader,
  waitingCalls,
} from "./record-figures.queries.server";
import { PARTS } from "./record-words.rules";
import { reopenedCount } from "./reopened.queries.server";

/** A settled call with its result and what the index did meanwhile, in per cent. */
export type RecordCall = SettledRow & { result: number; index: number | null };

export const withResult = <Row extends SettledRow>(row: Row): Row & RecordCall => ({
  ...row,
  result: resultOf(row),
  index: indexOver(row) ?? null,
});

/**
 * What the record says to one viewer. Its figures are of the calls that the viewer may know: what figures of others' were more would
 * be the result of one of them. Where calls never become public the others are in them as well, by whole lots (`countCalls`).
 */
export async function recordSummary(viewer: Viewer) {
  await bringRecordUpToDate();
  const [index, kept, counts, over, reopened, head] = await Promise.all([
    benchmark(),
    toldFigures(viewer),
    recordCounts(),
    callsOver(),
    reopenedCount(),
    logHead(),
  ]);
  const open = countOf(counts, "open");
  return {
    figures: kept.all,
    index,
    byPart: named(inOrder(kept.parts), PART_LABELS),
    byKind: named(kept.kinds, KIND_LABELS),
    byList: kept.lists,
    byYear: kept.years,
    formulas: FORMULAS,
    /** Closed, and not public for this viewer yet; by the label of the part. */
    waiting: await waitingByPart(viewer, kept),
    open: { alerts: open("alert") - over.alerts, picks: open("pick") - over.picks },
    /** Those that are over, and that no price has settled yet; of these the ones that have waited for more than a week. */
    unsettled: over.alerts + over.picks,
    overdue: over.overdue,
    /** How many were settled in all, by their part: the same for everybody. */
    settled: settledByPart(kept),
    withdrawn: withdrawnOf(counts),
    mistakes: counts("calls", { mistake: true }),
    /** How many were closed, and opened again later than within ten minutes: the same for everybody. */
    reopened,
    head: { seq: head.seq, hash: head.hash, at: head.at },
  };
}

/** Whose kept figures a viewer gets: of no more calls than may be known. */
function readerOf(viewer: Viewer): RecordReader {
  const known = readableKinds(viewer);
  const readsAllFor = (audience: string) =>
    ["alert", "pick"].every((kind) => known.includes(`${kind} ${audience}`));
  if (!readsAllFor("members")) return "everybody";
  return readsAllFor("private") ? "private" : "members";
}

/** Of calls that a viewer can never look at figures are told in tenths: nobody can compute them again. */
async function toldFigures(viewer: Viewer): Promise<KeptFigures> {
  const reader = readerOf(viewer);
  const kept = await keptFigures(reader);
  if (reader === "private" || config().trackRecordDays !== undefined) return kept;
  const inTenthsOf = (groups: readonly Group[]) =>
    groups.map(({ name, figures }) => ({ name, figures: inTenths(figures) }));
  return {
    all: inTenths(kept.all),
    parts: inTenthsOf(kept.parts),
    kinds: inTenthsOf(kept.kinds),
    lists: inTenthsOf(kept.lists),
    years: inTenthsOf(kept.years),
    readers: kept.readers,
  };
}

function settledByPart({ readers }: KeptFigures): Map<string, number> {
  const settled = new Map<string, number>();
  for (const { name, figures } of readers) {
    const [part = ""] = name.split(" ");
    settled.set(part, (settled.get(part) ?? 0) + figures.settled);
  }
  return settled;
}

type Counts = Awaited<ReturnType<typeof recordCounts>>;

const countOf = (counts: Counts, state: string) => (kind: string) =>
  counts("calls", { kind, state, mistake: false });

function withdrawnOf(counts: Counts): number {
  const withdrawn = countOf(counts, "withdrawn");
  return withdrawn("alert") + withdrawn("pick");
}

/** How many calls were withdrawn: the same for everybody. Briefs are views, and what was taken back as a mistake was no call. */
export const withdrawnCount = async (): Promise<number> => withdrawnOf(await recordCounts());

const PART_LABELS: Record<string, string> = {
  buy: PARTS.buy.label,
  sell: PARTS.sell.label,
  pick: PARTS.pick.label,
};

const inOrder = (parts: readonly Group[]): Group[] =>
  CALL_PARTS.flatMap((part) => parts.filter(({ name }) => name === part));

const named = (groups: readonly Group[], labels: Record<string, string>): Group[] =>
  groups.map(({ name, figures }) => ({ name: labels[name] ?? name, figures }));

/** How many calls of each part a viewer may not know yet. */
async function waitingByPart(viewer: Viewer, { readers }: KeptFigures): Promise<Map<string, number>> {
  const known = new Set(readableKinds(viewer));
  const hidden = readers.filter(({ name }) => !known.has(kindOf(name)));
  const { trackRecordDays = null, recordPromise } = config();
  const found =
    trackRecordDays === null && !recordPromise
      ? hidden.map(({ name, figures }) => ({ name, count: figures.settled }))
      : await waitingCalls(
          hidden.map(({ name }) => name),
          trackRecordDays,
        );
  const waiting = new Map<string, number>();
  for (const { name, count } of found) {
    const [part = ""] = name.split(" ");
    waiting.set(part, (waiting.get(part) ?? 0) + count);
  }
  return waiting;
}

/** Of "sell private" the kind and the audience: "alert private". */
const kindOf = (readers: string): string => readers.replace(/^(buy|sell) /, "alert ");

export const sumOf = (counts: Map<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Calls of one answer. */
const JSON_PAGE = 500;

/** The record for programs; the calls from the one after `after` on. */
export async function recordJson(viewer: Viewer, after: RecordPosition = RECORD_START) {
  const { index, waiting, settled, byPart, ...record } = await recordSummary(viewer);
  const rows = await settledCalls(viewer, index, { after, limit: JSON_PAGE });
  const last = rows.length < JSON_PAGE ? undefined : rows.at(-1);
  return {
    ...record,
    index: { symbol: index.symbol, name: index.name },
    byPart,
    calls: rows.map(withResult),
    next: last ? `${last.endedOn}_${last.id}` : null,
    settled: sumOf(settled),
    waiting: sumOf(waiting),
  };
}

const POSITION = /^(\d{4}-\d\d-\d\d)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** What `next` said of the part before; the beginning for anything else. */
export function positionOf(asked: string | null, start: RecordPosition = RECORD_START): RecordPosition {
  const [, day = "", id = ""] = POSITION.exec(asked ?? "") ?? [];
  return isDay(day) ? { day, id } : start;
}

const COLUMNS: readonly (readonly [string, (call: RecordCall) => string | number | null])[] = [
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

/** Lines that are read at a time: a file of any length takes little memory, and no connection waits for a slow reader. */
const LINES_AT_A_TIME = 500;

/**
 * The same calls as lines of a spreadsheet, in the order in which they ended.
 * @returns once the first of them are read, so that what fails there still has an answer
 */
export async function recordLines(viewer: Viewer): Promise<AsyncIterable<string[]>> {
  const index = await benchmark();
  const read = (after: RecordPosition) => settledCalls(viewer, index, { after, limit: LINES_AT_A_TIME });
  return linesOf(await read(RECORD_START), read);
}

async function* linesOf(first: SettledRow[], read: (after: RecordPosition) => Promise<SettledRow[]>) {
  yield COLUMNS.map(([name]) => name);
  for (let rows = first; rows.length > 0; ) {
    for (const row of rows) yield COLUMNS.map(([, value]) => String(value(withResult(row)) ?? ""));
    const last = rows.at(-1);
    rows = last && rows.length === LINES_AT_A_TIME ? await read({ day: last.endedOn, id: last.id }) : [];
  }
}
