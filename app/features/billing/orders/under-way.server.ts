import { Order } from "db/entities/order";
import { columnsAs } from "db/entity-columns.server";
import { type RowOf, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { formatMoney } from "~/ui/format";
import { AppError } from "~/web/app-error.server";
import { captureOnce } from "./capture.server";

const UNDER_WAY = columnsAs("o", Order, "id", "status", "packageName", "amount", "currency");

/** A member's newest order whose money is pending or may be taken. Gifts do not count. */
export type MoneyUnderWay = RowOf<typeof UNDER_WAY>;

const FIND = statement("orders.under-way", UNDER_WAY)`
  select ${UNDER_WAY} from orders o
   where o.member_id = ${uuid("memberId")}
     and (o.status = 'pending' or o.status = 'unknown' and o.end_reason is null
          or o.status = 'capturing' and exists (select 1 from payments p where p.order_id = o.id and p.status = 'PENDING'))
     and not exists (select 1 from gifts g where g.order_id = o.id)
   order by o.created_at desc limit 1`;

export const moneyUnderWay = (memberId: string): Promise<MoneyUnderWay | undefined> =>
  FIND.first({ memberId });

/** The text on plans and account, for instance "A payment of $29.00 for Premium is on its way". */
export const underWayText = ({ status, packageName, amount, currency }: MoneyUnderWay): string =>
  `A payment of ${formatMoney(amount, currency)} for ${packageName} ${
    status === "pending" ? "is on its way" : "may be on its way: PayPal has not confirmed it yet"
  }`;

const NO_NEED = "There is no need to pay again.";

/**
 * Keeps a member from paying while another payment may be pending. PayPal is queried once more.
 * @throws AppError 409 while it is pending, and when it has just come in
 */
export async function assertNothingUnderWay(memberId: string): Promise<void> {
  const order = await moneyUnderWay(memberId);
  if (!order) return;
  const { state } = await captureOnce(order.id);
  if (state === "captured") {
    const paid = `We have just received your payment of ${formatMoney(order.amount, order.currency)} for ${order.packageName}.`;
    throw new AppError(409, `${paid} There is nothing more to pay.`);
  }
  const now = await moneyUnderWay(memberId);
  if (now) throw new AppError(409, `${underWayText(now)}. ${NO_NEED}`);
}
