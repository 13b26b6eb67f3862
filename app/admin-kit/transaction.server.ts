import { AsyncLocalStorage } from "node:async_hooks";
import type { EntityManager } from "@mikro-orm/postgresql";
import { em } from "db/orm.server";

type Together = { manager: EntityManager; afterwards: (() => Promise<void> | void)[] };

const together = new AsyncLocalStorage<Together>();

/** One write's transaction: one of its own, or a savepoint of the one that `allOrNothing` holds open. */
export const inTransaction = <Result>(write: (manager: EntityManager) => Promise<Result>): Promise<Result> =>
  (together.getStore()?.manager ?? em()).transactional(write);

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
