import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/**
 * Where a file of a section's sitemap begins: with this record, by age. The first has no bound. Written by whoever reads
 * the list of files when one is full, and then kept, so that no file is found by counting what stands before it.
 */
export const SitemapBound = defineEntity({
  name: "SitemapBound",
  tableName: "sitemap_bounds",
  properties: {
    section: p.text().primary(),
    part: p.integer().primary(),
    createdAt: p.datetime(3),
    /** The record may be gone since. */
    recordId: p.uuid(),
  },
  checks: [{ name: "sitemap_bounds_part_range", expression: "part >= 2" }],
});
export type SitemapBound = InferEntity<typeof SitemapBound>;
