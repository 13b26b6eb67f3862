import { AsyncLocalStorage } from "node:async_hooks";
import { em } from "db/orm.server";

type Work = () => Promise<void> | void;

const queued = new AsyncLocalStorage<Work[]>();

/** What must wait until a write is kept: at once, or behind the last of those that `allOrNothing` holds together. */
export async function afterCommit(work: Work): Promise<void> {
  const queue = queued.getStore();
  if (queue) queue.push(work);
  else await work();
}

/**
 * Several writes in one transaction: when one throws, none is kept, and nothing that waits for their commit is done. The
 * writes open transactions of their own as they do alone; here these are savepoints.
 */
export async function allOrNothing<Result>(writes: () => Promise<Result>): Promise<Result> {
  const queue: Work[] = [];
  const result = await queued.run(queue, () => em().transactional(writes));
  for (const work of queue) await work();
  return result;
}
