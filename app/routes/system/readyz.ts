import { json } from "@remix-run/node";
import { databaseState } from "db/orm.server";
import { isStopping } from "~/http/stopping.server";

/** The process can do its work: the database answers, its migrations are done, and nobody is stopping us. */
export async function loader() {
  const { reachable, pendingMigrations } = await databaseState();
  const ready = reachable && pendingMigrations === 0 && !isStopping();
  return json(
    { ready, database: reachable, pendingMigrations, stopping: isStopping() },
    { status: ready ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
