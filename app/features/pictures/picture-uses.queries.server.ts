import type { EntityManager } from "@mikro-orm/postgresql";
import { bool, int, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";

/** The kinds of records that may show a library picture, by the path of their screen. */
export type UsingKind = "news" | "daily-brief" | "trade-alert" | "ads" | "banner" | "bin" | "settings/texts";

/** A record that shows the picture, or contains it in its text. @property id the last part of its address */
export type PictureUse = { kind: string; id: string; title: string; inText: boolean };

/** The most uses listed per kind. */
const MAX_USES = 20;

const SHOWN = sql`array[${uuid("imageId")}::uuid::text]`;

/** The current versions of pages' texts. */
const CURRENT_TEXTS = sql`(select distinct on (page) page, body from site_texts order by page, number desc) as current_texts`;

const USES = statement("library.uses", {
  kind: text.from`used.kind`,
  id: text.from`used.id`,
  title: text.from`used.title`,
  inText: bool.from`used.in_text`,
})`
  select used.kind, used.id, used.title, used.in_text as "inText" from (
    (select 'news' as kind, r.id::text as id, r.title as title, false as in_text
       from images c join news r on r.image_id = c.id where c.origin_id = ${uuid("id")} limit ${MAX_USES})
    union all
    (select 'ads', r.id::text, coalesce(r.alt_text, r.name), false
       from images c join ads r on r.image_id = c.id where c.origin_id = ${uuid("id")} limit ${MAX_USES})
    union all
    (select 'banner', r.id::text, r.title, false
       from images c join banners r on r.image_id = c.id where c.origin_id = ${uuid("id")} limit ${MAX_USES})
    union all
    (select 'news', id::text, title, true from news where pictures_in(content) @> ${SHOWN} limit ${MAX_USES})
    union all
    (select 'daily-brief', id::text, company_name, true from daily_briefs
      where pictures_in(analysis) @> ${SHOWN} limit ${MAX_USES})
    union all
    (select 'trade-alert', id::text, name, true from trade_alerts
      where pictures_in(analysis) @> ${SHOWN} limit ${MAX_USES})
    union all
    (select 'bin', id::text, title, true from binned_records where pictures_in(held::text) @> ${SHOWN} limit ${MAX_USES})
    union all
    (select 'settings/texts', page, page, true from ${CURRENT_TEXTS} where pictures_in(body) @> ${SHOWN})
  ) as used order by used.in_text, used.kind, used.title, used.id`;

/** The records that show a library picture. @param imageId of its stored image, which texts show */
export const usesOfPicture = (picture: { id: string; imageId: string }): Promise<PictureUse[]> =>
  USES.all(picture);

const TEXTS = statement("library.texts", { count: int })`
  select count(*)::int as count from (
    (select from news where pictures_in(content) @> ${SHOWN} limit ${MAX_USES})
    union all (select from daily_briefs where pictures_in(analysis) @> ${SHOWN} limit ${MAX_USES})
    union all (select from trade_alerts where pictures_in(analysis) @> ${SHOWN} limit ${MAX_USES})
    union all (select from ${CURRENT_TEXTS} where pictures_in(body) @> ${SHOWN})
    union all (select from binned_records where pictures_in(held::text) @> ${SHOWN} limit ${MAX_USES})) as texts`;

/** The count of texts is exact below this. */
export const MOST_TEXTS = MAX_USES;

/** The number of texts that would lose this picture, including texts in the bin that may be restored.
 * @param manager of the transaction that removes it */
export const textsShowing = async (imageId: string, manager: EntityManager): Promise<number> =>
  (await TEXTS.first({ imageId }, manager))?.count ?? 0;
