import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { containsIndex, editableColumns, lengthCheck, sortIndex } from "../columns";
import { Image } from "./image";

/** A picture across the page with its disclaimer note (`title`) and an optional link. */
export const Banner = defineEntity({
  name: "Banner",
  tableName: "banners",
  properties: {
    ...editableColumns(),
    title: p.text(),
    url: p.text().nullable(),
    image: () => p.manyToOne(Image).ref().deleteRule("no action").index(),
  },
  checks: [lengthCheck("banners", "title", 1, 300), lengthCheck("banners", "url", 1, 2000)],
  indexes: [
    { properties: ["createdAt", "id"] },
    containsIndex("banners", "title"),
    containsIndex("banners", "url"),
    sortIndex("banners", "title", "created_at"),
  ],
});
export type Banner = InferEntity<typeof Banner>;
