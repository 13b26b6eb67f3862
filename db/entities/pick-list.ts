import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { editableColumns, lengthCheck, oneOf } from "../columns";
import { PICK_CATEGORIES } from "./stock-pick";

/** The description of a list of picks. The baseline created one for each list. */
export const PickList = defineEntity({
  name: "PickList",
  tableName: "pick_lists",
  properties: {
    ...editableColumns(),
    category: oneOf(PICK_CATEGORIES).unique(),
    /** The purpose of the list in a sentence or two. */
    thesis: p.text(),
  },
  checks: [lengthCheck("pick_lists", "thesis", 1, 300)],
  indexes: [{ properties: ["createdAt", "id"] }],
});
export type PickList = InferEntity<typeof PickList>;
