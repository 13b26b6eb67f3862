import { setTimeout } from "node:timers/promises";
import type { EntityManager } from "./orm.server";
import { bool, text } from "./sql";
import { statement } from "./statement.server";

/** Milliseconds between two attempts. A blocking wait could exceed the limit of a statement. */
export const TRY_EVERY_MS = 250;

const TAKE = statement("advisory-lock.take", { taken: bool })`
  select pg_try_advisory_xact_lock(${text("key", "1")}::text::bigint) as taken`;

/**
 * Takes the lock of that number, unless any process holds it. The end of the transaction releases it.
 * @param key any whole number that no other lock uses
 */
export async function tryAdvisoryLock(manager: EntityManager, key: number): Promise<boolean> {
  const answer = await TAKE.first({ key: String(key) }, manager);
  return answer?.taken === true;
}

/** The same, but waits until the lock is free. */
export async function holdAdvisoryLock(manager: EntityManager, key: number): Promise<void> {
  while (!(await tryAdvisoryLock(manager, key))) await setTimeout(TRY_EVERY_MS);
}
