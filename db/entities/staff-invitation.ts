import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf } from "../columns";
import { Staff } from "./staff";

/** Roles that an invitation can give. The superadmin's is not one of them. */
export const INVITED_ROLES = ["admin", "editor"] as const;
export type InvitedRole = (typeof INVITED_ROLES)[number];

/**
 * An invitation by email to the staff, for a person without an account. `tokenHash` is the SHA-256 of the link's
 * token. `voidedAt` is set when a newer link replaces it or the invitation is revoked.
 */
export const StaffInvitation = defineEntity({
  name: "StaffInvitation",
  tableName: "staff_invitations",
  properties: {
    ...baseColumns(),
    fullname: p.text(),
    email: p.text().columnType("citext"),
    role: oneOf(INVITED_ROLES),
    tokenHash: p.text().unique(),
    /** The inviting account. The name stays when the account is deleted. */
    invitedBy: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    invitedByName: p.text(),
    expiresAt: p.datetime(3).index(),
    usedAt: p.datetime(3).nullable(),
    voidedAt: p.datetime(3).nullable(),
  },
  checks: [
    lengthCheck("staff_invitations", "fullname", 1, 100),
    lengthCheck("staff_invitations", "email", 3, 254),
    lengthCheck("staff_invitations", "invited_by_name", 1, 100),
    { name: "staff_invitations_token_hash_format", expression: "token_hash ~ '^[0-9a-f]{64}$'" },
  ],
  indexes: [
    {
      name: "staff_invitations_open_unique",
      expression:
        "create unique index staff_invitations_open_unique on staff_invitations (email) where used_at is null and voided_at is null",
    },
    { properties: ["createdAt", "id"] },
  ],
});
export type StaffInvitation = InferEntity<typeof StaffInvitation>;
