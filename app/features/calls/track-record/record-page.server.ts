import { CALL_PARTS } from "db/entities/call";
import type { Viewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { KIND_LABELS } from "../calls.rules";
import { extremeCalls, newestCalls, newestResults } from "./record.queries.server";
import { recordSummary, sumOf, withResult } from "./record.server";
import { type Dot, PARTS, type Part } from "./record-words.rules";

/** Shown of the worst and of the best. */
const ENDS = 6;
/** Dots of a drawing at most, the newest; the file has all. */
export const DRAWN = 400;
/** Together a kind; picks are a part and a kind. */
const ALERTS = ["buy", "sell"] as const;
/** Ticks of a line at most. */
const STRIP = 200;

/** The record as its page draws it: what is drawn and named is what the viewer may know. */
export async function recordPage(viewer: Viewer, part: Part) {
  const { index, byPart, byKind, byList, waiting, settled, ...record } = await recordSummary(viewer);
  const parts: readonly (typeof CALL_PARTS)[number][] = part === "all" ? CALL_PARTS : [part];
  const [extremes, newest, results] = await Promise.all([
    extremeCalls(viewer, index, ENDS),
    newestCalls(viewer, parts, DRAWN),
    newestResults(viewer, STRIP),
  ]);
  const [worst, best] = [extremes.worst.map(withResult), extremes.best.map(withResult)];
  const isWorst = new Set(worst.map(({ id }) => id));
  const resultsOf = (scope: "part" | "list", name: string) =>
    results.find((each) => each.scope === scope && each.name === name)?.results ?? [];
  const waitingHere = parts.reduce((sum, each) => sum + (waiting.get(each) ?? 0), 0);
  const settledHere = parts.reduce((sum, each) => sum + (settled.get(each) ?? 0), 0);
  return {
    ...record,
    index: { symbol: index.symbol, name: index.name },
    part,
    drawn: newest.toReversed().map(dotOf),
    waitingHere,
    /** Of this part, for this viewer. */
    readableHere: Math.max(newest.length, settledHere - waitingHere),
    groups: [
      ...byKind
        .filter(({ name }) => name === KIND_LABELS.alert)
        .map(({ figures }) => ({
          name: "Trade alerts",
          figures,
          results: ALERTS.flatMap((each) => resultsOf("part", each)),
        })),
      ...byPart.map((group) => ({ ...group, results: resultsOf("part", partOfLabel(group.name)) })),
      ...byList.map((group) => ({ ...group, results: resultsOf("list", group.name) })),
    ],
    byList: byList.length > 0,
    worst,
    worstOf: worstOf(worst[0], record.figures.worst),
    best: best.filter(({ id }) => !isWorst.has(id)),
    waiting: sumOf(waiting),
    /** Whether what is waiting becomes public one day. */
    everPublic: config().trackRecordDays !== undefined,
    shown: sumOf(settled) - sumOf(waiting),
  };
}

/** Of a call what a drawing knows. */
export const dotOf = ({ kind, list, direction, name, endedOn, result }: Dot): Dot => ({
  kind,
  list,
  direction,
  name,
  endedOn,
  result,
});

const partOfLabel = (label: string): string => CALL_PARTS.find((part) => PARTS[part].label === label) ?? "";

/** Which call the worst result is of; undefined where the viewer may not know it yet. */
const worstOf = (
  call: { name: string; endedOn: string; result: number } | undefined,
  worst: number | undefined,
): string | undefined =>
  call && call.result === worst ? `${call.name}, ${call.endedOn.slice(0, 4)}` : undefined;
