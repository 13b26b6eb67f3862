import type { Viewer } from "~/features/auth/viewer.server";
import { KIND_LABELS } from "./calls.rules";
import { logHead } from "./log.queries.server";
import { benchmark, type CallCount, type ClosedRow, callCounts, closedCalls } from "./record.queries.server";
import { type Figures, FORMULAS, figuresOf, indexOver, resultOf } from "./record.rules";
import { PARTS } from "./record-words.rules";

/** A closed call as a viewer may have it, with what its result is made of. */
export type RecordCall = Omit<ClosedRow, "readable" | "id"> & {
  id: string;
  /** In per cent. */
  result: number;
  index: number | null;
};

export type Group = { name: string; figures: Figures };

/** What the record says to one viewer. Its figures are of all calls that were closed, whoever asks. */
export async function trackRecord(viewer: Viewer) {
  const index = await benchmark();
  const [closed, counts, head] = await Promise.all([closedCalls(viewer, index), callCounts(), logHead()]);
  const calls = closed.flatMap(readableCall);
  return {
    figures: figuresOf(closed),
    index: { symbol: index.symbol, name: index.name },
    byPart: groupsBy(closed, partNameOf),
    byKind: groupsBy(closed, ({ kind }) => KIND_LABELS[kind]),
    byList: groupsBy(
      closed.filter(({ list }) => list !== null),
      ({ list }) => list ?? "",
    ),
    byYear: groupsBy(closed, ({ endedOn }) => endedOn.slice(0, 4)),
    formulas: FORMULAS,
    calls,
    /** Closed, and not public for this viewer yet. */
    waiting: closed.length - calls.length,
    open: { alerts: countOf(counts, "alert", "open"), picks: countOf(counts, "pick", "open") },
    withdrawn: countOf(counts, "alert", "withdrawn") + countOf(counts, "pick", "withdrawn"),
    mistakes: counts.reduce((sum, { mistake, count }) => sum + (mistake ? count : 0), 0),
    head: { seq: head.seq, hash: head.hash, at: head.at },
  };
}

const partNameOf = (row: ClosedRow): string =>
  [PARTS.buy, PARTS.sell].find((part) => part.has(row))?.label ?? PARTS.pick.label;

function readableCall({ readable, id, ...call }: ClosedRow): RecordCall[] {
  if (!readable || id === null) return [];
  return [{ ...call, id, result: resultOf(call), index: indexOver(call) ?? null }];
}

const countOf = (counts: readonly CallCount[], kind: CallCount["kind"], state: CallCount["state"]): number =>
  counts.find((each) => each.kind === kind && each.state === state && !each.mistake)?.count ?? 0;

function groupsBy(closed: readonly ClosedRow[], nameOf: (row: ClosedRow) => string): Group[] {
  const names = [...new Set(closed.map(nameOf))].toSorted();
  return names.map((name) => ({ name, figures: figuresOf(closed.filter((row) => nameOf(row) === name)) }));
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
];

/** The same calls as lines of a spreadsheet, in the order in which they ended. */
export async function recordLines(viewer: Viewer): Promise<string[][]> {
  const calls = (await closedCalls(viewer, await benchmark())).flatMap(readableCall);
  const lines = calls.map((call) => COLUMNS.map(([, value]) => String(value(call) ?? "")));
  return [COLUMNS.map(([name]) => name), ...lines];
}
