import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { lengthCheck } from "../columns";

/**
 * A request of the API that a program may repeat, for 24 hours. The hashes are keyed with the server's
 * secret, and the answer is encrypted with it.
 */
export const IdempotencyKey = defineEntity({
  name: "IdempotencyKey",
  tableName: "idempotency_keys",
  properties: {
    /** Of the caller, the operation and the key. */
    keyHash: p.text().primary(),
    operation: p.text(),
    /** Of the body. */
    fingerprint: p.text(),
    /** The request that does the work; another one takes over after `lockedUntil`. */
    claim: p.uuid(),
    lockedUntil: p.datetime(3),
    /** The record that was added, set in the transaction that added it. */
    writtenId: p.uuid().nullable(),
    /** The status and the body of the answer, once there is one. */
    sealed: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw("now()").index(),
  },
  checks: [
    { name: "idempotency_keys_key_hash_format", expression: "key_hash ~ '^[0-9a-f]{64}$'" },
    { name: "idempotency_keys_fingerprint_format", expression: "fingerprint ~ '^[0-9a-f]{64}$'" },
    lengthCheck("idempotency_keys", "operation", 1, 100),
  ],
});
export type IdempotencyKey = InferEntity<typeof IdempotencyKey>;
