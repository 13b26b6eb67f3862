import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/** A browser that has had a trial, as the hash of its secret. It stays when the account is deleted. */
export const TrialDevice = defineEntity({
  name: "TrialDevice",
  tableName: "trial_devices",
  properties: { deviceHash: p.text().primary() },
  checks: [{ name: "trial_devices_hash_format", expression: "device_hash ~ '^[0-9a-f]{64}$'" }],
});
export type TrialDevice = InferEntity<typeof TrialDevice>;
