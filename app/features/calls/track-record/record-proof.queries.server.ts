import { CALL_PARTS } from "db/entities/call";
import type { Viewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { newestCalls } from "./record.queries.server";
import { sumCounts, trackRecordSummary } from "./record.server";
import { DRAWN, toDot } from "./record-page.server";

/**
 * The track record next to an offer: figures, chart and names of the calls that the viewer may see.
 * Undefined without such calls, because figures that nobody can check prove nothing.
 */
export async function trackRecordProof(viewer: Viewer) {
  const newest = await newestCalls(viewer, CALL_PARTS, DRAWN);
  if (newest.length === 0) return undefined;
  const { figures, index, byYear, waiting, settled } = await trackRecordSummary(viewer);
  return {
    figures,
    index: index.name,
    byYear,
    waiting: sumCounts(waiting),
    everPublic: config().trackRecordDays !== undefined,
    readable: Math.max(newest.length, sumCounts(settled) - sumCounts(waiting)),
    drawn: newest.toReversed().map(toDot),
  };
}

export type TrackRecordProofData = NonNullable<Awaited<ReturnType<typeof trackRecordProof>>>;
