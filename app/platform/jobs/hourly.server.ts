import type { EntityManager } from "../../../db/orm.server";
import { enqueueUnlessWaiting } from "./queue.server";
import { HOURLY_QUEUE } from "./queue-names";

/**
 * Runs the hourly tasks soon, with the commit of the transaction that changed their data. Does nothing when
 * such a job is already waiting.
 */
export const requestHourlyTasks = (manager?: EntityManager): Promise<void> =>
  enqueueUnlessWaiting(HOURLY_QUEUE, manager);
