import { em } from "db/orm.server";
import { recordCall } from "~/features/calls/record-calls.server";
import { enqueueUnlessWaiting } from "~/platform/jobs/queue.server";
import { PUBLICATION_QUEUE } from "~/platform/jobs/queue-names";
import { lockIfWithoutCall, recordsWithoutCall, touchDueRecords } from "./publication.queries.server";

export const queuePublication = (): Promise<void> => enqueueUnlessWaiting(PUBLICATION_QUEUE);

/** Opens the calls of records whose publishing time has come, at the current price, as publishing by hand does. Readers see the records without this. It is idempotent.
 */
export async function openDueCalls(): Promise<void> {
  await touchDueRecords();
  for (const record of await recordsWithoutCall()) {
    await em().transactional(async (manager) => {
      if (await lockIfWithoutCall(record, manager)) await recordCall(record.kind, record.id, manager);
    });
  }
}
