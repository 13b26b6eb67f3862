import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck } from "../columns";
import { Member } from "./member";
import { Staff } from "./staff";

/** An internal note of staff about a member. The member never sees it; it is deleted with the account. */
export const MemberNote = defineEntity({
  name: "MemberNote",
  tableName: "member_notes",
  properties: {
    ...baseColumns(),
    member: () => p.manyToOne(Member).ref().deleteRule("cascade"),
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    /** Outlives the account of its author. */
    staffName: p.text(),
    text: p.text(),
  },
  checks: [lengthCheck("member_notes", "staff_name", 1, 200), lengthCheck("member_notes", "text", 1, 2000)],
  indexes: [{ properties: ["member", "createdAt", "id"] }],
});
export type MemberNote = InferEntity<typeof MemberNote>;
