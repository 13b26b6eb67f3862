import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf } from "../columns";

/**
 * A picture from a rejected form, stored until the form is sent again. Its owner has no foreign key: the row
 * must outlive the account as long as the files exist.
 */
export const PendingPicture = defineEntity({
  name: "PendingPicture",
  tableName: "pending_pictures",
  properties: {
    ...baseColumns(),
    ownerKind: oneOf(["staff", "member"]),
    ownerId: p.uuid(),
    /** The form: `news/new`, `news/<id>`. */
    form: p.text(),
    width: p.integer(),
    height: p.integer(),
    byteSize: p.integer(),
    widths: p.array(Number).columnType("int[]"),
    /** The chosen picture of the library. */
    originId: p.uuid().nullable(),
  },
  checks: [
    lengthCheck("pending_pictures", "form", 1, 200),
    { name: "pending_pictures_width_range", expression: "width >= 1 and width <= 20000" },
    { name: "pending_pictures_height_range", expression: "height >= 1 and height <= 20000" },
    { name: "pending_pictures_byte_size_range", expression: "byte_size > 0" },
    {
      name: "pending_pictures_widths_range",
      expression: "cardinality(widths) >= 1 and cardinality(widths) <= 10",
    },
  ],
  indexes: [{ properties: ["ownerId", "createdAt"] }, { properties: ["createdAt"] }],
});
export type PendingPicture = InferEntity<typeof PendingPicture>;
