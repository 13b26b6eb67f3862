import type { EntityManager } from "../../db/orm.server";
import { timestamp } from "../../db/sql";
import { statement } from "../../db/statement.server";
import { dayIn } from "../ui/dates";
import { config } from "./config.server";

const NOW = statement("database-clock.now", { now: timestamp })`select clock_timestamp() as now`;

/** Now, by the one clock that all servers share. @param within a transaction that holds a connection already */
export async function databaseNow(within?: EntityManager): Promise<Date> {
  const row = await NOW.first({}, within);
  if (!row) throw new Error("The database told no time");
  return row.now;
}

/**
 * Today at the site, yyyy-mm-dd. By the database's clock: a server whose own goes wrong would take a day for over, or for begun, that is
 * not. @param now another moment, where a test says one
 */
export const siteToday = async (now?: Date): Promise<string> =>
  dayIn(config().siteTz, now ?? (await databaseNow()));
