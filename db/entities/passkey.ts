import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck } from "../columns";
import { Member } from "./member";
import { Staff } from "./staff";

/**
 * A passkey of a member or a staff member. `credentialId` and `publicKey` (COSE) are base64url. `counter` is
 * the device's count of signatures, 0 if it has none. `challengedAt` is when the newest accepted challenge was
 * made: no challenge works twice.
 */
export const Passkey = defineEntity({
  name: "Passkey",
  tableName: "passkeys",
  properties: {
    ...baseColumns(),
    member: () => p.manyToOne(Member).ref().nullable().deleteRule("cascade").index(),
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("cascade").index(),
    name: p.text(),
    credentialId: p.text().unique(),
    publicKey: p.text(),
    counter: p.double().default(0),
    challengedAt: p.datetime(3),
    lastUsedAt: p.datetime(3).nullable(),
  },
  checks: [
    { name: "passkeys_owner", expression: "num_nonnulls(member_id, staff_id) = 1" },
    lengthCheck("passkeys", "name", 1, 60),
    lengthCheck("passkeys", "credential_id", 1, 1400),
    lengthCheck("passkeys", "public_key", 1, 4000),
  ],
});
export type Passkey = InferEntity<typeof Passkey>;
