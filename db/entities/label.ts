import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, editableColumns, lengthCheck } from "../columns";
import { Member } from "./member";

/** A saved filter of the list of members. */
export const Segment = defineEntity({
  name: "Segment",
  tableName: "segments",
  properties: {
    ...editableColumns(),
    name: p.text(),
    /** The name as it is compared; see `nameKey`. */
    nameKey: p.text().unique(),
    /** The query of the list's address, with filters only. */
    search: p.text(),
  },
  checks: [
    lengthCheck("segments", "name", 1, 60),
    lengthCheck("segments", "name_key", 1, 1200),
    lengthCheck("segments", "search", 1, 1000),
  ],
});
export type Segment = InferEntity<typeof Segment>;

/** A word of staff for some members. */
export const Label = defineEntity({
  name: "Label",
  tableName: "labels",
  properties: {
    ...baseColumns(),
    name: p.text(),
    /** As above; of an ended label its id, so that its name is free. */
    nameKey: p.text().unique(),
    /** An hourly task gives the label to this segment's members, and to nobody else. */
    segment: () => p.manyToOne(Segment).ref().nullable().deleteRule("set null").index(),
    /** When the task was last through with all members; null if it must begin soon. */
    keptAt: p.datetime(3).nullable(),
    /** When the task last began a part of it: one that fails lets the others go first. */
    triedAt: p.datetime(3).nullable(),
    /** The present round has compared members up to this id. */
    keptTo: p.uuid().nullable(),
    /** Deleted or merged by staff: an hourly task removes it in parts. */
    endedAt: p.datetime(3).nullable().index(),
    mergedInto: () => p.manyToOne(Label).ref().nullable().deleteRule("set null").index(),
  },
  checks: [lengthCheck("labels", "name", 1, 40), lengthCheck("labels", "name_key", 1, 1200)],
});
export type Label = InferEntity<typeof Label>;

export const MemberLabel = defineEntity({
  name: "MemberLabel",
  tableName: "member_labels",
  properties: {
    member: () => p.manyToOne(Member).ref().primary().deleteRule("cascade"),
    label: () => p.manyToOne(Label).ref().primary().deleteRule("cascade"),
    createdAt: p.datetime(3).defaultRaw("now()"),
  },
  indexes: [{ properties: ["label", "member"] }],
});
export type MemberLabel = InferEntity<typeof MemberLabel>;
