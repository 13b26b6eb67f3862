import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { lengthCheck } from "../columns";
import { Staff } from "./staff";

/**
 * Unsaved text of a back-office form, per window. Only its author may read it. It is deleted with the
 * account. Saving or discarding sets `typed` to null, so that a late request does not bring the draft back.
 */
export const FormDraft = defineEntity({
  name: "FormDraft",
  tableName: "form_drafts",
  properties: {
    staff: () => p.manyToOne(Staff).ref().primary().deleteRule("cascade"),
    /** The form: `news/new`, `news/<id>`. */
    form: p.text().primary(),
    /** The window in which it was typed. */
    writer: p.uuid().primary(),
    /** By the form's field names. */
    typed: p.json<Record<string, string>>().nullable(),
    /** The version of the record in the form. 0 for an empty form. */
    recordVersion: p.integer(),
    revision: p.integer().default(1),
    savedAt: p.datetime(3).defaultRaw("now()"),
  },
  checks: [
    lengthCheck("form_drafts", "form", 1, 200),
    { name: "form_drafts_typed_size", expression: "octet_length(typed::text) <= 4000000" },
    { name: "form_drafts_record_version_range", expression: "record_version >= 0" },
    { name: "form_drafts_revision_range", expression: "revision >= 1" },
  ],
  indexes: [{ properties: ["savedAt"] }],
});
export type FormDraft = InferEntity<typeof FormDraft>;
