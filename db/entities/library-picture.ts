import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { containsIndex, editableColumns, foldedIndex, lengthCheck, oneOf, sortIndex } from "../columns";
import { FOCUS_POINTS, Image } from "./image";

type Alias = { toString(): string };

/** Records of a table whose own picture is a copy of this one. */
const copies = (picture: Alias, table: string, column = "image_id") =>
  `(select count(*) from images c join ${table} r on r.${column} = c.id where c.origin_id = ${picture}.id)`;
/** Records whose text shows it. */
const texts = (picture: Alias, table: string, text: string) =>
  `(select count(*) from ${table} where pictures_in(${text}) @> array[${picture}.image_id::text])`;

/** Where it is shown now, by the kind of record: 'news 2,banner 1'; null where it is nowhere. */
const usesOf = (picture: Alias) => `(select string_agg(kind || ' ' || number, ',' order by place) from (values
  (1, 'news', ${copies(picture, "news")} + ${texts(picture, "news", "content")}),
  (2, 'daily-brief', ${texts(picture, "daily_briefs", "analysis")}),
  (3, 'trade-alert', ${texts(picture, "trade_alerts", "analysis")}),
  (4, 'ads', ${copies(picture, "ads")}), (5, 'banner', ${copies(picture, "banners")}),
  (6, 'settings/texts', ${texts(picture, "(select distinct on (page) page, body from site_texts order by page, number desc) as t", "body")}),
  (7, 'bin', ${texts(picture, "binned_records", "held::text")})) as used (place, kind, number) where number > 0)`;

/**
 * A picture that staff keep to be used again. Its own `image` is what texts show; records that chose it have a copy of their own,
 * whose `originId` is the id here.
 */
export const LibraryPicture = defineEntity({
  name: "LibraryPicture",
  tableName: "library_pictures",
  properties: {
    ...editableColumns(),
    title: p.text(),
    /** What it shows, for who does not see it; null where it only adorns. */
    alt: p.text().nullable(),
    /** The part of it that stays where it is cut. */
    focus: oneOf(FOCUS_POINTS).default("centre"),
    image: () => p.manyToOne(Image).ref().deleteRule("no action").index(),
    uses: p.text().formula(usesOf).nullable().lazy(true, false),
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
