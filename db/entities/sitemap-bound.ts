import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/**
 * The first record of a file in a section's sitemap, by age. The first file has no bound. When a file is
 * full, the next read of the list adds a bound. Bounds stay, so no file is found by counting the records
 * before it.
 */
export const SitemapBound = defineEntity({
  name: "SitemapBound",
  tableName: "sitemap_bounds",
  properties: {
    section: p.text().primary(),
    part: p.integer().primary(),
    createdAt: p.datetime(3),
    /** The record may be deleted. */
    recordId: p.uuid(),
  },
  checks: [{ name: "sitemap_bounds_part_range", expression: "part >= 2" }],
});
export type SitemapBound = InferEntity<typeof SitemapBound>;
