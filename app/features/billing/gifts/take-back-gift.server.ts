import { Gift } from "db/entities/gift";
import { columnAs, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { HeldAccess } from "~/features/entitlements/entitlement.rules";

const TAKEN = {
  ...columnsAs("g", Gift, "id", "tier", "accessFrom", "accessUntil", "claimedAt"),
  claimedById: columnAs("g", Gift, "claimedBy"),
};
const LOCK = statement("gifts.lock-of-payment", TAKEN)`
  select ${TAKEN} from payments p join gifts g on g.order_id = p.order_id
   where p.id = ${uuid("paymentId")} for update of g`;
const TAKE_BACK = command("gifts.take-back")`
  update gifts set taken_back_at = now(), version = version + 1 where id = ${uuid("id")}`;

/** Somebody claimed the gift between two looks: whoever takes it back begins again, and then knows whose row comes first. */
export class ClaimedMeanwhile extends Error {}

/**
 * Takes a gift back whose money went back. In the refund's transaction, which holds the payment's row and, as a claim does before it
 * takes the gift's, the member's.
 * @param claimerId whose row is held, if anybody had claimed it
 * @returns whose access ends now, if anybody has claimed it
 * @throws ClaimedMeanwhile
 */
export async function takeBackGift(
  manager: EntityManager,
  paymentId: string,
  claimerId: string | null,
): Promise<{ memberId: string; period: HeldAccess } | undefined> {
  const gift = await LOCK.first({ paymentId }, manager);
  if (!gift) return undefined;
  if (gift.claimedById !== claimerId) throw new ClaimedMeanwhile();
  await TAKE_BACK.run({ id: gift.id }, manager);
  const { claimedById: memberId, tier, accessFrom: from, accessUntil: until, claimedAt: since } = gift;
  return memberId && from && until && since ? { memberId, period: { tier, from, until, since } } : undefined;
}
