import { keepRecordPart } from "~/features/calls/track-record/keep-record.server";

/**
 * Brings the record's figures up to date to the end, as the hour's tasks do: readers stop waiting after a while, and on a busy
 * machine it goes on without them.
 * @param atOnce calls of one statement
 */
export async function keepRecord(atOnce?: number): Promise<void> {
  while ((await keepRecordPart(atOnce)) > 0);
}
