import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { lengthCheck } from "../columns";
import { Staff } from "./staff";

/** The form's texts by field name. Fields that are as in the record are absent. */
export type CopiedTexts = Readonly<Record<string, string>>;

/**
 * A change of a published record that readers do not see yet. It outlives its record in the bin. Staff who may write the
 * record may read it.
 */
export const WorkingCopy = defineEntity({
  name: "WorkingCopy",
  tableName: "working_copies",
  properties: {
    /** The path of the record's screen. */
    kind: p.text().primary(),
    recordId: p.uuid().primary(),
    /** The record's name with these texts. */
    title: p.text(),
    typed: p.json<CopiedTexts>(),
    /** All texts of that version, as the change log has them. */
    opened: p.json<CopiedTexts>(),
    /** The version of the record that it changes. */
    recordVersion: p.integer(),
    version: p.integer().default(1),
    /** When it is published automatically. */
    publishAt: p.datetime(3).nullable().index(),
    /** Who planned that. It is published in their name. */
    planner: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    /** Why that failed. */
    problem: p.text().nullable(),
    /** Who changed it last. */
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    staffName: p.text(),
    /** Everybody who changed it: none of them approves it. */
    writerIds: p.array().columnType("uuid[]").default([]),
    createdAt: p.datetime(3).defaultRaw("now()"),
    savedAt: p.datetime(3).defaultRaw("now()").index(),
  },
  checks: [
    lengthCheck("working_copies", "kind", 1, 50),
    lengthCheck("working_copies", "title", 0, 300),
    lengthCheck("working_copies", "problem", 1, 500),
    lengthCheck("working_copies", "staff_name", 1, 200),
    { name: "working_copies_typed_size", expression: "octet_length(typed::text) <= 4000000" },
    { name: "working_copies_opened_size", expression: "octet_length(opened::text) <= 4000000" },
    { name: "working_copies_record_version_range", expression: "record_version >= 1" },
    { name: "working_copies_version_range", expression: "version >= 1" },
  ],
});
export type WorkingCopy = InferEntity<typeof WorkingCopy>;
