import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Member } from "./member";

/**
 * A member who has marked something (watches a company, follows an author, saved a record), or has read the
 * bell. Pages of members who never marked anything skip the query for their marks. A change of marks locks the
 * row, so that a member's changes run one after another.
 */
export const MemberMarks = defineEntity({
  name: "MemberMarks",
  tableName: "member_marks",
  properties: {
    member: () => p.manyToOne(Member).ref().primary().deleteRule("cascade"),
    /** The newest notification that the member has read. */
    bellReadAt: p.datetime(3).nullable(),
    /** Whether fired price alerts are sent by email. */
    alertMails: p.boolean().default(true),
    /** When the member last changed a mark; null of a member who has only read the bell. */
    changedAt: p.datetime(3).nullable(),
  },
});
export type MemberMarks = InferEntity<typeof MemberMarks>;
