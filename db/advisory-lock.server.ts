import { setTimeout } from "node:timers/promises";
import type { EntityManager } from "./orm.server";
import { bool, text } from "./sql";
import { statement } from "./statement.server";

/** Milliseconds between two tries: no statement may wait for as long as somebody may hold such a lock. */
export const TRY_EVERY_MS = 250;

const TAKE = statement("advisory-lock.take", { taken: bool })`
  select pg_try_advisory_xact_lock(${text("key", "1")}::text::bigint) as taken`;

/**
 * Takes a lock that is known by its number, unless somebody else has it, in whatever process. The transaction releases it.
 * @param key any whole number that nobody else locks by
 */
export async function tryAdvisoryLock(manager: EntityManager, key: number): Promise<boolean> {
  const answer = await TAKE.first({ key: String(key) }, manager);
  return answer?.taken === true;
}

/** The same, once nobody else has it. */
export async function holdAdvisoryLock(manager: EntityManager, key: number): Promise<void> {
  while (!(await tryAdvisoryLock(manager, key))) await setTimeout(TRY_EVERY_MS);
}
