import { Gift } from "db/entities/gift";
import { columnAs, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { AccessPeriod } from "~/features/entitlements/entitlement.rules";
import { storedEntitlementOf } from "~/features/entitlements/stored-entitlement.server";

const TAKEN = {
  ...columnsAs("g", Gift, "id", "tier", "accessFrom", "accessUntil"),
  claimedById: columnAs("g", Gift, "claimedBy"),
};
const FIND = statement("gifts.of-payment", TAKEN)`
  select ${TAKEN} from payments p join gifts g on g.order_id = p.order_id where p.id = ${uuid("paymentId")}`;
const LOCK = statement(
  "gifts.lock",
  TAKEN,
)`select ${TAKEN} from gifts g where g.id = ${uuid("id")} for update`;
const TAKE_BACK = command("gifts.take-back")`
  update gifts set taken_back_at = now(), version = version + 1 where id = ${uuid("id")}`;

/** Somebody claimed the gift between two looks: whoever takes it back begins again, and then knows whose row comes first. */
export class ClaimedMeanwhile extends Error {}

/**
 * Takes a gift back whose money went back. In the refund's transaction, which holds the payment's row.
 * @returns whose access ends now, if anybody has claimed it
 * @throws ClaimedMeanwhile
 */
export async function takeBackGift(
  manager: EntityManager,
  paymentId: string,
): Promise<{ memberId: string; period: AccessPeriod } | undefined> {
  const seen = await FIND.first({ paymentId }, manager);
  if (!seen) return undefined;
  // A member's row is locked before their gifts, as by a claim.
  if (seen.claimedById) await storedEntitlementOf(seen.claimedById, manager);
  const gift = await LOCK.first({ id: seen.id }, manager);
  if (gift?.claimedById !== seen.claimedById) throw new ClaimedMeanwhile();
  await TAKE_BACK.run({ id: seen.id }, manager);
  const { claimedById: memberId, tier, accessFrom: from, accessUntil: until } = gift;
  return memberId && from && until ? { memberId, period: { tier, from, until } } : undefined;
}
