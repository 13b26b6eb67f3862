import { AsyncLocalStorage } from "node:async_hooks";
import type { EntityManager } from "@mikro-orm/postgresql";
import { em } from "db/orm.server";

type OpenTransaction = { manager: EntityManager; afterwards: (() => Promise<void> | void)[] };

const openTransaction = new AsyncLocalStorage<OpenTransaction>();

/** What reads by the connection of the writes that are held together; else by any: whoever holds one must not wait for another. */
export const currentManager = (): EntityManager => openTransaction.getStore()?.manager ?? em();

/** One write's transaction: one of its own, or a savepoint of the one that `inOneTransaction` holds open. */
export async function inTransaction<Result>(
  write: (manager: EntityManager) => Promise<Result>,
): Promise<Result> {
  const result = await currentManager().transactional(write);
  // What one of hundreds wrote is not looked through again by each of the others.
  openTransaction.getStore()?.manager.clear();
  return result;
}

/** What must wait until a write is kept: at once, or behind the last of those that `inOneTransaction` holds together. */
export async function afterCommit(work: () => Promise<void> | void): Promise<void> {
  const held = openTransaction.getStore();
  if (held) held.afterwards.push(work);
  else await work();
}

/** Several writes in one transaction: when one throws, none is kept, and nothing that waits for their commit is done. */
export async function inOneTransaction<Result>(writes: () => Promise<Result>): Promise<Result> {
  const afterwards: OpenTransaction["afterwards"] = [];
  const result = await em().transactional((manager) => openTransaction.run({ manager, afterwards }, writes));
  for (const work of afterwards) await work();
  return result;
}
