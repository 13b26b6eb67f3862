import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Ad } from "./ad";

/**
 * The views and clicks of an ad on one day of the site's time zone. Nothing identifies the readers. A day
 * without views and clicks has no row.
 */
export const AdCount = defineEntity({
  name: "AdCount",
  tableName: "ad_counts",
  properties: {
    ad: () => p.manyToOne(Ad).ref().primary().deleteRule("cascade"),
    day: p.date().primary(),
    views: p.integer().default(0),
    clicks: p.integer().default(0),
  },
  checks: [
    { name: "ad_counts_views_range", expression: "views >= 0" },
    { name: "ad_counts_clicks_range", expression: "clicks >= 0" },
  ],
});
export type AdCount = InferEntity<typeof AdCount>;
