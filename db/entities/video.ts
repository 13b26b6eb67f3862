import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import {
  audience,
  containsIndex,
  editableColumns,
  firstPublishedAt,
  foldedIndex,
  lengthCheck,
  oneOf,
  orderIndex,
  PUBLICATION_STATUSES,
  partsIndex,
  prefixIndex,
  publishAt,
  publishAtIndex,
  sortIndex,
} from "../columns";

/** A video on the hosting site. `youtubeLink` is for paying readers only, unless `isFree`. */
export const Video = defineEntity({
  name: "Video",
  tableName: "videos",
  properties: {
    ...editableColumns(),
    title: p.text(),
    caption: p.text().nullable(),
    youtubeLink: p.text(),
    /**
     * The link of a free video, null for all others. The database decides, so the server never reads a paid
     * link.
     */
    openLink: p
      .text()
      .formula((alias) => `case when ${alias}.is_free then ${alias}.youtube_link end`)
      .nullable(),
    status: oneOf(PUBLICATION_STATUSES).default("published"),
    publishAt: publishAt(),
    firstPublishedAt: firstPublishedAt(),
    isFree: p.boolean().default(false),
    audience: audience(),
  },
  checks: [
    lengthCheck("videos", "title", 1, 300),
    lengthCheck("videos", "caption", 0, 100_000),
    lengthCheck("videos", "youtube_link", 1, 2000),
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["updatedAt", "id"] },
    orderIndex({
      table: "videos",
      name: "status_created_at_id",
      order: "status, created_at, id",
      include: "publish_at",
    }),
    publishAtIndex("videos"),
    { properties: ["isFree", "createdAt", "id"] },
    containsIndex("videos", "title"),
    foldedIndex("videos", "title"),
    containsIndex("videos", "caption"),
    partsIndex("videos", "caption"),
    prefixIndex("videos", "title"),
    orderIndex({
      table: "videos",
      name: "newest",
      order: "created_at, id",
      include: "status, is_free, publish_at",
    }),
    sortIndex("videos", "title", "status, is_free, created_at"),
    sortIndex("videos", "is_free", "status, created_at"),
  ],
});
export type Video = InferEntity<typeof Video>;
