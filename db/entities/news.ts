import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { authorSlugSql } from "../author-slug";
import {
  containsIndex,
  editableColumns,
  firstPublishedAt,
  foldedIndex,
  lengthCheck,
  nullableSortIndexes,
  oneOf,
  orderIndex,
  PUBLICATION_STATUSES,
  partsIndex,
  picturesIndex,
  prefixIndex,
  publishAt,
  publishAtIndex,
  sortIndex,
} from "../columns";
import { Image } from "./image";

export const NEWS_CATEGORIES = ["Trending", "Tech", "Stock", "Cryptocurrency", "Energy", "Politics"] as const;
export type NewsCategory = (typeof NEWS_CATEGORIES)[number];

/** An article, public once published. */
export const News = defineEntity({
  name: "News",
  tableName: "news",
  properties: {
    ...editableColumns(),
    title: p.text(),
    content: p.text(),
    image: () => p.manyToOne(Image).ref().nullable().deleteRule("set null").index(),
    category: oneOf(NEWS_CATEGORIES),
    author: p.text().nullable(),
    status: oneOf(PUBLICATION_STATUSES).default("published"),
    publishAt: publishAt(),
    firstPublishedAt: firstPublishedAt(),
  },
  checks: [
    lengthCheck("news", "title", 1, 300),
    lengthCheck("news", "content", 1, 100_000),
    lengthCheck("news", "author", 1, 100),
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["updatedAt", "id"] },
    orderIndex({
      table: "news",
      name: "status_created_at_id",
      order: "status, created_at, id",
      include: "publish_at",
    }),
    { properties: ["category", "createdAt", "id"] },
    orderIndex({
      table: "news",
      name: "status_category_created_at_id",
      order: "status, category, created_at, id",
      include: "publish_at",
    }),
    publishAtIndex("news"),
    containsIndex("news", "title"),
    foldedIndex("news", "title"),
    containsIndex("news", "content"),
    partsIndex("news", "content"),
    containsIndex("news", "author"),
    foldedIndex("news", "author"),
    picturesIndex("news", "content"),
    prefixIndex("news", "title"),
    sortIndex("news", "title", "status, category, created_at"),
    orderIndex({
      table: "news",
      name: "author_slug",
      order: `${authorSlugSql("author")}, created_at, id`,
      where: "status = 'published'",
      include: "publish_at",
    }),
    ...nullableSortIndexes("news", "author", "status, category, created_at"),
  ],
});
export type News = InferEntity<typeof News>;
