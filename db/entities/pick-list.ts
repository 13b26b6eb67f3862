import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { editableColumns, lengthCheck, oneOf } from "../columns";
import { PICK_CATEGORIES } from "./stock-pick";

/** What staff say of a list of picks. There is one for each, and the baseline made them. */
export const PickList = defineEntity({
  name: "PickList",
  tableName: "pick_lists",
  properties: {
    ...editableColumns(),
    category: oneOf(PICK_CATEGORIES).unique(),
    /** What the list is for, in a sentence or two. */
    thesis: p.text(),
  },
  checks: [lengthCheck("pick_lists", "thesis", 1, 300)],
  indexes: [{ properties: ["createdAt", "id"] }],
});
export type PickList = InferEntity<typeof PickList>;
