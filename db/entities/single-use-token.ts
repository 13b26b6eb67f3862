import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf } from "../columns";
import { Member } from "./member";

export const TOKEN_PURPOSES = ["verify-email", "reset-password", "change-email", "sign-in"] as const;
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number];

/**
 * The link in an email that verifies an address, sets a password, changes an address or signs in. `tokenHash`
 * is the SHA-256 of the token as 64 lower-case hex digits. `voidedAt` is set when a newer link of the same purpose
 * replaces it.
 */
export const SingleUseToken = defineEntity({
  name: "SingleUseToken",
  tableName: "single_use_tokens",
  properties: {
    ...baseColumns(),
    tokenHash: p.text().unique(),
    member: () => p.manyToOne(Member).ref().deleteRule("cascade"),
    purpose: oneOf(TOKEN_PURPOSES),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
    voidedAt: p.datetime(3).nullable(),
    /**
     * For a verification or sign-in link: the browser that it signs in, once. SHA-256 of the secret which
     * that browser got when it registered or asked for the link.
     */
    browserHash: p.text().nullable(),
    /** For a link that changes an address: the new address, normalised. */
    newEmail: p.text().columnType("citext").nullable(),
  },
  checks: [
    { name: "single_use_tokens_token_hash_format", expression: "token_hash ~ '^[0-9a-f]{64}$'" },
    { name: "single_use_tokens_browser_hash_format", expression: "browser_hash ~ '^[0-9a-f]{64}$'" },
    lengthCheck("single_use_tokens", "new_email", 3, 254),
    {
      name: "single_use_tokens_new_email_of_change",
      expression: "(new_email is null) = (purpose <> 'change-email')",
    },
  ],
  indexes: [{ properties: ["member", "purpose", "createdAt"] }, { properties: ["expiresAt"] }],
});
export type SingleUseToken = InferEntity<typeof SingleUseToken>;
