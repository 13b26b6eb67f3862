import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf, orderIndex } from "../columns";

/** Where the eye is to fall in a picture: that part stays when it is cut. */
export const FOCUS_POINTS = ["centre", "top", "bottom", "left", "right"] as const;
export type FocusPoint = (typeof FOCUS_POINTS)[number];

/** A stored picture. The files themselves are webp, one per entry of `widths` (pixels), named by `id`. */
export const Image = defineEntity({
  name: "Image",
  tableName: "images",
  properties: {
    ...baseColumns(),
    width: p.integer(),
    height: p.integer(),
    byteSize: p.integer(),
    widths: p.array(Number).columnType("int[]"),
    /** What it shows, for who does not see it; empty where the words beside it say the same. */
    alt: p.text().default(""),
    focus: oneOf(FOCUS_POINTS).default("centre"),
    /** The picture of the library that it is a copy of, which may be gone by now. */
    originId: p.uuid().nullable(),
  },
  checks: [
    { name: "images_width_range", expression: "width >= 1 and width <= 20000" },
    { name: "images_height_range", expression: "height >= 1 and height <= 20000" },
    { name: "images_byte_size_range", expression: "byte_size > 0" },
    { name: "images_widths_range", expression: "cardinality(widths) >= 1 and cardinality(widths) <= 10" },
    lengthCheck("images", "alt", 0, 300),
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    orderIndex({ table: "images", name: "origin_id", order: "origin_id", where: "origin_id is not null" }),
  ],
});
export type Image = InferEntity<typeof Image>;
