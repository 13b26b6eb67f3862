import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck } from "../columns";
import { Member } from "./member";

/**
 * What a visitor wanted before signing in: a selected plan, or a page. Encrypted with the server's secret: it
 * may contain a gift's link, and nobody with write access to the database may forge a purchase. It gets its
 * member when the registered address is verified.
 */
export const Intent = defineEntity({
  name: "Intent",
  tableName: "intents",
  properties: {
    ...baseColumns(),
    member: () => p.manyToOne(Member).ref().nullable().deleteRule("cascade"),
    sealed: p.text(),
    expiresAt: p.datetime(3).index(),
    /** When the member used it. */
    usedAt: p.datetime(3).nullable(),
  },
  checks: [lengthCheck("intents", "sealed", 1, 4000)],
  indexes: [{ properties: ["member", "createdAt"] }],
});
export type Intent = InferEntity<typeof Intent>;
