import { Gift } from "db/entities/gift";
import { columnAs, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { uuid } from "db/sql";
import { command, statement } from "db/statement.server";

const TAKEN = {
  ...columnsAs("g", Gift, "id"),
  claimedById: columnAs("g", Gift, "claimedBy"),
};
const LOCK = statement("gifts.lock-of-payment", TAKEN)`
  select ${TAKEN} from payments p join gifts g on g.order_id = p.order_id
   where p.id = ${uuid("paymentId")} for update of g`;
const TAKE_BACK = command("gifts.take-back")`
  update gifts set taken_back_at = now(), version = version + 1 where id = ${uuid("id")}`;
const RETURN = command("gifts.return")`
  update gifts set taken_back_at = null, version = version + 1 where id = ${uuid("id")}`;

/**
 * Somebody claimed the gift between two reads. The caller starts again, and then locks the claimant's row
 * first.
 */
export class ConcurrentClaimError extends Error {}

type OfGift = (
  manager: EntityManager,
  paymentId: string,
  claimerId: string | null,
) => Promise<string | undefined>;

/**
 * Runs in the transaction of the change. That transaction holds the payment's row and the member's row; a
 * claim, too, locks the member before the gift.
 */
const changed =
  (change: Pick<typeof TAKE_BACK, "run">): OfGift =>
  async (manager, paymentId, claimerId) => {
    const gift = await LOCK.first({ paymentId }, manager);
    if (!gift) return undefined;
    if (gift.claimedById !== claimerId) throw new ConcurrentClaimError();
    await change.run({ id: gift.id }, manager);
    return gift.id;
  };

/**
 * Takes back a gift whose money was refunded.
 * @param claimerId the claimant whose row is locked, if there is one
 * @returns the gift's id, if there is a gift
 * @throws ConcurrentClaimError
 */
export const takeBackGift = changed(TAKE_BACK);

/** The reverse of `takeBackGift`, when the money has returned. */
export const returnGift = changed(RETURN);
