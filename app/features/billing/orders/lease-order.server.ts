import { END_REASONS, type EndReason, ORDER_STATUSES } from "db/entities/order";
import { em } from "db/orm.server";
import { literal, type RowOf, raw, sql, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { type LeasedMove, stateAfter } from "./order-states.rules.server";
import { ORDER } from "./orders.queries.server";

/**
 * After this long, the process that leased an order is taken to be gone: all its requests together take less.
 * Seconds.
 */
export const LEASE_SECONDS = 60;

const WAITED = { waited: text.from`pg_advisory_xact_lock(hashtextextended(member_id::text, 31))::text` };
/** Orders of one buyer are leased one after another, so each sees the state of the others. */
const WAIT_FOR_LEASE = statement("capture.wait-for-turn", WAITED)`
  select ${WAITED} from orders where id = ${uuid("id")}`;

const LEASED = {
  ...ORDER,
  providerOrderId: text.present.from`o.provider_order_id`,
  captureSentAt: timestamp.orNull.from`o.capture_sent_at`,
  before: literal(ORDER_STATUSES).from`held.status`,
};
export type LeasedOrder = RowOf<typeof LEASED>;

/** Whether a process is capturing the order at this moment. @param orders the alias of its row */
const isAtWork = (orders: "o" | "other") => sql`
  ${raw(orders)}.status = 'capturing' and ${raw(orders)}.updated_at >= now() - make_interval(secs => ${LEASE_SECONDS})`;
const isGift = (orders: "o" | "other") =>
  sql`exists (select 1 from gifts g where g.order_id = ${raw(orders)}.id)`;

const LEASE_ORDER = statement("capture.take-order", LEASED)`
  update orders o set status = 'capturing', version = o.version + 1
    from (select id, status from orders where id = ${uuid("id")} for update) as held
   where o.id = held.id and o.provider_order_id is not null and o.status <> 'captured' and not (${isAtWork("o")})
     and (${isGift("o")} or not exists (
       select 1 from orders other
        where other.member_id = o.member_id and other.id <> o.id and ${isAtWork("other")} and not ${isGift("other")}))
   returning ${LEASED}`;

/**
 * Leases an order if no process works on it and none of the buyer's other orders is being captured. Gifts can
 * run in parallel.
 */
export const leaseOrder = (id: string): Promise<LeasedOrder | undefined> =>
  em().transactional(async (manager) => {
    await WAIT_FOR_LEASE.all({ id }, manager);
    return LEASE_ORDER.first({ id }, manager);
  });

const RELEASE = command("capture.release")`
  update orders set status = ${literal(ORDER_STATUSES)("status")}, last_error = ${text.orNull("detail")},
         end_reason = ${literal(END_REASONS).orNull("reason")},
         capture_sent_at = ${timestamp.orNull("captureSentAt")}, version = version + 1
   where id = ${uuid("id")} and status = 'capturing'`;

type Learned = {
  reason?: EndReason;
  detail?: string;
  /** The provider has reported that it took no money. */
  isAnswered?: boolean;
};

/** Releases the lease of an unpaid order. */
export function releaseOrder(order: LeasedOrder, move: LeasedMove, learned: Learned = {}): Promise<void> {
  const { id, endReason, captureSentAt, lastError } = order;
  const { reason = endReason, detail = lastError ?? undefined, isAnswered } = learned;
  const status = stateAfter(move, { ...order, endReason: reason });
  return RELEASE.run({
    id,
    status,
    reason: move === "sent back" ? null : reason,
    detail: detail?.slice(0, 2000) ?? null,
    captureSentAt: isAnswered ? null : captureSentAt,
  });
}
