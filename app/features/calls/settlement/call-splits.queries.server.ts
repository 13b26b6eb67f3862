import type { EntityManager } from "db/orm.server";
import { day, decimal, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Split } from "./settlement.rules";

const SPLITS = statement("calls.splits", { day, ratio: decimal })`
  select s.day, s.ratio from calls c join splits s on s.instrument_id = c.instrument_id
   where c.id = ${uuid("id")} order by s.day`;

/** All splits of a call's instrument, in their order. @param within the transaction that asks, if it is in one */
export const splitsOfCall = (id: string, within?: EntityManager): Promise<Split[]> =>
  SPLITS.all({ id }, within);
