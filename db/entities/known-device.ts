import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns } from "../columns";
import { Member } from "./member";
import { Staff } from "./staff";

/**
 * A browser or program of an earlier sign-in. `deviceHash` is a SHA-256: for a browser of its secret, for a
 * program of its name and network.
 */
export const KnownDevice = defineEntity({
  name: "KnownDevice",
  tableName: "known_devices",
  properties: {
    ...baseColumns(),
    member: () => p.manyToOne(Member).ref().nullable().deleteRule("cascade"),
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("cascade"),
    deviceHash: p.text().index(),
    /** Identified by its own secret. Programs with the same name and network count as one device. */
    isBrowser: p.boolean().default(false),
    lastSeenAt: p.datetime(3).defaultRaw("now()").index(),
  },
  checks: [
    { name: "known_devices_device_hash_format", expression: "device_hash ~ '^[0-9a-f]{64}$'" },
    { name: "known_devices_owner", expression: "num_nonnulls(member_id, staff_id) = 1" },
  ],
  uniques: [{ properties: ["member", "deviceHash"] }, { properties: ["staff", "deviceHash"] }],
});
export type KnownDevice = InferEntity<typeof KnownDevice>;
