import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { containsIndex, edited, lengthCheck, oneOf, PUBLICATION_STATUSES, prefixIndex } from "../columns";

/** A film on the hosting site. `youtubeLink` is for paying readers only unless `isFree`. */
export const Video = defineEntity({
  name: "Video",
  tableName: "videos",
  properties: {
    ...edited(),
    title: p.text(),
    caption: p.text().nullable(),
    youtubeLink: p.text(),
    status: oneOf(PUBLICATION_STATUSES).default("published"),
    isFree: p.boolean().default(false),
  },
  checks: [
    lengthCheck("videos", "title", 1, 300),
    lengthCheck("videos", "caption", 0, 100_000),
    lengthCheck("videos", "youtube_link", 1, 2000),
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["status", "createdAt", "id"] },
    containsIndex("videos", "title"),
    containsIndex("videos", "caption"),
    prefixIndex("videos", "title"),
  ],
});
export type Video = InferEntity<typeof Video>;
