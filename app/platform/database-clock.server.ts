import type { EntityManager } from "../../db/orm.server";
import { timestamp } from "../../db/sql";
import { statement } from "../../db/statement.server";
import { dayIn } from "../ui/dates";
import { config } from "./config.server";

const NOW = statement("database-clock.now", { now: timestamp })`select clock_timestamp() as now`;

/**
 * The current time of the database, which all servers share.
 * @param within a transaction that already holds a connection
 */
export async function databaseNow(within?: EntityManager): Promise<Date> {
  const row = await NOW.first({}, within);
  if (!row) throw new Error("The database returned no time");
  return row.now;
}

/**
 * The current day in the site's time zone, yyyy-mm-dd. Uses the database's clock, because a server's clock
 * may be wrong.
 * @param now a fixed moment, in tests
 */
export const siteToday = async (now?: Date): Promise<string> =>
  dayIn(config().siteTz, now ?? (await databaseNow()));
