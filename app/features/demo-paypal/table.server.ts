import { type EntityManager, em } from "db/orm.server";
import { rows } from "db/rows.server";
import { config } from "~/http/config.server";

/** How the simulator's bank answers once the buyer has approved. */
export const ENDINGS = ["completes", "stays pending", "is declined"] as const;
export type Ending = (typeof ENDINGS)[number];

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
  ending: Ending;
  captureId: string | null;
  captureStatus: "COMPLETED" | "PENDING" | "DECLINED" | "REFUNDED" | null;
  createdAt: Date;
};

export type NewOrder = Omit<SimulatedOrder, "createdAt">;

// Any number will do, as long as nobody else in this database locks the same one.
const LOCK = 4_177_226;

/** In a schema of its own and made here, not by a migration: none of it exists outside the demo. */
const CREATE = `
  create schema if not exists demo_paypal;
  create table if not exists demo_paypal.orders (
    id text primary key, status text not null, custom_id text not null, description text not null,
    amount text not null, currency text not null, payee text not null, brand text not null,
    return_url text not null, cancel_url text not null, ending text not null, capture_id text unique,
    capture_status text, created_at timestamptz(3) not null default now());`;

/** The databases, by address, whose table is there. */
const made = new Set<string>();

/** The table, made at its first use; two instances that come at once make it one after the other. */
async function ready(): Promise<void> {
  const { databaseUrl } = config();
  if (made.has(databaseUrl)) return;
  await em().transactional(async (manager) => {
    await rows("select pg_advisory_xact_lock(?)", [LOCK], manager);
    await rows(CREATE, [], manager);
  });
  made.add(databaseUrl);
}

const COLUMNS = `id, status, custom_id as "customId", description, amount, currency, payee, brand, ending,
  return_url as "returnUrl", cancel_url as "cancelUrl", capture_id as "captureId",
  capture_status as "captureStatus", created_at as "createdAt"`;

export async function addOrder(order: NewOrder): Promise<void> {
  await ready();
  await rows(
    `insert into demo_paypal.orders (id, status, custom_id, description, amount, currency, payee, brand, return_url,
                                     cancel_url, ending) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...[order.id, order.status, order.customId, order.description, order.amount, order.currency],
      ...[order.payee, order.brand, order.returnUrl, order.cancelUrl, order.ending],
    ],
  );
}

type Key = { id: string } | { captureId: string };

const condition = (key: Key): [column: string, value: string] =>
  "id" in key ? ["id", key.id] : ["capture_id", key.captureId];

export async function findOrder(key: Key, manager?: EntityManager): Promise<SimulatedOrder | undefined> {
  await ready();
  const [column, value] = condition(key);
  const [found] = await rows<SimulatedOrder>(
    `select ${COLUMNS} from demo_paypal.orders where ${column} = ?${manager ? " for update" : ""}`,
    [value],
    manager,
  );
  return found;
}

/** The newest orders, for the merchant's page. */
export async function latestOrders(limit: number): Promise<SimulatedOrder[]> {
  await ready();
  return rows(`select ${COLUMNS} from demo_paypal.orders order by created_at desc, id limit ?`, [limit]);
}

/** Changes an order while nobody else can. @param decide what changes; it may throw to change nothing */
export async function changeOrder(
  key: Key,
  decide: (order: SimulatedOrder | undefined) => SimulatedOrder,
): Promise<SimulatedOrder> {
  await ready();
  return em().transactional(async (manager) => {
    const next = decide(await findOrder(key, manager));
    await rows(
      `update demo_paypal.orders set status = ?, ending = ?, capture_id = ?, capture_status = ? where id = ?`,
      [next.status, next.ending, next.captureId, next.captureStatus, next.id],
      manager,
    );
    return next;
  });
}
