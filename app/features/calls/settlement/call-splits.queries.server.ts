import type { EntityManager } from "db/orm.server";
import { day, decimal, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Split } from "./settlement.rules";

const SPLITS = statement("calls.splits", { day, ratio: decimal })`
  select s.day, s.ratio from calls c join splits s on s.instrument_id = c.instrument_id
   where c.id = ${uuid("id")} order by s.day`;

/** All splits of a call's instrument, oldest first. @param within the caller's transaction, if any */
export const splitsOfCall = (id: string, within?: EntityManager): Promise<Split[]> =>
  SPLITS.all({ id }, within);
