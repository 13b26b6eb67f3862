import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck } from "../columns";
import { Member } from "./member";

/**
 * What a visitor was about to do when they were asked who they are: which plan they had selected, or which page they wanted.
 * Sealed with the server's secret, since a gift's link may be in it and nobody who writes to the database is to plant a purchase.
 * It has a member once the address that was registered with it is proved.
 */
export const Intent = defineEntity({
  name: "Intent",
  tableName: "intents",
  properties: {
    ...baseColumns(),
    member: () => p.manyToOne(Member).ref().nullable().deleteRule("cascade"),
    sealed: p.text(),
    expiresAt: p.datetime(3).index(),
    /** When the member went on with it. */
    usedAt: p.datetime(3).nullable(),
  },
  checks: [lengthCheck("intents", "sealed", 1, 4000)],
  indexes: [{ properties: ["member", "createdAt"] }],
});
export type Intent = InferEntity<typeof Intent>;
