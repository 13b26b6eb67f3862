import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { lengthCheck } from "../columns";
import { Staff } from "./staff";

/**
 * What somebody has typed into a form of the back-office and not saved, of each window. Nobody else's to read; it goes with the account, and with the
 * text being saved or discarded: then `typed` is null, so that what was still on its way makes no draft of it again.
 */
export const FormDraft = defineEntity({
  name: "FormDraft",
  tableName: "form_drafts",
  properties: {
    staff: () => p.manyToOne(Staff).ref().primary().deleteRule("cascade"),
    /** The form it was typed into: `news/new`, `news/<id>`. */
    form: p.text().primary(),
    /** The window that typed it. */
    writer: p.uuid().primary(),
    /** By the names of the form's fields. */
    typed: p.json<Record<string, string>>().nullable(),
    /** Of the record that the form was drawn from; 0 for an empty form. */
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
