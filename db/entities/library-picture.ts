import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { containsIndex, editableColumns, foldedIndex, lengthCheck, oneOf, sortIndex } from "../columns";
import { FOCUS_POINTS, Image } from "./image";

type Alias = { toString(): string };

/** Counts a table's records whose own picture is a copy of this one. */
const copiesSql = (picture: Alias, table: string, column = "image_id") =>
  `(select count(*) from images c join ${table} r on r.${column} = c.id where c.origin_id = ${picture}.id)`;
/** Counts records whose text shows it. */
const textsSql = (picture: Alias, table: string, text: string) =>
  `(select count(*) from ${table} where pictures_in(${text}) @> array[${picture}.image_id::text])`;

/** Its current uses, by kind of record: 'news 2,banner 1'. Null if it is not used. */
const usesSql = (
  picture: Alias,
) => `(select string_agg(kind || ' ' || number, ',' order by place) from (values
  (1, 'news', ${copiesSql(picture, "news")} + ${textsSql(picture, "news", "content")}),
  (2, 'daily-brief', ${textsSql(picture, "daily_briefs", "analysis")}),
  (3, 'trade-alert', ${textsSql(picture, "trade_alerts", "analysis")}),
  (4, 'ads', ${copiesSql(picture, "ads")}), (5, 'banner', ${copiesSql(picture, "banners")}),
  (6, 'settings/texts', ${textsSql(picture, "(select distinct on (page) page, body from site_texts order by page, number desc) as t", "body")}),
  (7, 'bin', ${textsSql(picture, "binned_records", "held::text")})) as used (place, kind, number) where number > 0)`;

/**
 * A picture that staff store for reuse. Texts show its own `image`. Records that chose it have a copy, whose
 * `originId` is the id here.
 */
export const LibraryPicture = defineEntity({
  name: "LibraryPicture",
  tableName: "library_pictures",
  properties: {
    ...editableColumns(),
    title: p.text(),
    /** Text alternative. Null for a purely decorative picture. */
    alt: p.text().nullable(),
    /** Cropping keeps this part. */
    focus: oneOf(FOCUS_POINTS).default("centre"),
    image: () => p.manyToOne(Image).ref().deleteRule("no action").index(),
    uses: p.text().formula(usesSql).nullable().lazy(true, false),
  },
  checks: [lengthCheck("library_pictures", "title", 1, 200), lengthCheck("library_pictures", "alt", 1, 300)],
  indexes: [
    { properties: ["createdAt", "id"] },
    containsIndex("library_pictures", "title"),
    foldedIndex("library_pictures", "title"),
    containsIndex("library_pictures", "alt"),
    sortIndex("library_pictures", "title", "created_at"),
  ],
});
export type LibraryPicture = InferEntity<typeof LibraryPicture>;
