import { defineEntity, type InferEntity } from "@mikro-orm/core";
import { baseColumns } from "../columns";

/** A picture whose files must be deleted, or are not in use yet: no row of `images` has its id. */
export const PictureRemoval = defineEntity({
  name: "PictureRemoval",
  tableName: "picture_removals",
  properties: baseColumns(),
  indexes: [{ properties: ["createdAt"] }],
});
export type PictureRemoval = InferEntity<typeof PictureRemoval>;
