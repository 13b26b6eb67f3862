import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { authorSlugSql } from "../author-slug";
import {
  audience,
  containsIndex,
  decimal,
  decimalCheck,
  disclosure,
  disclosureCheck,
  editableColumns,
  firstPublishedAt,
  foldedIndex,
  lengthCheck,
  lowered,
  nullableSortIndexes,
  oneOf,
  orderIndex,
  PUBLICATION_STATUSES,
  partsIndex,
  picturesIndex,
  prefixIndex,
  publishAt,
  publishAtIndex,
  sortIndex,
  tickerIndex,
} from "../columns";
import { Instrument } from "./instrument";

/** A daily note on one company. `analysis` and the buy zone are for paying readers only. */
export const DailyBrief = defineEntity({
  name: "DailyBrief",
  tableName: "daily_briefs",
  properties: {
    ...editableColumns(),
    companyName: p.text(),
    ticker: p.text(),
    lowerTicker: lowered("ticker"),
    analysis: p.text(),
    buyZoneMin: decimal().nullable(),
    buyZoneMax: decimal().nullable(),
    status: oneOf(PUBLICATION_STATUSES).default("published"),
    publishAt: publishAt(),
    firstPublishedAt: firstPublishedAt(),
    author: p.text().nullable(),
    /** The conclusion and the first words, public. */
    headline: p.text().nullable(),
    teaser: p.text().nullable(),
    disclosure: disclosure(),
    /** The brief's instrument; triggers set it. */
    instrument: () => p.manyToOne(Instrument).ref().nullable().deleteRule("no action"),
    audience: audience(),
    /**
     * The newest sample is open to everybody on the page of plans. Everywhere else it has the same paywall as
     * other briefs.
     */
    isSample: p.boolean().default(false),
  },
  checks: [
    lengthCheck("daily_briefs", "company_name", 1, 300),
    lengthCheck("daily_briefs", "ticker", 1, 20),
    lengthCheck("daily_briefs", "analysis", 1, 100_000),
    decimalCheck("daily_briefs", "buy_zone_min"),
    decimalCheck("daily_briefs", "buy_zone_max"),
    { name: "daily_briefs_buy_zone_order", expression: "buy_zone_min <= buy_zone_max" },
    lengthCheck("daily_briefs", "author", 1, 100),
    lengthCheck("daily_briefs", "headline", 1, 200),
    lengthCheck("daily_briefs", "teaser", 1, 500),
    disclosureCheck("daily_briefs"),
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["updatedAt", "id"] },
    orderIndex({
      table: "daily_briefs",
      name: "status_created_at_id",
      order: "status, created_at, id",
      include: "publish_at",
    }),
    publishAtIndex("daily_briefs"),
    { properties: ["instrument", "createdAt", "id"] },
    containsIndex("daily_briefs", "company_name"),
    foldedIndex("daily_briefs", "company_name"),
    containsIndex("daily_briefs", "ticker"),
    foldedIndex("daily_briefs", "ticker"),
    containsIndex("daily_briefs", "analysis"),
    partsIndex("daily_briefs", "analysis"),
    containsIndex("daily_briefs", "author"),
    foldedIndex("daily_briefs", "author"),
    picturesIndex("daily_briefs", "analysis"),
    prefixIndex("daily_briefs", "company_name"),
    containsIndex("daily_briefs", "headline"),
    foldedIndex("daily_briefs", "headline"),
    prefixIndex("daily_briefs", "headline"),
    tickerIndex("daily_briefs"),
    sortIndex("daily_briefs", "company_name", "status, created_at"),
    orderIndex({
      table: "daily_briefs",
      name: "author_slug",
      order: `${authorSlugSql("author")}, created_at, id`,
      where: "status = 'published'",
      include: "publish_at",
    }),
    ...nullableSortIndexes("daily_briefs", "author", "status, created_at"),
    orderIndex({
      table: "daily_briefs",
      name: "sample",
      order: "created_at, id",
      where: "is_sample and status = 'published'",
    }),
  ],
});
export type DailyBrief = InferEntity<typeof DailyBrief>;
