import type { Viewer } from "~/features/auth/viewer.server";
import { type Group, type RecordCall, trackRecord } from "./record.server";
import { type DrawnCall, PARTS, type Part } from "./record-words.rules";

/** Shown of the worst and of the best. */
const ENDS = 6;
/** Dots of a drawing at most, the newest; the file has all. */
const DRAWN = 400;
/** Ticks of a line at most. */
const STRIP = 200;

/** The record as its page draws it. What is drawn and named is what the viewer may know; the figures are of all. */
export async function recordPage(viewer: Viewer, part: Part) {
  const { calls, byKind, byPart, byList, ...record } = await trackRecord(viewer);
  const here = calls.filter(PARTS[part].has);
  const byResult = calls.toSorted((one, other) => one.result - other.result);
  const worst = byResult.slice(0, ENDS);
  return {
    ...record,
    part,
    drawn: here.slice(-DRAWN).map(drawnCall),
    waitingHere: settledOf(part, { byPart, all: record.figures.settled }) - here.length,
    groups: [
      ...byPart.map((group) => drawnGroup(group, calls.filter(ofPart(group.name)))),
      ...byList.map((group) =>
        drawnGroup(
          group,
          calls.filter(({ list }) => list === group.name),
        ),
      ),
    ],
    worst,
    worstOf: worstOf(byResult[0], record.figures.worst),
    best: byResult.slice(worst.length).slice(-ENDS).reverse(),
    shown: calls.length,
  };
}

/** Of a call what a drawing knows. */
export const drawnCall = ({ kind, list, direction, name, endedOn, result }: RecordCall): DrawnCall => ({
  kind,
  list,
  direction,
  name,
  endedOn,
  result,
});

const drawnGroup = ({ name, figures }: Group, calls: readonly RecordCall[]) => ({
  name,
  figures,
  results: calls.slice(-STRIP).map(({ result }) => result),
});

const ofPart = (name: string) => (call: RecordCall) =>
  Object.values(PARTS).some((part) => part.label === name && part.has(call));

const settledOf = (part: Part, { byPart, all }: { byPart: readonly Group[]; all: number }): number =>
  part === "all" ? all : (byPart.find(({ name }) => name === PARTS[part].label)?.figures.settled ?? 0);

/** Which call the worst result is of; undefined where the viewer may not know it yet. */
const worstOf = (call: RecordCall | undefined, worst: number | undefined): string | undefined =>
  call && call.result === worst ? `${call.name}, ${call.endedOn.slice(0, 4)}` : undefined;
