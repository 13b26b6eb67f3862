import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/**
 * An address that has had a trial, as 64 lower-case hex digits. Only the server's secret can derive them from
 * the address. It does not store whose address it was or when. It stays when the account is deleted.
 */
export const TrialAddress = defineEntity({
  name: "TrialAddress",
  tableName: "trial_addresses",
  properties: { addressHash: p.text().primary() },
  checks: [{ name: "trial_addresses_hash_format", expression: "address_hash ~ '^[0-9a-f]{64}$'" }],
});
export type TrialAddress = InferEntity<typeof TrialAddress>;
