import { databaseState } from "db/orm.server";
import { isStopping } from "./stopping-flag.server";

/**
 * Whether the process can serve: the database answers, its migrations are done, and the process is not
 * stopping.
 */
export async function readiness() {
  const { reachable, pendingMigrations } = await databaseState();
  const stopping = isStopping();
  return {
    ready: reachable && pendingMigrations === 0 && !stopping,
    database: reachable,
    pendingMigrations,
    stopping,
  };
}
