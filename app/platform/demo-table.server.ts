import { em } from "db/orm.server";
import type { Script } from "db/statement.server";
import { config } from "./config.server";

/**
 * A table of the demo, in a schema of its own: no migration creates it, because it must not exist elsewhere.
 * @param create a script that locks first, so that two instances create it one after the other
 * @returns what creates it before its first use
 */
export function demoTable(create: Script): () => Promise<void> {
  /** The databases, by address, whose table exists. */
  const prepared = new Set<string>();
  return async () => {
    const { databaseUrl } = config();
    if (prepared.has(databaseUrl)) return;
    await em().transactional((manager) => create.run(manager));
    prepared.add(databaseUrl);
  };
}
