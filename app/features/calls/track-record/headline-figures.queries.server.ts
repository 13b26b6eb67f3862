import { SharedPanel } from "~/platform/shared-panel.server";
import { storedFigures } from "./record-figures.queries.server";
import { ensureTrackRecordFresh } from "./refresh-track-record.server";

/** The track record in three figures. `median` is in per cent, null without calls. */
export type TrackRecordSums = { settled: number; right: number; median: number | null };

export const NO_SUMS: TrackRecordSums = { settled: 0, right: 0, median: null };

/** The public figures for every page. All viewers share one result, reloaded when the figures change. */
export const trackRecordSums = new SharedPanel<TrackRecordSums>(async () => {
  await ensureTrackRecordFresh();
  const { settled, right, median = null } = (await storedFigures("everybody")).all;
  return { settled, right, median };
});
