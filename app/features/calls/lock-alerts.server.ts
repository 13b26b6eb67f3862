import { TradeAlert } from "db/entities/trade-alert";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, uuid } from "db/sql";
import { statement } from "db/statement.server";

const LOCK = statement("lock-alerts", columns(TradeAlert, "id"))`
  select id from trade_alerts
   where id in (select record_id from calls where id = any(${array(uuid)("ids")}::uuid[]) and kind = 'alert')
   order by id for no key update`;

/**
 * Locks these calls' alerts until the transaction ends. Closing or correcting a call writes to its alert.
 * Saving an alert locks its row before the ledger. The opposite order would deadlock.
 * @param ids of calls. Run this before `openLedger`.
 */
export const lockAlerts = (ids: readonly string[], manager: EntityManager): Promise<unknown> =>
  LOCK.all({ ids: [...ids] }, manager);
