import { randomUUID } from "node:crypto";
import { TIERS } from "db/entities/member";
import { Order } from "db/entities/order";
import { columnsAs } from "db/entity-columns.server";
import { em } from "db/orm.server";
import { literal, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { storedEntitlementOf } from "~/access/stored-entitlement.server";
import {
  addOrder,
  IS_OPEN,
  orderTerms,
  type PlacedOrder,
  type SellablePackage,
} from "../orders/place-order.server";

/** The recipient, and the words they receive. */
export type GiftWords = { recipientEmail: string; senderName: string; message: string };

const WORDS = {
  recipientEmail: text("recipientEmail"),
  senderName: text("senderName"),
  message: text("message"),
};

const ADD_GIFT = command("gifts.add")`
  insert into gifts (id, order_id, buyer_id, tier, recipient_email, sender_name, message)
  values (${uuid("id")}, ${uuid("orderId")}, ${uuid("memberId")}, ${literal(TIERS)("tier")}, ${WORDS.recipientEmail},
          ${WORDS.senderName}, ${WORDS.message})`;

const OPEN_GIFT = statement("gifts.open-order", columnsAs("o", Order, "id"))`
  select o.id from gifts g join orders o on o.id = g.order_id
   where g.buyer_id = ${uuid("memberId")} and g.recipient_email = ${WORDS.recipientEmail}
     and g.sender_name = ${WORDS.senderName} and g.message = ${WORDS.message} and ${IS_OPEN}
   order by o.created_at desc limit 1`;

/**
 * Stores the order of a gift before the buyer goes to the provider. The buyer's own access does not matter,
 * and no other order ends: a buyer can give to three people from three tabs. The same unpaid gift again is
 * the same order.
 * @param staleOrderId an order that the provider gave up
 */
export function placeGift(
  memberId: string,
  sold: SellablePackage,
  { recipientEmail, senderName, message }: GiftWords,
  staleOrderId = "",
): Promise<PlacedOrder> {
  const words = { recipientEmail, senderName, message };
  return em().transactional(async (manager): Promise<PlacedOrder> => {
    // Requests of one member run one after another, as with purchases.
    await storedEntitlementOf(memberId, manager);
    const agreed = orderTerms(memberId, sold);
    const open = await OPEN_GIFT.first({ ...agreed, ...words, staleOrderId }, manager);
    const { amount } = agreed;
    if (open) return { orderId: open.id, open: true, amount };
    const orderId = await addOrder(manager, agreed);
    await ADD_GIFT.run({ id: randomUUID(), orderId, memberId, tier: sold.tier, ...words }, manager);
    return { orderId, open: false, amount };
  });
}
