import { countRows, query } from "db/query.server";
import type { Access } from "~/features/entitlements/access.server";
import type { PageRange } from "~/web/paging";

/** A video in a gallery. There is no link in it: the poster is ours, and playing happens on the video's own page. */
export type VideoCard = {
  id: string;
  title: string;
  caption: string | null;
  isFree: boolean;
  createdAt: Date;
  locked: boolean;
};

/** The link is null for a locked video: it was never read. */
export type VideoDetails = VideoCard & { youtubeLink: string | null };

/** What a reader with this access finds locked. */
const LOCKED_SQL: Record<Access, string> = { full: "false", locked: "not is_free" };

/** The link as far as a reader with this access may know it; decisions.md, "Locking". */
const LINK_SQL: Record<Access, string> = {
  full: "youtube_link",
  locked: "case when is_free then youtube_link end",
};

const cardColumns = (access: Access) =>
  `id, title, left(caption, 400) as caption, is_free as "isFree", created_at as "createdAt",
   ${LOCKED_SQL[access]} as locked`;

/** Published videos, newest first. */
export function latestVideos(
  access: Access,
  { limit, offset = 0, except }: { limit: number; offset?: number; except?: string },
): Promise<VideoCard[]> {
  return query<VideoCard>(
    `select ${cardColumns(access)} from videos where status = 'published' ${except ? "and id <> ?" : ""}
      order by created_at desc, id desc limit ? offset ?`,
    [...(except ? [except] : []), limit, offset],
  );
}

/** A page of the gallery and how many videos there are. */
export async function videosPage(
  access: Access,
  range: PageRange,
): Promise<{ videos: VideoCard[]; total: number }> {
  const [videos, total] = await Promise.all([
    latestVideos(access, range),
    countRows("videos where status = 'published'"),
  ]);
  return { videos, total };
}

/** One published video, or undefined. @param id a UUID. */
export async function videoById(access: Access, id: string): Promise<VideoDetails | undefined> {
  const [video] = await query<VideoDetails>(
    `select id, title, caption, is_free as "isFree", created_at as "createdAt", ${LOCKED_SQL[access]} as locked,
            ${LINK_SQL[access]} as "youtubeLink"
       from videos where id = ? and status = 'published'`,
    [id],
  );
  return video;
}
