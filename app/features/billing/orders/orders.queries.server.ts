import { type EndReason, Order, type OrderStatus } from "db/entities/order";
import { columnAs, columnsAs } from "db/entity-columns.server";
import { bool, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Tier } from "~/auth/viewer.server";

/** An order with the terms agreed before the redirect. `amount` is an exact decimal. */
export type StoredOrder = {
  id: string;
  memberId: string;
  packageId: string | null;
  packageName: string;
  tier: Tier;
  amount: string;
  currency: string;
  days: number;
  providerOrderId: string | null;
  status: OrderStatus;
  /** Why the order is over. */
  endReason: EndReason | null;
  lastError: string | null;
  /** The page whose paywall led to the order. */
  lockedPage: string | null;
  /** The coupon whose discount is in the amount. */
  couponId: string | null;
  /** The coupon's code at the time of the order. */
  couponCode: string | null;
  /** Bought as a gift: it gives its buyer no access. */
  isGift: boolean;
};

/** The columns of `StoredOrder`, of a table called `o`. */
export const ORDER = {
  ...columnsAs("o", Order, "id", "packageName", "tier", "amount", "currency", "days", "providerOrderId"),
  ...columnsAs("o", Order, "status", "endReason", "lastError", "lockedPage", "couponCode"),
  memberId: columnAs("o", Order, "member"),
  packageId: columnAs("o", Order, "package"),
  couponId: columnAs("o", Order, "coupon"),
  isGift: bool.from`exists (select 1 from gifts g where g.order_id = o.id)`,
};

const BY_PROVIDER_ID = statement("orders.by-provider-id", ORDER)`
  select ${ORDER} from orders o where o.provider_order_id = ${text("providerOrderId")}`;

/** Finds an order by the provider's order id. */
export const orderByProviderId = (providerOrderId: string): Promise<StoredOrder | undefined> =>
  BY_PROVIDER_ID.first({ providerOrderId });

const BY_ID = statement("orders.by-id", ORDER)`select ${ORDER} from orders o where o.id = ${uuid("id")}`;

export const orderById = (id: string): Promise<StoredOrder | undefined> => BY_ID.first({ id });
