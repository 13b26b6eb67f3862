import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, orderIndex } from "../columns";
import { DailyBrief } from "./daily-brief";
import { Member } from "./member";
import { News } from "./news";
import { Video } from "./video";

/** An article, a brief or a video that a member keeps for later. It goes with its record. */
export const SavedItem = defineEntity({
  name: "SavedItem",
  tableName: "saved_items",
  properties: {
    ...baseColumns(),
    member: () => p.manyToOne(Member).ref().deleteRule("cascade"),
    news: () => p.manyToOne(News).ref().nullable().deleteRule("cascade"),
    brief: () => p.manyToOne(DailyBrief).ref().nullable().deleteRule("cascade"),
    video: () => p.manyToOne(Video).ref().nullable().deleteRule("cascade"),
  },
  checks: [{ name: "saved_items_one_record", expression: "num_nonnulls(news_id, brief_id, video_id) = 1" }],
  uniques: [
    { properties: ["news", "member"] },
    { properties: ["brief", "member"] },
    { properties: ["video", "member"] },
  ],
  indexes: [orderIndex({ table: "saved_items", name: "by_age", order: "member_id, created_at desc, id" })],
});
export type SavedItem = InferEntity<typeof SavedItem>;
