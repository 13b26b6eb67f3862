import { createReadableStreamFromReadable } from "@remix-run/node";
import { accessTo, canReadInFull, type LockedKind } from "~/access/access.server";
import { can, type Permission } from "~/auth/permissions.server";
import { everyViewerOf, type Viewer } from "~/auth/viewer.server";
import { isOpenByLink } from "~/features/previews/preview-pictures.queries.server";
import { config } from "~/platform/config.server";
import { SETTINGS_TABLE } from "~/platform/site-settings/watch-settings.server";
import { type StoredFile, storage } from "~/platform/storage.server";
import { etagMatches } from "~/web/etag";
import { fileReply } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { publicFileHeaders } from "~/web/shared-cache";
import { findShowings, type PicturePlace, type Showing } from "./picture-places.queries.server";

/** The permission to read the record of a picture, also before it is published. */
const READ_PERMISSIONS: Record<PicturePlace, Permission> = {
  news: "news.read",
  ads: "ads.read",
  banners: "banners.read",
  library_pictures: "pictures.read",
  members: "members.read",
  staff: "admins.read",
  site_settings: "settings.read",
  daily_briefs: "daily-briefs.read",
  trade_alerts: "trade-alerts.read",
  site_texts: "settings.read",
};

/** The texts of these places are locked; see `access.server`. */
const LOCKED_KINDS: Partial<Record<PicturePlace, LockedKind>> = {
  daily_briefs: "daily brief",
  trade_alerts: "trade alert",
};

/** The table in the change notice of a place, if it differs. */
const ANNOUNCED_AS: Partial<Record<PicturePlace, string>> = { site_texts: SETTINGS_TABLE };

/** A person's picture: its address changes with its content, and only the browser may cache it. */
const FOR_HOLDERS = { "Cache-Control": "private, max-age=31536000, immutable" };
/** Access may end at any time. */
const FOR_ONE = { "Cache-Control": "private, no-store" };

type Headers = Record<string, string>;

/** A file of a stored picture, for viewers who may see a record that shows it. Others cannot tell whether it exists.
 * @param id a UUID
 * @throws StorageUnavailableError
 */
export async function openPicture(
  args: RequestArgs,
  { id, file }: { id: string; file: string },
): Promise<Response | undefined> {
  const showings = await findShowings(id);
  const { request } = args;
  const open = publicHeaders(showings, `"${id}/${file}"`);
  if (open?.ETag && etagMatches(request.headers.get("If-None-Match"), open.ETag))
    return new Response(null, { status: 304, headers: open });
  const headers = open ?? (await personalHeaders(args, id, showings));
  const stored = headers && (await storage().read(`${id}/${file}`));
  return stored && storedFile(stored, headers);
}

function publicHeaders(showings: readonly Showing[], etag: string): Headers | undefined {
  const places = showings.filter(({ readers }) => readers === "anyone").map(({ place }) => place);
  if (places.length === 0) return undefined;
  const announced = places.map((place) => ANNOUNCED_AS[place] ?? place);
  return { ...publicFileHeaders(config().cdnSeconds, ["images", ...new Set(announced)]), ETag: etag };
}

async function personalHeaders(
  args: RequestArgs,
  id: string,
  showings: readonly Showing[],
): Promise<Headers | undefined> {
  if (showings.some(({ readers }) => readers === "holders")) return FOR_HOLDERS;
  if (await isOpenByLink(id, new URL(args.request.url).searchParams)) return FOR_ONE;
  if (showings.length === 0) return undefined;
  const viewers = await everyViewerOf(args);
  return viewers.some((viewer) => showings.some((showing) => maySee(viewer, showing))) ? FOR_ONE : undefined;
}

function maySee(viewer: Viewer, { place, readers }: Showing): boolean {
  if (can(viewer, READ_PERMISSIONS[place])) return true;
  const kind = LOCKED_KINDS[place];
  return kind !== undefined && (readers === "members" || readers === "private")
    ? canReadInFull(accessTo(kind, viewer), readers)
    : false;
}

const storedFile = ({ stream, size }: StoredFile, headers: Headers) =>
  fileReply(createReadableStreamFromReadable(stream), "image/webp", {
    "Content-Length": String(size),
    ...headers,
  });
