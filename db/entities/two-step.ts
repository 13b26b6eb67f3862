import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck } from "../columns";
import { Staff } from "./staff";

/**
 * The secret of a staff member's authenticator app, encrypted with the server's secret. It is in force once
 * the staff row has its date. `lastStep` is the newest accepted time step (30 seconds): no code works twice.
 */
export const TwoStepSecret = defineEntity({
  name: "TwoStepSecret",
  tableName: "two_step_secrets",
  properties: {
    ...baseColumns(),
    staff: () => p.manyToOne(Staff).ref().deleteRule("cascade").unique(),
    sealed: p.text(),
    lastStep: p.integer().nullable(),
  },
  checks: [
    lengthCheck("two_step_secrets", "sealed", 40, 500),
    { name: "two_step_secrets_last_step_range", expression: "last_step >= 0" },
  ],
});
export type TwoStepSecret = InferEntity<typeof TwoStepSecret>;

/** A recovery code for a lost app, valid once. `codeHash` is the SHA-256 of its letters. */
export const RecoveryCode = defineEntity({
  name: "RecoveryCode",
  tableName: "recovery_codes",
  properties: {
    ...baseColumns(),
    staff: () => p.manyToOne(Staff).ref().deleteRule("cascade"),
    codeHash: p.text(),
    usedAt: p.datetime(3).nullable(),
  },
  checks: [{ name: "recovery_codes_code_hash_format", expression: "code_hash ~ '^[0-9a-f]{64}$'" }],
  uniques: [{ properties: ["staff", "codeHash"] }],
});
export type RecoveryCode = InferEntity<typeof RecoveryCode>;

/**
 * A sign-in with the right password that waits for its code, in the browser that has the token.
 * `passwordMark` is the SHA-256 of the compared password hash: a changed password ends it.
 */
export const PendingSignIn = defineEntity({
  name: "PendingSignIn",
  tableName: "pending_sign_ins",
  properties: {
    ...baseColumns(),
    tokenHash: p.text().unique(),
    staff: () => p.manyToOne(Staff).ref().deleteRule("cascade").index(),
    passwordMark: p.text(),
    expiresAt: p.datetime(3).index(),
  },
  checks: [
    { name: "pending_sign_ins_token_hash_format", expression: "token_hash ~ '^[0-9a-f]{64}$'" },
    { name: "pending_sign_ins_password_mark_format", expression: "password_mark ~ '^[0-9a-f]{64}$'" },
  ],
});
export type PendingSignIn = InferEntity<typeof PendingSignIn>;
