import type { EntityManager } from "../../../db/orm.server";
import { enqueueUnlessWaiting } from "./queue.server";
import { HOURLY_QUEUE } from "./queue-names";

/**
 * What the hour's tasks look at was changed, so that they need not wait for the hour: with the commit of who says so. A job
 * that waits already will do.
 */
export const askForHourlyTasks = (manager?: EntityManager): Promise<void> =>
  enqueueUnlessWaiting(HOURLY_QUEUE, manager);
