import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf, orderIndex } from "../columns";
import { BinnedRecord } from "./binned-record";
import { Staff } from "./staff";

export const REVIEW_ENTRIES = ["ready", "approval", "comment"] as const;

/**
 * One line of a record's review: that it is ready, that somebody approved a version, or a comment. While the record is in
 * the bin its lines refer to it there, and go with it.
 */
export const ReviewEntry = defineEntity({
  name: "ReviewEntry",
  tableName: "review_entries",
  properties: {
    ...baseColumns(),
    /** The path of the record's screen. */
    kind: p.text(),
    recordId: p.uuid(),
    what: oneOf(REVIEW_ENTRIES),
    /** The version that it is about: of the record, or of its working copy. */
    version: p.integer(),
    ofCopy: p.boolean().default(false),
    /** The words of a comment. */
    body: p.text().nullable(),
    /** The people whom a comment names. */
    mentions: p.array().columnType("uuid[]").default([]),
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    /** Outlives the account of its author. */
    staffName: p.text(),
    binned: () => p.manyToOne(BinnedRecord).ref().nullable().deleteRule("cascade").index(),
  },
  checks: [
    lengthCheck("review_entries", "kind", 1, 50),
    lengthCheck("review_entries", "body", 1, 2000),
    lengthCheck("review_entries", "staff_name", 1, 200),
    { name: "review_entries_version_range", expression: "version >= 1" },
    { name: "review_entries_words", expression: "(what = 'comment') = (body is not null)" },
  ],
  indexes: [
    { properties: ["kind", "recordId", "createdAt", "id"] },
    orderIndex({
      table: "review_entries",
      name: "mentions",
      order: "created_at",
      where: "mentions <> '{}'::uuid[]",
    }),
    {
      name: "review_entries_ready",
      expression:
        "create unique index review_entries_ready on review_entries (kind, record_id) where what = 'ready'",
    },
    {
      name: "review_entries_approval",
      expression:
        "create unique index review_entries_approval on review_entries (kind, record_id, of_copy, version, staff_id) where what = 'approval'",
    },
  ],
});
export type ReviewEntry = InferEntity<typeof ReviewEntry>;
