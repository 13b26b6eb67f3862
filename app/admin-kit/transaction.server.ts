import { AsyncLocalStorage } from "node:async_hooks";
import type { EntityManager } from "@mikro-orm/postgresql";
import { em } from "db/orm.server";

type OpenTransaction = { manager: EntityManager; afterwards: (() => Promise<void> | void)[] };

const openTransaction = new AsyncLocalStorage<OpenTransaction>();

/** The manager of the open transaction, if any: waiting for a second connection could deadlock. */
export const currentManager = (): EntityManager => openTransaction.getStore()?.manager ?? em();

/** Runs a write in a transaction, or in a savepoint within `inOneTransaction`. */
export async function inTransaction<Result>(
  write: (manager: EntityManager) => Promise<Result>,
): Promise<Result> {
  const result = await currentManager().transactional(write);
  // Cleared, so that hundreds of writes do not check each other's entities again.
  openTransaction.getStore()?.manager.clear();
  return result;
}

/** Runs work after the commit: immediately, or after the outer `inOneTransaction`. */
export async function afterCommit(work: () => Promise<void> | void): Promise<void> {
  const held = openTransaction.getStore();
  if (held) held.afterwards.push(work);
  else await work();
}

/**
 * Runs several writes in one transaction. If one throws, all are rolled back, and work for after the commit
 * is skipped.
 */
export async function inOneTransaction<Result>(writes: () => Promise<Result>): Promise<Result> {
  const afterwards: OpenTransaction["afterwards"] = [];
  const result = await em().transactional((manager) => openTransaction.run({ manager, afterwards }, writes));
  for (const work of afterwards) await work();
  return result;
}
