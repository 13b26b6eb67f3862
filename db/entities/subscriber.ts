import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, orderIndex } from "../columns";
import { Member } from "./member";
import type { Newsletter } from "./newsletter";

const newsletters = () => p.array().$type<Newsletter[]>().columnType("text[]").default([]);

/** An alert has no version for readers without an account. */
const areOpen = (column: string) => ({
  name: `subscribers_${column}_open`,
  expression: `'alerts' <> all(${column})`,
});

/** Somebody without an account who gets newsletters. Their address gets nothing until they confirm it. */
export const Subscriber = defineEntity({
  name: "Subscriber",
  tableName: "subscribers",
  properties: {
    ...baseColumns(),
    /** Null once the address has an account. */
    email: p.text().columnType("citext").unique().nullable(),
    /** The account that took the subscription over. The row stays for links in emails that were sent before. */
    member: () => p.manyToOne(Member).ref().nullable().deleteRule("cascade").index(),
    newsletters: newsletters(),
    /** Requested with this address, by its owner or by somebody else. The link in an email confirms them. */
    requested: newsletters(),
    confirmedAt: p.datetime(3).nullable(),
    changedAt: p.datetime(3).defaultRaw("now()"),
  },
  checks: [
    lengthCheck("subscribers", "email", 3, 254),
    areOpen("newsletters"),
    areOpen("requested"),
    { name: "subscribers_address_or_member", expression: "num_nonnulls(email, member_id) = 1" },
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    orderIndex({
      table: "subscribers",
      name: "empty",
      order: "changed_at",
      where: "newsletters = '{}' and member_id is null",
    }),
  ],
});
export type Subscriber = InferEntity<typeof Subscriber>;
