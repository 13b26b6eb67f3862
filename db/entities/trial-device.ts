import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/** A browser in which somebody had a trial, by the hash of the secret that it keeps. It stays when the account goes. */
export const TrialDevice = defineEntity({
  name: "TrialDevice",
  tableName: "trial_devices",
  properties: { deviceHash: p.text().primary() },
  checks: [{ name: "trial_devices_hash_format", expression: "device_hash ~ '^[0-9a-f]{64}$'" }],
});
export type TrialDevice = InferEntity<typeof TrialDevice>;
