import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { lengthCheck, orderIndex } from "../columns";
import { Member } from "./member";

/** An author that a member follows, by the last segment of the author's address. */
export const FollowedAuthor = defineEntity({
  name: "FollowedAuthor",
  tableName: "followed_authors",
  properties: {
    member: () => p.manyToOne(Member).ref().primary().deleteRule("cascade"),
    slug: p.text().primary().index(),
    /** The by-line when the member began to follow. */
    name: p.text(),
    createdAt: p.datetime(3).defaultRaw("now()"),
  },
  checks: [lengthCheck("followed_authors", "slug", 1, 400), lengthCheck("followed_authors", "name", 1, 200)],
  indexes: [
    orderIndex({ table: "followed_authors", name: "by_age", order: "member_id, created_at desc, slug" }),
  ],
});
export type FollowedAuthor = InferEntity<typeof FollowedAuthor>;
