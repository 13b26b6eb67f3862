import type { Viewer } from "~/features/auth/viewer.server";
import { trackRecord } from "./record.server";
import { drawnCall } from "./record-page.server";

/** Shown of the last that were settled. */
const LAST = 5;
/** Dots of the drawing at most, the newest. */
const DRAWN = 400;

/**
 * The record as it stands beside an offer: figures of all settled calls, drawn and named those that the viewer may know.
 * Undefined where there is none of these, because figures that nobody can check are no proof.
 */
export async function recordProof(viewer: Viewer) {
  const { calls, figures, index, byYear, waiting } = await trackRecord(viewer);
  if (calls.length === 0) return undefined;
  return {
    figures,
    index: index.name,
    byYear,
    waiting,
    drawn: calls.slice(-DRAWN).map(drawnCall),
    last: calls
      .slice(-LAST)
      .toReversed()
      .map(({ id, kind, direction, name, endedOn, reason, result }) => ({
        id,
        kind,
        direction,
        name,
        endedOn,
        reason,
        result,
      })),
  };
}

export type RecordProofData = NonNullable<Awaited<ReturnType<typeof recordProof>>>;
