import { refreshTrackRecordPart } from "~/features/calls/track-record/refresh-track-record.server";

/**
 * Refreshes the track record's figures completely, as the hourly tasks do. Readers wait only a limited time,
 * which a busy machine may exceed.
 * @param atOnce calls per statement
 */
export async function refreshTrackRecord(atOnce?: number): Promise<void> {
  while ((await refreshTrackRecordPart(atOnce)) > 0);
}
