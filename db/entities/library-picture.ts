import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { containsIndex, editableColumns, foldedIndex, lengthCheck, oneOf, sortIndex } from "../columns";
import { FOCUS_POINTS, Image } from "./image";

/**
 * A picture that staff keep to be used again. Its own `image` is what texts show; records that chose it have a copy of their own,
 * whose `originId` is the id here.
 */
export const LibraryPicture = defineEntity({
  name: "LibraryPicture",
  tableName: "library_pictures",
  properties: {
    ...editableColumns(),
    title: p.text(),
    /** What it shows, for who does not see it; null where it only adorns. */
    alt: p.text().nullable(),
    /** The part of it that stays where it is cut. */
    focus: oneOf(FOCUS_POINTS).default("centre"),
    image: () => p.manyToOne(Image).ref().deleteRule("no action").index(),
  },
  checks: [lengthCheck("library_pictures", "title", 1, 200), lengthCheck("library_pictures", "alt", 1, 300)],
  indexes: [
    { properties: ["createdAt", "id"] },
    containsIndex("library_pictures", "title"),
    foldedIndex("library_pictures", "title"),
    containsIndex("library_pictures", "alt"),
    sortIndex("library_pictures", "title", "created_at"),
  ],
});
export type LibraryPicture = InferEntity<typeof LibraryPicture>;
