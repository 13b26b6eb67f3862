import { Gift } from "db/entities/gift";
import { Order } from "db/entities/order";
import { columnAs, columnsAs } from "db/entity-columns.server";
import { bool, type RowOf, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { tokenHash } from "~/auth/sessions.server";
import { giftState } from "./gift.rules";

const MOMENTS = columnsAs("g", Gift, "paidAt", "expiresAt", "takenBackAt", "claimedAt");

/** A gift and its order. */
const GIFTS = sql`gifts g join orders o on o.id = g.order_id`;

const SEEN = {
  ...MOMENTS,
  ...columnsAs("g", Gift, "senderName", "message", "tier"),
  ...columnsAs("o", Order, "packageName", "days"),
  /** Only for the claimant: nobody else, the giver included, may see how long their access lasts. */
  accessUntil: timestamp.from`case when g.claimed_by_id = ${uuid.orNull("memberId")}::uuid then g.access_until end`,
  isBuyers: bool.from`g.buyer_id = ${uuid.orNull("memberId")}::uuid`,
  isClaimants: bool.from`coalesce(g.claimed_by_id = ${uuid.orNull("memberId")}::uuid, false)`,
  now: timestamp.from`now()`,
};
const BY_TOKEN = statement("gifts.by-token", SEEN)`
  select ${SEEN} from ${GIFTS} where g.token_hash = ${text("tokenHash")}`;

/** The gift behind a link. @param memberId the viewer's, if they are signed in */
export async function giftBehind(token: string, memberId: string | undefined) {
  const found = await BY_TOKEN.first({ tokenHash: tokenHash(token), memberId: memberId ?? null });
  if (!found) return undefined;
  const { isBuyers, isClaimants, ...gift } = found;
  return { ...gift, isBuyers: isBuyers === true, isClaimants, state: giftState(gift, gift.now) };
}

const GIFT_FACTS = {
  ...MOMENTS,
  ...columnsAs("g", Gift, "id"),
  ...columnsAs("o", Order, "packageName", "days"),
  now: timestamp.from`now()`,
};
const GIVEN = {
  ...GIFT_FACTS,
  recipientEmail: text.orNull.from`g.recipient_email::text`,
  /** Paid within the last half hour, and neither claimed nor taken back since. */
  isJustPaid: bool.from`coalesce(g.paid_at > now() - interval '30 minutes', false) and g.claimed_at is null and g.taken_back_at is null`,
};
const CLAIMED = { ...GIFT_FACTS, ...columnsAs("g", Gift, "senderName", "accessUntil") };
const OWN = {
  ...GIVEN,
  ...columnsAs("g", Gift, "senderName", "message"),
  packageId: columnAs("o", Order, "package"),
};

type WithState<Row> = Row & { state: ReturnType<typeof giftState> };

/** A gift that a member gave. */
export type GivenGift = WithState<RowOf<typeof GIVEN>>;

/** A given gift with its message, for its buyer. */
export type OwnGift = WithState<RowOf<typeof OWN>>;

/** A gift that a member claimed. */
export type ClaimedGift = WithState<RowOf<typeof CLAIMED>>;

const withState = <Row extends RowOf<typeof GIFT_FACTS>>(gift: Row): WithState<Row> => ({
  ...gift,
  state: giftState(gift, gift.now),
});

const GIVEN_BY = statement("gifts.given-by", GIVEN)`
  select ${GIVEN} from ${GIFTS} where g.buyer_id = ${uuid("memberId")} and g.paid_at is not null
   order by g.created_at desc, g.id limit 100`;

/** The newest hundred gifts that a member has paid for. */
export const giftsGivenBy = async (memberId: string): Promise<GivenGift[]> =>
  (await GIVEN_BY.all({ memberId })).map(withState);

const CLAIMED_BY = statement("gifts.claimed-by", CLAIMED)`
  select ${CLAIMED} from ${GIFTS} where g.claimed_by_id = ${uuid("memberId")}
   order by g.access_until desc, g.id limit 100`;

/** A member's claimed gifts, the latest end first; at most a hundred. */
export const giftsClaimedBy = async (memberId: string): Promise<ClaimedGift[]> =>
  (await CLAIMED_BY.all({ memberId })).map(withState);

const BY_ID = statement("gifts.own", OWN)`
  select ${OWN} from ${GIFTS} where g.id = ${uuid("giftId")} and g.buyer_id = ${uuid("memberId")}`;

/** A gift of this buyer. Undefined for anybody else. */
export async function ownGift(memberId: string, giftId: string): Promise<OwnGift | undefined> {
  const found = await BY_ID.first({ memberId, giftId });
  return found && withState(found);
}

const OF_PROVIDER_ORDER = statement("gifts.of-provider-order", OWN)`
  select ${OWN} from ${GIFTS} where o.provider_order_id = ${text("providerOrderId")} and g.buyer_id = ${uuid("memberId")}`;

/** The gift that a member bought with an order, found by the provider's order id. */
export async function giftOfProviderOrder(
  memberId: string,
  providerOrderId: string,
): Promise<OwnGift | undefined> {
  const found = await OF_PROVIDER_ORDER.first({ memberId, providerOrderId });
  return found && withState(found);
}
