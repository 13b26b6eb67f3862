import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf, picturesIndex } from "../columns";
import { TEXT_PAGES } from "./site-setting";
import { Staff } from "./staff";

/** Longest text of such a page, in characters. */
export const MAX_SITE_TEXT = 60_000;

/** A version of a page's words. None is changed or taken away: an older one that is restored is a new one. */
export const SiteText = defineEntity({
  name: "SiteText",
  tableName: "site_texts",
  properties: {
    ...baseColumns(),
    page: oneOf(TEXT_PAGES),
    /** From 1 on; the words that came with the site are version 0 of each page, and in no row. */
    number: p.integer(),
    body: p.text(),
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    staffName: p.text(),
    /** The version whose words these are again. */
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
