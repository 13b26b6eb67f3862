import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { oneOf } from "../columns";

/** The sections whose page views are counted. */
const VIEWED_SECTIONS = ["news", "daily-brief", "videos"] as const;

/** The views of a page on one day of the site's time zone. Nothing identifies the readers. */
export const PageReading = defineEntity({
  name: "PageReading",
  tableName: "page_readings",
  properties: {
    day: p.date().primary(),
    section: oneOf(VIEWED_SECTIONS).primary(),
    recordId: p.uuid().primary(),
    views: p.integer(),
  },
  checks: [{ name: "page_readings_views_range", expression: "views >= 0" }],
});
export type PageReading = InferEntity<typeof PageReading>;

/** The views of all pages together. These sums outlive the days of single pages. */
export const ReadingDay = defineEntity({
  name: "ReadingDay",
  tableName: "reading_days",
  properties: { day: p.date().primary(), views: p.integer() },
  checks: [{ name: "reading_days_views_range", expression: "views >= 0" }],
});
export type ReadingDay = InferEntity<typeof ReadingDay>;

/** The most read pages of the last seven days, ranked hourly. */
export const MostRead = defineEntity({
  name: "MostRead",
  tableName: "most_read",
  properties: {
    place: p.smallint().primary().autoincrement(false),
    section: oneOf(VIEWED_SECTIONS),
    recordId: p.uuid(),
  },
  checks: [{ name: "most_read_place_range", expression: "place >= 1 and place <= 20" }],
});
export type MostRead = InferEntity<typeof MostRead>;
