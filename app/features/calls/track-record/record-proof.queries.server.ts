import { CALL_PARTS } from "db/entities/call";
import type { Viewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { newestCalls } from "./record.queries.server";
import { recordSummary, sumOf } from "./record.server";
import { DRAWN, dotOf } from "./record-page.server";

/**
 * The record as it stands beside an offer: figures, drawing and names of the calls that the viewer may know.
 * Undefined where there is none, because figures that nobody can check are no proof.
 */
export async function recordProof(viewer: Viewer) {
  const newest = await newestCalls(viewer, CALL_PARTS, DRAWN);
  if (newest.length === 0) return undefined;
  const { figures, index, byYear, waiting, settled } = await recordSummary(viewer);
  return {
    figures,
    index: index.name,
    byYear,
    waiting: sumOf(waiting),
    everPublic: config().trackRecordDays !== undefined,
    readable: Math.max(newest.length, sumOf(settled) - sumOf(waiting)),
    drawn: newest.toReversed().map(dotOf),
  };
}

export type RecordProofData = NonNullable<Awaited<ReturnType<typeof recordProof>>>;
