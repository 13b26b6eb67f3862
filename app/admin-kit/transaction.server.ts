import { AsyncLocalStorage } from "node:async_hooks";
import type { EntityManager } from "@mikro-orm/postgresql";
import { em } from "db/orm.server";

type Together = { manager: EntityManager; afterwards: (() => Promise<void> | void)[] };

const together = new AsyncLocalStorage<Together>();

/** What reads by the connection of the writes that are held together; else by any: whoever holds one must not wait for another. */
export const currentManager = (): EntityManager => together.getStore()?.manager ?? em();

/** One write's transaction: one of its own, or a savepoint of the one that `allOrNothing` holds open. */
export async function inTransaction<Result>(
  write: (manager: EntityManager) => Promise<Result>,
): Promise<Result> {
  const result = await currentManager().transactional(write);
  // What one of hundreds wrote is not looked through again by each of the others.
  together.getStore()?.manager.clear();
  return result;
}

/** What must wait until a write is kept: at once, or behind the last of those that `allOrNothing` holds together. */
export async function afterCommit(work: () => Promise<void> | void): Promise<void> {
  const held = together.getStore();
  if (held) held.afterwards.push(work);
  else await work();
}

/** Several writes in one transaction: when one throws, none is kept, and nothing that waits for their commit is done. */
export async function allOrNothing<Result>(writes: () => Promise<Result>): Promise<Result> {
  const afterwards: Together["afterwards"] = [];
  const result = await em().transactional((manager) => together.run({ manager, afterwards }, writes));
  for (const work of afterwards) await work();
  return result;
}
