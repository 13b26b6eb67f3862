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
 * Waits for whoever writes these calls' alerts. A call that is closed, and one whose result is corrected, writes to its alert, and who
 * saves an alert has its row before the ledger: taken the other way round, each would wait for the other.
 * @param ids of calls. Asked before `openLedger`
 */
export const lockAlertsOf = (ids: readonly string[], manager: EntityManager): Promise<unknown> =>
  LOCK.all({ ids: [...ids] }, manager);
