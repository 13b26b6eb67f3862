import { CALL_PARTS } from "db/entities/call";
import type { Viewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { recordCounts } from "~/platform/record-counts.server";
import { KIND_LABELS } from "../calls.rules";
import { countOverCalls } from "../settlement/overdue-calls.queries.server";
import { benchmark } from "./benchmark.queries.server";
import { logHead } from "./log.queries.server";
import { readableKinds, type SettledRow } from "./record.queries.server";
import { FORMULAS, indexOver, inTenths, resultOf } from "./record.rules";
import {
  type Group,
  type StoredFigures,
  storedFigures,
  type TrackRecordReader,
  waitingCalls,
} from "./record-figures.queries.server";
import { PARTS } from "./record-words.rules";
import { ensureTrackRecordFresh } from "./refresh-track-record.server";
import { reopenedCount } from "./reopened.queries.server";

/** A settled call with its result and the change of the index over the same days, in per cent. */
export type TrackRecordCall = SettledRow & { result: number; index: number | null };

export const withResult = <Row extends SettledRow>(row: Row): Row & TrackRecordCall => ({
  ...row,
  result: resultOf(row),
  index: indexOver(row) ?? null,
});

/**
 * The track record for one viewer. The figures include only calls that the viewer may see; otherwise the
 * difference would reveal results. If calls never become public, the figures also include whole lots of
 * other calls (`countCalls`).
 */
export async function trackRecordSummary(viewer: Viewer) {
  await ensureTrackRecordFresh();
  const [index, stored, counts, over, reopened, head] = await Promise.all([
    benchmark(),
    visibleFigures(viewer),
    recordCounts(),
    countOverCalls(),
    reopenedCount(),
    logHead(),
  ]);
  const open = countOf(counts, "open");
  return {
    figures: stored.all,
    index,
    byPart: withLabels(orderParts(stored.parts), PART_LABELS),
    byKind: withLabels(stored.kinds, KIND_LABELS),
    byList: stored.lists,
    byYear: stored.years,
    formulas: FORMULAS,
    /** Closed calls that this viewer may not see yet, by part. */
    waiting: await waitingByPart(viewer, stored),
    open: { alerts: open("alert") - over.alerts, picks: open("pick") - over.picks },
    /**
     * Calls past their last day without a closing price. `overdue`: those that have waited for more than a
     * week.
     */
    unsettled: over.alerts + over.picks,
    overdue: over.overdue,
    /** All settled calls by part, the same for everyone. */
    settled: settledByPart(stored),
    withdrawn: totalWithdrawn(counts),
    mistakes: counts("calls", { mistake: true }),
    /** Calls reopened later than ten minutes after closing, the same for everyone. */
    reopened,
    head: { seq: head.seq, hash: head.hash, at: head.at },
  };
}

/** The reader kind for a viewer: its figures include only calls that the viewer may see. */
function readerKind(viewer: Viewer): TrackRecordReader {
  const known = readableKinds(viewer);
  const readsAllFor = (audience: string) =>
    ["alert", "pick"].every((kind) => known.includes(`${kind} ${audience}`));
  if (!readsAllFor("members")) return "everybody";
  return readsAllFor("private") ? "private" : "members";
}

/**
 * Rounds figures to tenths if they include calls that the viewer can never see, so no result can be derived.
 */
async function visibleFigures(viewer: Viewer): Promise<StoredFigures> {
  const reader = readerKind(viewer);
  const stored = await storedFigures(reader);
  if (reader === "private" || config().trackRecordDays !== undefined) return stored;
  const groupsInTenths = (groups: readonly Group[]) =>
    groups.map(({ name, figures }) => ({ name, figures: inTenths(figures) }));
  return {
    all: inTenths(stored.all),
    parts: groupsInTenths(stored.parts),
    kinds: groupsInTenths(stored.kinds),
    lists: groupsInTenths(stored.lists),
    years: groupsInTenths(stored.years),
    readers: stored.readers,
  };
}

function settledByPart({ readers }: StoredFigures): Map<string, number> {
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

function totalWithdrawn(counts: Counts): number {
  const withdrawn = countOf(counts, "withdrawn");
  return withdrawn("alert") + withdrawn("pick");
}

/**
 * The number of withdrawn calls, the same for everyone. Briefs are views, and mistakes do not count as
 * calls.
 */
export const withdrawnCount = async (): Promise<number> => totalWithdrawn(await recordCounts());

const PART_LABELS: Record<string, string> = {
  buy: PARTS.buy.label,
  sell: PARTS.sell.label,
  pick: PARTS.pick.label,
};

const orderParts = (parts: readonly Group[]): Group[] =>
  CALL_PARTS.flatMap((part) => parts.filter(({ name }) => name === part));

const withLabels = (groups: readonly Group[], labels: Record<string, string>): Group[] =>
  groups.map(({ name, figures }) => ({ name: labels[name] ?? name, figures }));

/** The calls of each part that a viewer may not see yet. */
async function waitingByPart(viewer: Viewer, { readers }: StoredFigures): Promise<Map<string, number>> {
  const known = new Set(readableKinds(viewer));
  const hidden = readers.filter(({ name }) => !known.has(kindAndAudience(name)));
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

/** The kind and audience of a name: "sell private" becomes "alert private". */
const kindAndAudience = (readers: string): string => readers.replace(/^(buy|sell) /, "alert ");

export const sumCounts = (counts: Map<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
