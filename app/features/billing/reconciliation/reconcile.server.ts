import { Order } from "db/entities/order";
import { columnsAs } from "db/entity-columns.server";
import { isDatabaseUnavailable } from "db/orm.server";
import { sql } from "db/sql";
import { command, statement } from "db/statement.server";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { repeat } from "~/platform/repeat.server";
import { isStopping } from "~/platform/stopping-flag.server";
import { captureOnce, LOCK_SECONDS } from "../orders/capture.server";

/** Orders looked at in one round of one instance. */
const BATCH_SIZE = 20;

/** Orders given up in one round: the statement ends before statements are cancelled. */
const CANCELLED_AT_ONCE = 1_000;

/** Looked at for those of a round: of what other instances have taken there may be as many rounds. */
const CANDIDATES = 10 * BATCH_SIZE;

/**
 * Approved ones, those whose process vanished, and those of which nobody knows what became of their money are due after a minute, then
 * ever less often for 72 hours; staff see them from a quarter of an hour on. Money that is on its way may take a bank's days, and is asked
 * about for a month. What nobody was seen to approve is asked about every two minutes for the three hours and a half in which PayPal
 * lets it be approved, because a buyer may have closed the page right after approving.
 */
const IS_DUE = sql`
  provider_order_id is not null and status in ('created', 'approved', 'capturing', 'unknown', 'pending')
  and created_at > now() - case when status = 'created' then interval '4 hours'
                                when status in ('pending', 'capturing') then interval '30 days'
                                else interval '72 hours' end
  and case when status = 'created' then updated_at < now() - interval '2 minutes'
           else updated_at < now() - greatest(make_interval(secs => ${LOCK_SECONDS}),
                  case when now() - created_at > interval '1 hour' then (now() - created_at) / 10
                       else interval '0' end) end`;

/**
 * Orders that are due, taken by touching them: of several instances each takes others, and none is asked about
 * twice at a time. Their index alone tells which they are; to lock a row is to read it, so only those of a few rounds are.
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

/** What nobody approved in time is given up; nothing was paid. */
const CANCEL_EXPIRED_ORDERS = command("reconcile.cancel-expired")`
  update orders set status = 'cancelled', end_reason = 'expired', last_error = 'Not approved in time', version = version + 1
   where id in (select id from orders where status = 'created' and created_at < now() - interval '4 hours'
                 limit ${CANCELLED_AT_ONCE} for update skip locked)`;

/** Ends orders that nobody else ended. Any number of instances may do so at the same time. */
export async function reconcileOrders(): Promise<void> {
  await CANCEL_EXPIRED_ORDERS.run();
  const due = await LOCK_DUE_ORDERS.all();
  for (const { id } of due) {
    if (isStopping()) return;
    await reconcile(id);
  }
}

/** One that cannot be ended keeps no other waiting; its turn comes again. */
async function reconcile(orderId: string): Promise<void> {
  try {
    const { state } = await captureOnce(orderId);
    if (state !== "not approved") log().info({ orderId, state }, "order reconciled");
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log().error({ err: error, orderId }, "order could not be reconciled");
  }
}

/** How long a stopping server waits for the order under way; another instance ends it otherwise. Milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

/** Looks at unfinished orders now and then until it is stopped. @returns what stops it, when the round has ended */
export function startReconciling(): () => Promise<void> {
  if (!config().paypal) return async () => {};
  const stop = repeat(reconcileLogged, config().reconcileIntervalSeconds * 1000);
  return async () => {
    await Promise.race([stop(), new Promise((resolve) => setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref())]);
  };
}

/** A round whose failure is logged. Without a database nothing is said: the next round tries again. */
async function reconcileLogged(): Promise<void> {
  try {
    await reconcileOrders();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) log().error({ err: error }, "orders could not be reconciled");
  }
}
