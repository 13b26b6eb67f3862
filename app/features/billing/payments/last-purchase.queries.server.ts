import { Order } from "db/entities/order";
import { Payment } from "db/entities/payment";
import { columnAs, columnsAs } from "db/entity-columns.server";
import { bool, type RowOf, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { PackageOnSale } from "../plans/packages.queries.server";

const BOUGHT = {
  ...columnsAs("o", Order, "package", "packageName", "tier", "days"),
  paymentId: columnAs("p", Payment, "id"),
  /** Paid within the last half hour, and not refunded since. */
  isJustPaid: bool.from`p.payment_date > now() - interval '30 minutes' and p.refunded_at is null`,
};
const LAST_PURCHASE = statement("orders.last-purchase", BOUGHT)`
  select ${BOUGHT} from payments p join orders o on o.id = p.order_id
   where p.member_id = ${uuid("memberId")} and p.status = 'COMPLETED'
     and not exists (select 1 from gifts g where g.order_id = o.id)
   order by p.payment_date desc, p.id desc limit 1`;

type LastPurchase = RowOf<typeof BOUGHT>;

/** A member's last payment for their own access. */
export const lastPurchase = (memberId: string): Promise<LastPurchase | undefined> =>
  LAST_PURCHASE.first({ memberId });

/** The length that was bought: its package, or one of the same tier and days if that has left the sale. */
export function lastLength(
  bought: LastPurchase | undefined,
  onSale: readonly PackageOnSale[],
): string | undefined {
  if (!bought) return undefined;
  const isSameLength = ({ tier, days }: PackageOnSale) => tier === bought.tier && days === bought.days;
  const found = onSale.find(({ id }) => id === bought.package) ?? onSale.find(isSameLength);
  return found?.id;
}
