import { Order } from "db/entities/order";
import { columnsAs } from "db/entity-columns.server";
import { isDatabaseUnavailable } from "db/orm.server";
import { sql } from "db/sql";
import { command, statement } from "db/statement.server";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { repeat } from "~/platform/repeat.server";
import { isStopping } from "~/platform/stopping-flag.server";
import { captureOnce } from "../orders/capture.server";
import { LEASE_SECONDS } from "../orders/lease-order.server";

/** Orders checked in one round of one instance. */
const BATCH_SIZE = 20;

/** Orders cancelled in one round. The number keeps the statement within the time limit. */
const CANCELLED_AT_ONCE = 1_000;

/** Rows read to fill a round: other instances may have leased those of several rounds. */
const CANDIDATES = 10 * BATCH_SIZE;

/**
 * Three groups are due after a minute, then ever less often for 72 hours: approved orders, orders whose
 * process vanished, and orders with an unknown payment. Staff see them after 15 minutes. Pending money may
 * take a bank some days, so it is queried for a month. Orders without a known approval are queried every two
 * minutes for three and a half hours, as long as PayPal accepts an approval: a buyer may approve and close
 * the page.
 */
const IS_DUE = sql`
  provider_order_id is not null and status in ('created', 'approved', 'capturing', 'unknown', 'pending')
  and created_at > now() - case when status = 'created' then interval '4 hours'
                                when status in ('pending', 'capturing') then interval '30 days'
                                else interval '72 hours' end
  and case when status = 'created' then updated_at < now() - interval '2 minutes'
           else updated_at < now() - greatest(make_interval(secs => ${LEASE_SECONDS}),
                  case when now() - created_at > interval '1 hour' then (now() - created_at) / 10
                       else interval '0' end) end`;

/**
 * Due orders, leased by updating them, so two instances never query the same one at a time. The index alone
 * finds the candidates. Locking a row reads it, so only a few rounds' worth are locked.
 */
const LOCK_DUE_ORDERS = statement("reconcile.lock-due", columnsAs("o", Order, "id"))`
  update orders o set version = o.version + 1,
                      status = case when o.status <> 'capturing' then o.status
                                    when o.capture_sent_at is null and o.end_reason is null then 'approved' else 'unknown' end
   where o.id in (
     select id from orders
      where id = any(array(select id from orders where ${IS_DUE} order by updated_at limit ${CANDIDATES})) and ${IS_DUE}
      order by updated_at limit ${BATCH_SIZE} for update skip locked)
  returning o.id`;

/** Cancels orders that nobody approved in time. Nothing was paid for them. */
const CANCEL_EXPIRED_ORDERS = command("reconcile.cancel-expired")`
  update orders set status = 'cancelled', end_reason = 'expired', last_error = 'Not approved in time', version = version + 1
   where id in (select id from orders where status = 'created' and created_at < now() - interval '4 hours'
                 limit ${CANCELLED_AT_ONCE} for update skip locked)`;

/** Finishes orders that no other process finished. Any number of instances may run it at once. */
export async function reconcileOrders(): Promise<void> {
  await CANCEL_EXPIRED_ORDERS.run();
  const due = await LOCK_DUE_ORDERS.all();
  for (const { id } of due) {
    if (isStopping()) return;
    await reconcile(id);
  }
}

/** An order that fails does not block the others. It is retried later. */
async function reconcile(orderId: string): Promise<void> {
  try {
    const { state } = await captureOnce(orderId);
    if (state !== "not approved") log().info({ orderId, state }, "order reconciled");
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log().error({ err: error, orderId }, "order could not be reconciled");
  }
}

/**
 * How long a stopping server waits for the order in progress. After that, another instance finishes it.
 * Milliseconds.
 */
const SHUTDOWN_TIMEOUT_MS = 10_000;

/** Checks unfinished orders at intervals. @returns a function that stops it once the round has ended */
export function startReconciling(): () => Promise<void> {
  if (!config().paypal) return async () => {};
  const stop = repeat(reconcileLogged, config().reconcileIntervalSeconds * 1000);
  return async () => {
    await Promise.race([stop(), new Promise((resolve) => setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref())]);
  };
}

/** Runs a round and logs its failure. Without a database it logs nothing: the next round tries again. */
async function reconcileLogged(): Promise<void> {
  try {
    await reconcileOrders();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) log().error({ err: error }, "orders could not be reconciled");
  }
}
