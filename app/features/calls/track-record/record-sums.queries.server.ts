import { SharedPanel } from "~/platform/shared-panel.server";
import { bringRecordUpToDate } from "./keep-record.server";
import { keptFigures } from "./record-figures.queries.server";

/** The record in three figures. `median` is in per cent, null of none. */
export type RecordSums = { settled: number; right: number; median: number | null };

export const NO_SUMS: RecordSums = { settled: 0, right: 0, median: null };

/** Those of everybody, whoever looks, beside every page: all share one reading, which is made again when the figures have changed. */
export const recordSums = new SharedPanel<RecordSums>(async () => {
  await bringRecordUpToDate();
  const { settled, right, median = null } = (await keptFigures("everybody")).all;
  return { settled, right, median };
});
