import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { editableColumns, lengthCheck, oneOf, orderIndex } from "../columns";
import { Member, TIERS } from "./member";
import { Order } from "./order";

/**
 * An order for somebody else. Recording the payment creates its link. The claimant has the access from then
 * on, unless the payment is refunded. Its state follows from its moments, so no status can contradict them.
 */
export const Gift = defineEntity({
  name: "Gift",
  tableName: "gifts",
  properties: {
    ...editableColumns(),
    order: () => p.manyToOne(Order).ref().deleteRule("no action").unique(),
    buyer: () => p.manyToOne(Member).ref().deleteRule("no action"),
    /** As ordered. */
    tier: oneOf(TIERS),
    /** Null once the account of its giver or recipient is deleted. */
    recipientEmail: p.text().columnType("citext").nullable().index(),
    senderName: p.text(),
    message: p.text().default(""),
    paidAt: p.datetime(3).nullable(),
    /** The gift cannot be claimed after this moment. */
    expiresAt: p.datetime(3).nullable(),
    /**
     * The input for the link's token. The database stores only the token's SHA-256, as 64 lower-case hex
     * digits.
     */
    linkId: p.uuid().nullable(),
    tokenHash: p.text().nullable().unique(),
    takenBackAt: p.datetime(3).nullable(),
    claimedBy: () => p.manyToOne(Member).ref().nullable().deleteRule("set null"),
    claimedAt: p.datetime(3).nullable(),
    /** The claimant's access: start and end. */
    accessFrom: p.datetime(3).nullable(),
    accessUntil: p.datetime(3).nullable(),
  },
  checks: [
    lengthCheck("gifts", "recipient_email", 3, 254),
    lengthCheck("gifts", "sender_name", 1, 100),
    lengthCheck("gifts", "message", 0, 500),
    { name: "gifts_token_hash_format", expression: "token_hash ~ '^[0-9a-f]{64}$'" },
    {
      name: "gifts_paid_has_link",
      expression: "num_nonnulls(paid_at, expires_at, link_id, token_hash) % 4 = 0",
    },
    {
      name: "gifts_claimed_has_access",
      expression: "num_nonnulls(claimed_at, access_from, access_until) % 3 = 0",
    },
    {
      name: "gifts_claimed_was_paid",
      expression:
        "(claimed_by_id is null or claimed_at is not null) and (claimed_at is null or paid_at is not null)",
    },
    { name: "gifts_not_oneself", expression: "claimed_by_id <> buyer_id" },
  ],
  indexes: [
    { properties: ["buyer", "createdAt"] },
    { properties: ["claimedBy", "accessUntil"] },
    orderIndex({
      table: "gifts",
      name: "running",
      order: "access_until",
      include: "claimed_by_id, tier",
      where: "claimed_by_id is not null and taken_back_at is null",
    }),
  ],
});
export type Gift = InferEntity<typeof Gift>;
