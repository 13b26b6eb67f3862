import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { authorSlugSql } from "../author-slug";
import {
  containsIndex,
  editableColumns,
  lengthCheck,
  nullableSortIndexes,
  oneOf,
  orderIndex,
  PUBLICATION_STATUSES,
  prefixIndex,
  sortIndex,
} from "../columns";
import { Image } from "./image";

export const NEWS_CATEGORIES = ["Trending", "Tech", "Stock", "Cryptocurrency", "Energy", "Politics"] as const;
export type NewsCategory = (typeof NEWS_CATEGORIES)[number];

/** An article, open to everybody once published. */
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
  },
  checks: [
    lengthCheck("news", "title", 1, 300),
    lengthCheck("news", "content", 1, 100_000),
    lengthCheck("news", "author", 1, 100),
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["status", "createdAt", "id"] },
    { properties: ["category", "createdAt", "id"] },
    { properties: ["status", "category", "createdAt", "id"] },
    containsIndex("news", "title"),
    containsIndex("news", "content"),
    containsIndex("news", "author"),
    prefixIndex("news", "title"),
    sortIndex("news", "title", "status, category, created_at"),
    orderIndex({
      table: "news",
      name: "author_slug",
      order: `${authorSlugSql("author")}, created_at, id`,
      where: "status = 'published'",
    }),
    ...nullableSortIndexes("news", "author", "status, category, created_at"),
  ],
});
export type News = InferEntity<typeof News>;
