import { type EntityManager, em } from "db/orm.server";
import { decimal, literal, type RowOf, sql, text, timestamp } from "db/sql";
import { command, forEachOf, script, statement } from "db/statement.server";
import { config } from "~/platform/config.server";
import { demoTable } from "~/platform/demo-table.server";

/** The simulated bank's answers after the buyer's approval. */
export const BANK_OUTCOMES = ["completes", "stays pending", "is declined"] as const;
export type BankOutcome = (typeof BANK_OUTCOMES)[number];

const STATUSES = ["CREATED", "APPROVED", "COMPLETED"] as const;
const CAPTURE_STATUSES = ["COMPLETED", "PENDING", "DECLINED", "PARTIALLY_REFUNDED", "REFUNDED"] as const;

const ORDER = {
  id: text.from`id`,
  status: literal(STATUSES).from`status`,
  customId: text.from`custom_id`,
  description: text.from`description`,
  amount: text.from`amount`,
  currency: text.from`currency`,
  payee: text.from`payee`,
  brand: text.from`brand`,
  ending: literal(BANK_OUTCOMES).from`ending`,
  returnUrl: text.from`return_url`,
  cancelUrl: text.from`cancel_url`,
  captureId: text.orNull.from`capture_id`,
  captureStatus: literal(CAPTURE_STATUSES).orNull.from`capture_status`,
  createdAt: timestamp.from`created_at`,
};

/** An order of the simulator; `status` is PayPal's. */
export type SimulatedOrder = RowOf<typeof ORDER>;

export type NewOrder = Omit<SimulatedOrder, "createdAt">;

// Any number works, as long as nothing else in this database uses it.
const ADVISORY_LOCK_ID = 4_177_226;

const CREATE_TABLE = script("simulator.create-table")`
  select pg_advisory_xact_lock(${ADVISORY_LOCK_ID});
  create schema if not exists demo_paypal;
  create table if not exists demo_paypal.orders (
    id text primary key, status text not null, custom_id text not null, description text not null,
    amount text not null, currency text not null, payee text not null, brand text not null,
    return_url text not null, cancel_url text not null, ending text not null, capture_id text unique,
    capture_status text, created_at timestamptz(3) not null default now());
  create table if not exists demo_paypal.refunds (
    id text primary key, order_id text not null references demo_paypal.orders, request_id text unique, amount numeric not null);`;

const ensureTable = demoTable(CREATE_TABLE);

const ADD = command("simulator.add")`
  insert into demo_paypal.orders (id, status, custom_id, description, amount, currency, payee, brand, return_url,
                                  cancel_url, ending)
  values (${text("id")}, ${literal(STATUSES)("status")}, ${text("customId")}, ${text("description")}, ${text("amount")},
          ${text("currency")}, ${text("payee")}, ${text("brand")}, ${text("returnUrl")}, ${text("cancelUrl")},
          ${literal(BANK_OUTCOMES)("ending")})`;

export async function addOrder(order: NewOrder): Promise<void> {
  await ensureTable();
  await ADD.run(order);
}

type OrderKey = { id: string } | { captureId: string };

const keyOf = (key: OrderKey): { by: keyof typeof KEYS; value: string } =>
  "id" in key ? { by: "id", value: key.id } : { by: "captureId", value: key.captureId };

/** The columns of a key: in the simulator's table, and in the shop's tables. */
const KEYS = {
  id: { own: sql`id`, shop: sql`o.provider_order_id` },
  captureId: { own: sql`capture_id`, shop: sql`p.provider_capture_id` },
};

export async function findOrder(key: OrderKey, manager?: EntityManager): Promise<SimulatedOrder | undefined> {
  await ensureTable();
  const found = await selectOrder(key, manager);
  if (found) return found;
  await importDemoOrder(key, manager);
  return selectOrder(key, manager);
}

const IMPORT = forEachOf(
  ["id", "captureId"],
  (by) => command(`simulator.import, by ${by}`)`
  insert into demo_paypal.orders (id, status, custom_id, description, amount, currency, payee, brand, return_url,
                                  cancel_url, ending, capture_id, capture_status)
  select o.provider_order_id, case when p.provider_capture_id is null then 'CREATED' else 'COMPLETED' end,
         o.id, o.plan_name || ', ' || o.days || ' days', o.amount, o.currency, ${text("payee")}, ${text("brand")},
         ${text("back")} || o.member_id, ${text("back")} || o.member_id || '&cancelled=1', 'completes',
         p.provider_capture_id,
         case when p.refunded_at is not null then 'REFUNDED' when p.provider_capture_id is not null then p.status end
    from orders o left join payments p on p.order_id = o.id
   where ${KEYS[by].shop} = ${text("value")}
  on conflict do nothing`,
);

/**
 * The demo content's purchases were never made in the simulator, yet the shop queries them and staff may
 * refund them. The simulator imports those from the shop's tables.
 */
async function importDemoOrder(key: OrderKey, manager?: EntityManager): Promise<void> {
  const { publicUrl, siteName, paypal } = config();
  const back = `${publicUrl}/subscription?userId=`;
  const { by, value } = keyOf(key);
  await IMPORT[by].run({ payee: paypal?.merchantId ?? "", brand: siteName, back, value }, manager);
}

const READ = forEachOf(
  ["id", "captureId"],
  (by) => statement(`simulator.read, by ${by}`, ORDER)`
  select ${ORDER} from demo_paypal.orders where ${KEYS[by].own} = ${text("value")}`,
);
const LOCK = forEachOf(
  ["id", "captureId"],
  (by) => statement(`simulator.lock, by ${by}`, ORDER)`
  select ${ORDER} from demo_paypal.orders where ${KEYS[by].own} = ${text("value")} for update`,
);

function selectOrder(key: OrderKey, manager?: EntityManager): Promise<SimulatedOrder | undefined> {
  const { by, value } = keyOf(key);
  return manager ? LOCK[by].first({ value }, manager) : READ[by].first({ value });
}

const CHANGE = command("simulator.change")`
  update demo_paypal.orders set status = ${literal(STATUSES)("status")}, ending = ${literal(BANK_OUTCOMES)("ending")},
         capture_id = ${text.orNull("captureId")}, capture_status = ${literal(CAPTURE_STATUSES).orNull("captureStatus")}
   where id = ${text("id")}`;

/** Changes an order under a lock. @param change the new values; if it throws, nothing changes */
export async function changeOrder(
  key: OrderKey,
  change: (order: SimulatedOrder | undefined) => SimulatedOrder,
): Promise<SimulatedOrder> {
  await ensureTable();
  return em().transactional(async (manager) => {
    const next = change(await findOrder(key, manager));
    await CHANGE.run(next, manager);
    return next;
  });
}

const REFUND = { id: text.from`id`, orderId: text.from`order_id`, amount: decimal.from`amount` };

/** A refund of a simulated order. */
export type SimulatedRefund = RowOf<typeof REFUND>;

const ADD_REFUND = statement("simulator.add-refund", REFUND)`
  insert into demo_paypal.refunds (id, order_id, request_id, amount)
  values (${text("id")}, ${text("orderId")}, ${text.orNull("requestId")}, ${decimal("amount")}) returning ${REFUND}`;
const REFUND_OF_REQUEST = statement("simulator.refund-of-request", REFUND)`
  select ${REFUND} from demo_paypal.refunds where request_id = ${text("requestId")}`;
const REFUND_BY_ID = statement("simulator.refund", REFUND)`
  select ${REFUND} from demo_paypal.refunds where id = ${text("id")}`;
const REFUNDED = { sum: decimal.from`coalesce(sum(amount), 0)::numeric(12, 2)` };
const REFUNDED_SO_FAR = statement("simulator.refunded", REFUNDED)`
  select ${REFUNDED} from demo_paypal.refunds where order_id = ${text("orderId")}`;

/**
 * Adds a refund to a captured order under a lock. A repeated request id returns the same refund.
 * @param decide the amount and the new status; if it throws, nothing changes
 */
export async function addRefund(
  key: OrderKey,
  refund: { id: string; requestId: string | null },
  decide: (
    order: SimulatedOrder | undefined,
    soFar: string,
  ) => { amount: string; status: SimulatedOrder["captureStatus"] },
): Promise<{ order: SimulatedOrder; refund: SimulatedRefund }> {
  await ensureTable();
  return em().transactional(async (manager) => {
    const order = await findOrder(key, manager);
    const { requestId } = refund;
    const before = requestId ? await REFUND_OF_REQUEST.first({ requestId }, manager) : undefined;
    if (order && before) return { order, refund: before };
    const { sum = "0" } = (order && (await REFUNDED_SO_FAR.first({ orderId: order.id }, manager))) ?? {};
    const { amount, status } = decide(order, sum);
    if (!order) throw new Error("A refund was decided without an order");
    const next = { ...order, captureStatus: status };
    await CHANGE.run(next, manager);
    const added = await ADD_REFUND.first({ ...refund, orderId: order.id, amount }, manager);
    if (!added) throw new Error("The refund was not recorded");
    return { order: next, refund: added };
  });
}

export async function findRefund(
  id: string,
): Promise<{ order: SimulatedOrder; refund: SimulatedRefund } | undefined> {
  await ensureTable();
  const refund = await REFUND_BY_ID.first({ id });
  const order = refund && (await findOrder({ id: refund.orderId }));
  return refund && order && { order, refund };
}
