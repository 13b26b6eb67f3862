import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/**
 * An address under which a trial was had, as 64 lower-case hex digits that only somebody with the server's secret can make of it.
 * Nothing else: neither whose it was nor when. It stays when the account goes.
 */
export const TrialAddress = defineEntity({
  name: "TrialAddress",
  tableName: "trial_addresses",
  properties: { addressHash: p.text().primary() },
  checks: [{ name: "trial_addresses_hash_format", expression: "address_hash ~ '^[0-9a-f]{64}$'" }],
});
export type TrialAddress = InferEntity<typeof TrialAddress>;
