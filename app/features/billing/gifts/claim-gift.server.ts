import { Gift } from "db/entities/gift";
import { Order } from "db/entities/order";
import { columnAs, columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { type RowOf, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import {
  afterPurchase,
  type Entitlement,
  isActive,
  type PurchaseError,
  purchaseError,
} from "~/access/entitlement.rules";
import { givePeriod } from "~/access/periods.server";
import { storedEntitlementOf } from "~/access/stored-entitlement.server";
import { entitlementText } from "~/access/term.rules";
import { tokenHash } from "~/auth/sessions.server";
import { config } from "~/platform/config.server";
import { AppError } from "~/web/app-error.server";
import { CLAIM_TEXTS, type GiftState, giftState } from "./gift.rules";

const CLAIMED = {
  ...columnsAs("g", Gift, "id", "paidAt", "expiresAt", "takenBackAt", "claimedAt"),
  ...columnsAs("o", Order, "tier", "days"),
  buyerId: columnAs("g", Gift, "buyer"),
  claimedById: columnAs("g", Gift, "claimedBy"),
};
const LOCK = statement("gifts.lock-by-token", CLAIMED)`
  select ${CLAIMED} from gifts g join orders o on o.id = g.order_id
   where g.token_hash = ${text("tokenHash")} for update of g`;

const CLAIM = command("gifts.claim")`
  update gifts set claimed_by_id = ${uuid("memberId")}, claimed_at = now(), access_from = ${timestamp("from")},
                   access_until = ${timestamp("until")}, version = version + 1
   where id = ${uuid("id")}`;

/**
 * Gives a gift's days to a member, by the rules of a purchase. Claiming it again changes nothing. The
 * member's row is locked before the gift's row, the same order as everything that changes an access. So a
 * refund waits for the claim, or the claim finds the gift taken back.
 * @param agreed whether the member accepts losing a term of another tier
 * @throws AppError with a plain message if nothing is given; the gift can still be claimed later
 */
export function claimGift(memberId: string, token: string, agreed: boolean): Promise<void> {
  return em().transactional(async (manager) => {
    const entitlement = await storedEntitlementOf(memberId, manager);
    const gift = await LOCK.first({ tokenHash: tokenHash(token) }, manager);
    if (!entitlement || !gift) throw new AppError(404, CLAIM_TEXTS.unknown);
    const state = giftState(gift, entitlement.now);
    if (state === "claimed" && gift.claimedById === memberId) return;
    if (state !== "waiting") throw new AppError(409, REFUSALS[state]);
    if (gift.buyerId === memberId) throw new AppError(403, CLAIM_TEXTS.own);
    assertFits(gift, entitlement, agreed);
    await grant(manager, memberId, gift, entitlement);
  });
}

const REFUSALS: Record<Exclude<GiftState, "waiting">, string> = {
  "not paid": CLAIM_TEXTS.unknown,
  claimed: CLAIM_TEXTS.claimed,
  "taken back": CLAIM_TEXTS.takenBack,
  "not claimed in time": CLAIM_TEXTS.late,
};

type EntitlementNow = Entitlement & { now: Date };

const ENTITLEMENT_REFUSALS: Record<PurchaseError, string> = {
  "not sold": CLAIM_TEXTS.unknown,
  "private runs": CLAIM_TEXTS.privateRuns,
  "no end": CLAIM_TEXTS.noEnd,
};

function assertFits({ tier }: RowOf<typeof CLAIMED>, entitlement: EntitlementNow, agreed: boolean): void {
  const reason = purchaseError(entitlement, tier, entitlement.now);
  if (reason) throw new AppError(409, ENTITLEMENT_REFUSALS[reason]);
  if (isActive(entitlement, entitlement.now) && entitlement.tier !== tier && !agreed) {
    const lost = entitlementText(entitlement, config().siteTz);
    throw new AppError(
      409,
      `Nothing has been changed yet: ${lost} would end now. Tick the box if that is what you want.`,
    );
  }
}

async function grant(
  manager: EntityManager,
  memberId: string,
  { id, tier, days }: RowOf<typeof CLAIMED>,
  entitlement: EntitlementNow,
): Promise<void> {
  // The access is final with its first write. A second update would check the buyer's row, and a refund holds
  // that row while it waits for this one.
  const { from, until } = afterPurchase(entitlement, { tier, days }, entitlement.now).period;
  await CLAIM.run({ id, memberId, from, until }, manager);
  await givePeriod(manager, memberId, { cause: "gift", causeId: id, tier, days });
}
