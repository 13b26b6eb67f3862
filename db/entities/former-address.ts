import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck } from "../columns";
import { Member } from "./member";

/**
 * An address that a member had until `createdAt`. Emails of that time are found by it, and deleted with the
 * account.
 */
export const FormerAddress = defineEntity({
  name: "FormerAddress",
  tableName: "former_addresses",
  properties: {
    ...baseColumns(),
    member: () => p.manyToOne(Member).ref().deleteRule("cascade"),
    email: p.text().columnType("citext"),
  },
  checks: [lengthCheck("former_addresses", "email", 3, 254)],
  indexes: [{ properties: ["member", "createdAt"] }],
});
export type FormerAddress = InferEntity<typeof FormerAddress>;
