import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf, orderIndex } from "../columns";

/** The focus of a picture: cropping keeps this part. */
export const FOCUS_POINTS = ["centre", "top", "bottom", "left", "right"] as const;
export type FocusPoint = (typeof FOCUS_POINTS)[number];

/** A stored picture. Its files are webp, one per entry of `widths` (pixels), named by `id`. */
export const Image = defineEntity({
  name: "Image",
  tableName: "images",
  properties: {
    ...baseColumns(),
    width: p.integer(),
    height: p.integer(),
    byteSize: p.integer(),
    widths: p.array(Number).columnType("int[]"),
    /** Text alternative. Empty if the adjacent text says the same. */
    alt: p.text().default(""),
    focus: oneOf(FOCUS_POINTS).default("centre"),
    /** The library picture that it was copied from, which may be deleted. */
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
