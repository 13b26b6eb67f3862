import { AUDIENCES } from "db/columns";
import { literal, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { accessTo, canReadInFull, type LockedKind } from "~/access/access.server";
import { isUuid } from "~/web/uuid";
import { previewInQuery } from "./preview.rules";
import { openLink } from "./preview-links.server";
import { PREVIEW_VIEWERS } from "./preview-viewers.server";

const SHOWN = sql`array[${uuid("imageId")}::uuid::text]`;
const RECORD = sql`id = ${uuid("recordId")}`;

const AUDIENCE = { audience: literal(AUDIENCES) };

const IN_ARTICLE = statement("previews.article-shows", { id: uuid })`
  select id from news where ${RECORD} and (image_id = ${uuid("imageId")} or pictures_in(content) @> ${SHOWN})`;
const IN_BRIEF = statement("previews.brief-shows", AUDIENCE)`
  select audience from daily_briefs where ${RECORD} and pictures_in(analysis) @> ${SHOWN}`;
const IN_ALERT = statement("previews.alert-shows", AUDIENCE)`
  select audience from trade_alerts where ${RECORD} and pictures_in(analysis) @> ${SHOWN}`;

/** The previewed records with a paywall. */
const LOCKED: ReadonlyMap<string, { kind: LockedKind; shows: typeof IN_BRIEF }> = new Map([
  ["daily-brief", { kind: "daily brief", shows: IN_BRIEF }],
  ["trade-alert", { kind: "trade alert", shows: IN_ALERT }],
]);

/** Whether the link in a picture's address opens it: the link is valid, its record shows the picture, and its reader can read that part.
 * @param imageId a UUID. @param query of the picture's address
 */
export async function isOpenByLink(imageId: string, query: URLSearchParams): Promise<boolean> {
  const preview = previewInQuery(query);
  const opened = preview && openLink(preview.record, preview.link, new Date());
  if (!opened || !isUuid(preview.record.id)) return false;
  const ids = { imageId, recordId: preview.record.id };
  if (preview.record.section === "news") return (await IN_ARTICLE.first(ids)) !== undefined;
  const locked = LOCKED.get(preview.record.section);
  const record = await locked?.shows.first(ids);
  if (!locked || !record) return false;
  return canReadInFull(accessTo(locked.kind, PREVIEW_VIEWERS[opened.as]), record.audience);
}
