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

/** Somebody claimed the gift between two looks: whoever takes it back begins again, and then knows whose row comes first. */
export class ClaimedMeanwhile extends Error {}

type OfGift = (
  manager: EntityManager,
  paymentId: string,
  claimerId: string | null,
) => Promise<string | undefined>;

/** In the transaction of what changes it, which holds the payment's row and, as a claim does before it takes the gift's, the member's. */
const changed =
  (change: Pick<typeof TAKE_BACK, "run">): OfGift =>
  async (manager, paymentId, claimerId) => {
    const gift = await LOCK.first({ paymentId }, manager);
    if (!gift) return undefined;
    if (gift.claimedById !== claimerId) throw new ClaimedMeanwhile();
    await change.run({ id: gift.id }, manager);
    return gift.id;
  };

/**
 * Takes a gift back whose money went back.
 * @param claimerId whose row is held, if anybody had claimed it
 * @returns its id, if there is one
 * @throws ClaimedMeanwhile
 */
export const takeBackGift = changed(TAKE_BACK);

/** The same the other way round, where the money is here again. */
export const returnGift = changed(RETURN);
