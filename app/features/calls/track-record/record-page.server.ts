import { CALL_PARTS } from "db/entities/call";
import type { Viewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { KIND_LABELS } from "../calls.rules";
import { extremeCalls, newestCalls, newestResults } from "./record.queries.server";
import { sumCounts, trackRecordSummary, withResult } from "./record.server";
import { type Dot, PARTS, type Part } from "./record-words.rules";

/** The number of worst and of best calls to show. */
const ENDS = 6;
/** The most dots in a chart, newest first; the file has all calls. */
export const DRAWN = 400;
/** Alerts combine both directions. Picks are a part and a kind. */
const ALERTS = ["buy", "sell"] as const;
/** The most ticks in a strip. */
const STRIP = 200;

/** The track record page. It draws and names only calls that the viewer may see. */
export async function trackRecordPage(viewer: Viewer, part: Part) {
  const { index, byPart, byKind, byList, waiting, settled, ...record } = await trackRecordSummary(viewer);
  const parts: readonly (typeof CALL_PARTS)[number][] = part === "all" ? CALL_PARTS : [part];
  const [extremes, newest, results] = await Promise.all([
    extremeCalls(viewer, index, ENDS),
    newestCalls(viewer, parts, DRAWN),
    newestResults(viewer, STRIP),
  ]);
  const [worst, best] = [extremes.worst.map(withResult), extremes.best.map(withResult)];
  const isWorst = new Set(worst.map(({ id }) => id));
  const groupResults = (scope: "part" | "list", name: string) =>
    results.find((each) => each.scope === scope && each.name === name)?.results ?? [];
  const waitingHere = parts.reduce((sum, each) => sum + (waiting.get(each) ?? 0), 0);
  const settledHere = parts.reduce((sum, each) => sum + (settled.get(each) ?? 0), 0);
  return {
    ...record,
    index: { symbol: index.symbol, name: index.name },
    part,
    drawn: newest.toReversed().map(toDot),
    waitingHere,
    /** The calls of this part that the viewer may see. */
    readableHere: Math.max(newest.length, settledHere - waitingHere),
    groups: [
      ...byKind
        .filter(({ name }) => name === KIND_LABELS.alert)
        .map(({ figures }) => ({
          name: "Trade alerts",
          figures,
          results: ALERTS.flatMap((each) => groupResults("part", each)),
        })),
      ...byPart.map((group) => ({ ...group, results: groupResults("part", partOfLabel(group.name)) })),
      ...byList.map((group) => ({ ...group, results: groupResults("list", group.name) })),
    ],
    byList: byList.length > 0,
    worst,
    worstOf: worstCallName(worst[0], record.figures.worst),
    best: best.filter(({ id }) => !isWorst.has(id)),
    waiting: sumCounts(waiting),
    /** Whether waiting calls become public later. */
    everPublic: config().trackRecordDays !== undefined,
    shown: sumCounts(settled) - sumCounts(waiting),
  };
}

/** The fields of a call that the chart needs. */
export const toDot = ({ kind, list, direction, name, endedOn, result }: Dot): Dot => ({
  kind,
  list,
  direction,
  name,
  endedOn,
  result,
});

const partOfLabel = (label: string): string => CALL_PARTS.find((part) => PARTS[part].label === label) ?? "";

/** The call with the worst result; undefined if the viewer may not see it yet. */
const worstCallName = (
  call: { name: string; endedOn: string; result: number } | undefined,
  worst: number | undefined,
): string | undefined =>
  call && call.result === worst ? `${call.name}, ${call.endedOn.slice(0, 4)}` : undefined;
