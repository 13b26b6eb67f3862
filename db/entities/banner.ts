import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import {
  containsIndex,
  editableColumns,
  lengthCheck,
  orderIndex,
  sortIndex,
  startOf,
  unpublishAt,
  unpublishAtIndex,
} from "../columns";
import { Image } from "./image";

/** A picture across the page with its disclaimer note (`title`) and an optional link. */
export const Banner = defineEntity({
  name: "Banner",
  tableName: "banners",
  properties: {
    ...editableColumns(),
    title: p.text(),
    url: p.text().nullable(),
    /** The sort key of lists. */
    urlStart: p
      .text()
      .formula((banner) => startOf(`${banner}.url`))
      .nullable(),
    unpublishAt: unpublishAt(),
    /** It advertises our own memberships, so members do not see it. */
    sellsMembership: p.boolean().default(false),
    image: () => p.manyToOne(Image).ref().deleteRule("no action").index(),
  },
  checks: [lengthCheck("banners", "title", 1, 300), lengthCheck("banners", "url", 1, 2000)],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["updatedAt", "id"] },
    unpublishAtIndex("banners"),
    containsIndex("banners", "title"),
    containsIndex("banners", "url"),
    sortIndex("banners", "title", "created_at"),
    orderIndex({
      table: "banners",
      name: "url_start",
      order: `${startOf("url")}, id`,
      include: "created_at",
    }),
    orderIndex({
      table: "banners",
      name: "url_start_falling",
      order: `${startOf("url")} desc nulls last, id desc`,
      include: "created_at",
    }),
  ],
});
export type Banner = InferEntity<typeof Banner>;
