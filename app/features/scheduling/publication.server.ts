import { em } from "db/orm.server";
import { recordCall } from "~/features/calls/record-calls.server";
import { enqueueUnlessWaiting } from "~/platform/jobs/queue.server";
import { PUBLICATION_QUEUE } from "~/platform/jobs/queue-names";
import { holdUncalled, tellOfMinutes, uncalledRecords } from "./publication.queries.server";

export const askForPublication = (): Promise<void> => enqueueUnlessWaiting(PUBLICATION_QUEUE);

/**
 * Does for records whose minute has come what publication by hand does at once: their calls are opened in the ledger, at the price
 * that stands now. That readers see them, or see no more what ended, needs none of it. What was done is not done again, so it may
 * be asked for at any time.
 */
export async function afterPublication(): Promise<void> {
  await tellOfMinutes();
  for (const record of await uncalledRecords()) {
    await em().transactional(async (manager) => {
      if (await holdUncalled(record, manager)) await recordCall(record.kind, record.id, manager);
    });
  }
}
