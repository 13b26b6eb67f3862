import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck } from "../columns";
import { Intent } from "./intent";
import { Member } from "./member";

/**
 * A further registration of an unverified address. The member's row holds the first one; opening a link
 * decides which one counts. It is deleted as soon as the member has a password. `browserHash` is the SHA-256
 * of the browser's secret, as 64 lower-case hex digits; null for the API.
 */
export const Registration = defineEntity({
  name: "Registration",
  tableName: "registrations",
  properties: {
    ...baseColumns(),
    member: () => p.manyToOne(Member).ref().deleteRule("cascade"),
    firstname: p.text(),
    lastname: p.text(),
    passwordHash: p.text(),
    browserHash: p.text().nullable(),
    /** The code of the referring friend. */
    referralCode: p.text().nullable(),
    /** Whether that friend is or was signed in in the registering browser. */
    referrersBrowser: p.boolean().default(false),
    /** What the person wanted when they registered. */
    intent: () => p.manyToOne(Intent).ref().nullable().deleteRule("set null").index(),
  },
  checks: [
    lengthCheck("registrations", "firstname", 1, 100),
    lengthCheck("registrations", "lastname", 1, 100),
    lengthCheck("registrations", "password_hash", 20, 300),
    { name: "registrations_browser_hash_format", expression: "browser_hash ~ '^[0-9a-f]{64}$'" },
    lengthCheck("registrations", "referral_code", 4, 32),
  ],
  indexes: [{ properties: ["member", "createdAt"] }],
});
export type Registration = InferEntity<typeof Registration>;
