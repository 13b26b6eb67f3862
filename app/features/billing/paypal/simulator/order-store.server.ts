import { type EntityManager, em } from "db/orm.server";
import { query } from "db/query.server";
import { config } from "~/platform/config.server";

/** How the simulator's bank answers once the buyer has approved. */
export const BANK_OUTCOMES = ["completes", "stays pending", "is declined"] as const;
export type BankOutcome = (typeof BANK_OUTCOMES)[number];

/** An order of the simulator's own; `status` in PayPal's words. */
export type SimulatedOrder = {
  id: string;
  status: "CREATED" | "APPROVED" | "COMPLETED";
  customId: string;
  description: string;
  amount: string;
  currency: string;
  payee: string;
  brand: string;
  returnUrl: string;
  cancelUrl: string;
  ending: BankOutcome;
  captureId: string | null;
  captureStatus: "COMPLETED" | "PENDING" | "DECLINED" | "REFUNDED" | null;
  createdAt: Date;
};

export type NewOrder = Omit<SimulatedOrder, "createdAt">;

// Any number will do, as long as nobody else in this database locks the same one.
const ADVISORY_LOCK_ID = 4_177_226;

/** In a schema of its own and made here, not by a migration: none of it exists outside the demo. */
const CREATE_TABLE = `
  create schema if not exists demo_paypal;
  create table if not exists demo_paypal.orders (
    id text primary key, status text not null, custom_id text not null, description text not null,
    amount text not null, currency text not null, payee text not null, brand text not null,
    return_url text not null, cancel_url text not null, ending text not null, capture_id text unique,
    capture_status text, created_at timestamptz(3) not null default now());`;

/** The databases, by address, whose table is there. */
const preparedDatabases = new Set<string>();

/** The table, made at its first use; two instances that come at once make it one after the other. */
async function ensureTable(): Promise<void> {
  const { databaseUrl } = config();
  if (preparedDatabases.has(databaseUrl)) return;
  await em().transactional(async (manager) => {
    await query("select pg_advisory_xact_lock(?)", [ADVISORY_LOCK_ID], manager);
    await query(CREATE_TABLE, [], manager);
  });
  preparedDatabases.add(databaseUrl);
}

const COLUMNS = `id, status, custom_id as "customId", description, amount, currency, payee, brand, ending,
  return_url as "returnUrl", cancel_url as "cancelUrl", capture_id as "captureId",
  capture_status as "captureStatus", created_at as "createdAt"`;

export async function addOrder(order: NewOrder): Promise<void> {
  await ensureTable();
  await query(
    `insert into demo_paypal.orders (id, status, custom_id, description, amount, currency, payee, brand, return_url,
                                     cancel_url, ending) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      order.id,
      order.status,
      order.customId,
      order.description,
      order.amount,
      order.currency,
      order.payee,
      order.brand,
      order.returnUrl,
      order.cancelUrl,
      order.ending,
    ],
  );
}

type OrderKey = { id: string } | { captureId: string };

const whereKey = (key: OrderKey): [column: string, value: string] =>
  "id" in key ? ["id", key.id] : ["capture_id", key.captureId];

export async function findOrder(key: OrderKey, manager?: EntityManager): Promise<SimulatedOrder | undefined> {
  await ensureTable();
  const found = await selectOrder(key, manager);
  if (found) return found;
  await importDemoOrder(key, manager);
  return selectOrder(key, manager);
}

/**
 * The purchases of the demo's content were never made here, yet the shop asks about them and staff may refund them:
 * the simulator knows of those what the shop's books say.
 */
async function importDemoOrder(key: OrderKey, manager?: EntityManager): Promise<void> {
  const { publicUrl, siteName, paypal } = config();
  const back = `${publicUrl}/subscription?userId=`;
  await query(
    `insert into demo_paypal.orders (id, status, custom_id, description, amount, currency, payee, brand, return_url,
                                     cancel_url, ending, capture_id, capture_status)
     select o.provider_order_id, case when p.provider_capture_id is null then 'CREATED' else 'COMPLETED' end,
            o.id, o.plan_name || ', ' || o.days || ' days', o.amount, o.currency, ?, ?, ? || o.member_id,
            ? || o.member_id || '&cancelled=1', 'completes', p.provider_capture_id,
            case when p.refunded_at is not null then 'REFUNDED' when p.provider_capture_id is not null then p.status end
       from orders o left join payments p on p.order_id = o.id
      where ${"id" in key ? "o.provider_order_id" : "p.provider_capture_id"} = ?
     on conflict do nothing`,
    [paypal?.merchantId ?? "", siteName, back, back, whereKey(key)[1]],
    manager,
  );
}

async function selectOrder(key: OrderKey, manager?: EntityManager): Promise<SimulatedOrder | undefined> {
  const [column, value] = whereKey(key);
  const [found] = await query<SimulatedOrder>(
    `select ${COLUMNS} from demo_paypal.orders where ${column} = ?${manager ? " for update" : ""}`,
    [value],
    manager,
  );
  return found;
}

/** Changes an order while nobody else can. @param change what changes; it may throw to change nothing */
export async function changeOrder(
  key: OrderKey,
  change: (order: SimulatedOrder | undefined) => SimulatedOrder,
): Promise<SimulatedOrder> {
  await ensureTable();
  return em().transactional(async (manager) => {
    const next = change(await findOrder(key, manager));
    await query(
      `update demo_paypal.orders set status = ?, ending = ?, capture_id = ?, capture_status = ? where id = ?`,
      [next.status, next.ending, next.captureId, next.captureStatus, next.id],
      manager,
    );
    return next;
  });
}
