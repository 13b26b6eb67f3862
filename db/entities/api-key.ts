import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck } from "../columns";
import { Staff } from "./staff";

/** A program's key to the API. It belongs to no person; hashes are SHA-256 as 64 lower-case hex digits. */
export const ApiKey = defineEntity({
  name: "ApiKey",
  tableName: "api_keys",
  properties: {
    ...baseColumns(),
    /** Unique: the change log names the key by it. */
    name: p.text().unique(),
    /** The first characters of the secret, by which people recognise it. */
    prefix: p.text(),
    tokenHash: p.text().unique(),
    /** Of the secret from before the last rotation. */
    previousTokenHash: p.text().unique().nullable(),
    previousUntil: p.datetime(3).nullable(),
    /** What it may do, such as `quotes:write`. */
    scopes: p.array().columnType("text[]"),
    createdBy: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    createdByName: p.text(),
    /** Null: never. */
    expiresAt: p.datetime(3).nullable(),
    /** At most five minutes old while the key is used. */
    lastUsedAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
  },
  checks: [
    lengthCheck("api_keys", "name", 1, 60),
    lengthCheck("api_keys", "prefix", 10, 10),
    lengthCheck("api_keys", "created_by_name", 1, 100),
    { name: "api_keys_token_hash_format", expression: "token_hash ~ '^[0-9a-f]{64}$'" },
    { name: "api_keys_previous_token_hash_format", expression: "previous_token_hash ~ '^[0-9a-f]{64}$'" },
    { name: "api_keys_scopes", expression: "cardinality(scopes) > 0" },
    {
      name: "api_keys_previous",
      expression: "(previous_token_hash is null) = (previous_until is null)",
    },
  ],
});
export type ApiKey = InferEntity<typeof ApiKey>;
