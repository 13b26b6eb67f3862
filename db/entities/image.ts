import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns } from "../columns";

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
  },
  checks: [
    { name: "images_width_range", expression: "width >= 1 and width <= 20000" },
    { name: "images_height_range", expression: "height >= 1 and height <= 20000" },
    { name: "images_byte_size_range", expression: "byte_size > 0" },
    { name: "images_widths_range", expression: "cardinality(widths) >= 1 and cardinality(widths) <= 10" },
  ],
  indexes: [{ properties: ["createdAt", "id"] }],
});
export type Image = InferEntity<typeof Image>;
