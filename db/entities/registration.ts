import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck } from "../columns";
import { Intent } from "./intent";
import { Member } from "./member";

/**
 * One registration of an address that nobody has proved to be theirs yet: the member's own row holds the first, and
 * which one counts is found out when a link is opened. Gone as soon as the member has a password.
 * `browserHash` is the SHA-256 of the secret that the browser was given, as 64 lower-case hex digits; none over the API.
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
    /** Of the friend whose link led here. */
    referralCode: p.text().nullable(),
    /** Whether that friend is or was signed in in the browser that registered. */
    referrersBrowser: p.boolean().default(false),
    /** What was about to be done by whoever registered. */
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
