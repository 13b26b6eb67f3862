import type { OrderStatus } from "db/entities/order";
import { query } from "db/query.server";
import type { Tier } from "~/features/auth/viewer.server";

/** An order as it was agreed before the redirect. `amount` is an exact decimal. */
export type StoredOrder = {
  id: string;
  memberId: string;
  packageId: string | null;
  planName: string;
  tier: Tier;
  amount: string;
  currency: string;
  days: number;
  providerOrderId: string | null;
  status: OrderStatus;
  lastError: string | null;
};

/** The columns of `StoredOrder`, of a table called `o`. */
export const ORDER_COLUMNS = `o.id, o.member_id as "memberId", o.package_id as "packageId", o.plan_name as "planName",
  o.tier, o.amount, o.currency, o.days, o.provider_order_id as "providerOrderId", o.status, o.last_error as "lastError"`;

/** The order behind the provider's id of it. */
export async function orderByProviderId(providerOrderId: string): Promise<StoredOrder | undefined> {
  const [found] = await query<StoredOrder>(
    `select ${ORDER_COLUMNS} from orders o where o.provider_order_id = ?`,
    [providerOrderId],
  );
  return found;
}

export async function orderById(id: string): Promise<StoredOrder | undefined> {
  const [found] = await query<StoredOrder>(`select ${ORDER_COLUMNS} from orders o where o.id = ?`, [id]);
  return found;
}
