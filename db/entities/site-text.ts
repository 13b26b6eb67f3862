import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf, picturesIndex } from "../columns";
import { TEXT_PAGES } from "./site-setting";
import { Staff } from "./staff";

/** Longest text of such a page, in characters. */
export const MAX_SITE_TEXT = 60_000;

/**
 * A version of a page's text. Versions are never changed or deleted: restoring an older one adds a new one.
 */
export const SiteText = defineEntity({
  name: "SiteText",
  tableName: "site_texts",
  properties: {
    ...baseColumns(),
    page: oneOf(TEXT_PAGES),
    /** Counts from 1. Version 0 is the text that comes with the site, and has no row. */
    number: p.integer(),
    body: p.text(),
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    staffName: p.text(),
    /** The version that this one restores. */
    restoredFrom: p.integer().nullable(),
  },
  checks: [
    lengthCheck("site_texts", "body", 1, MAX_SITE_TEXT),
    lengthCheck("site_texts", "staff_name", 1, 100),
    { name: "site_texts_number_range", expression: "number >= 1" },
    { name: "site_texts_restored_from_range", expression: "restored_from >= 0 and restored_from < number" },
  ],
  uniques: [{ properties: ["page", "number"] }],
  indexes: [{ properties: ["createdAt", "id"] }, picturesIndex("site_texts", "body")],
});
export type SiteText = InferEntity<typeof SiteText>;
