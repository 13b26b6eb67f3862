import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import {
  containsIndex,
  editableColumns,
  lengthCheck,
  oneOf,
  orderIndex,
  PUBLICATION_STATUSES,
  sortIndex,
  startOf,
  unpublishAt,
  unpublishAtIndex,
} from "../columns";
import { siteTodaySql } from "../site-day";
import { Image } from "./image";

export const AD_CATEGORIES = ["square", "rectangle"] as const;
export type AdCategory = (typeof AD_CATEGORIES)[number];

/** Slots of each category. */
export const AD_POSITIONS = 10;

/** Number of days that an ad's recent figures cover, today included. */
export const RECENT_DAYS = 30;

/** SQL that sums the recent counts of the row `ad`. It reads as many rows as there are days. */
const recentSum = (column: "views" | "clicks") => (ad: { toString(): string }) =>
  `(select coalesce(sum(c.${column}), 0)::int from ad_counts c
     where c.ad_id = ${ad}.id and c.day > ${siteTodaySql()} - ${RECENT_DAYS} and c.day <= ${siteTodaySql()})`;

/** An advertisement in slot `position` (1 to `AD_POSITIONS`). `name` is the address it links to and its label. */
export const Ad = defineEntity({
  name: "Ad",
  tableName: "ads",
  properties: {
    ...editableColumns(),
    name: p.text(),
    /** The sort key of lists. */
    nameStart: p.text().formula((ad) => startOf(`${ad}.name`)),
    category: oneOf(AD_CATEGORIES),
    status: oneOf(PUBLICATION_STATUSES).default("draft"),
    unpublishAt: unpublishAt(),
    position: p.smallint(),
    /** The picture's text alternative. Without it, the ad's link is used. */
    altText: p.text().nullable(),
    /** It advertises our own memberships, so members do not see it. */
    sellsMembership: p.boolean().default(false),
    image: () => p.manyToOne(Image).ref().deleteRule("no action").index(),
    recentViews: p.integer().formula(recentSum("views")),
    recentClicks: p.integer().formula(recentSum("clicks")),
    /** The same sums as last stored, for lists sorted by them. `recent-counts.server.ts` writes them. */
    keptViews: p.integer().default(0),
    keptClicks: p.integer().default(0),
    /** The last day in the stored sums. Null if nothing was ever counted. */
    keptUntil: p.date().nullable(),
  },
  checks: [
    lengthCheck("ads", "name", 1, 2000),
    lengthCheck("ads", "alt_text", 1, 300),
    { name: "ads_position_range", expression: `position >= 1 and position <= ${AD_POSITIONS}` },
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["updatedAt", "id"] },
    { properties: ["status", "createdAt", "id"] },
    { properties: ["category", "createdAt", "id"] },
    { properties: ["category", "status", "position", "sellsMembership", "id"] },
    sortIndex("ads", "category", "status, created_at"),
    sortIndex("ads", "position", "category, status, created_at"),
    sortIndex("ads", "kept_views", "category, status, created_at"),
    sortIndex("ads", "kept_clicks", "category, status, created_at"),
    orderIndex({
      table: "ads",
      name: "kept_until",
      order: "kept_until",
      where: "kept_views > 0 or kept_clicks > 0",
    }),
    orderIndex({
      table: "ads",
      name: "name_start",
      order: `${startOf("name")}, id`,
      include: "category, status, created_at",
    }),
    unpublishAtIndex("ads"),
    containsIndex("ads", "name"),
  ],
});
export type Ad = InferEntity<typeof Ad>;
