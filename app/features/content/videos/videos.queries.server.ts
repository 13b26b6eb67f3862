import { counted } from "db/count.server";
import { Video } from "db/entities/video";
import { columns } from "db/entity-columns.server";
import { filtered } from "db/filtered.server";
import type { EntityManager } from "db/orm.server";
import { pageRows } from "db/page-rows";
import { PUBLISHED } from "db/published";
import { bool, sql, text, uuid } from "db/sql";
import { variants } from "db/statement.server";
import type { Access, Audience } from "~/access/access.server";
import { FOR_MEMBERS } from "~/access/for-members.server";
import type { PageRange } from "~/web/paging";

/** A video in a gallery, without its link: the drawing is ours, and the player is on the video's page. */
export type VideoCard = {
  id: string;
  title: string;
  caption: string | null;
  isFree: boolean;
  audience: Audience;
  createdAt: Date;
  locked: boolean;
};

/** The link of a video behind the paywall is null: it is never read. */
export type VideoDetails = VideoCard & { youtubeLink: string | null };

const VIDEO = columns(Video, "id", "title", "isFree", "audience", "createdAt");

/** The condition for a paywall, by access. */
const LOCKED = {
  full: bool.from`false`,
  members: bool.from`not (is_free or ${FOR_MEMBERS})`,
  locked: bool.from`not is_free`,
};

/** The link, if a reader with this access may have it. */
const LINK = {
  full: text.from`youtube_link`,
  members: text.orNull.from`case when is_free or ${FOR_MEMBERS} then youtube_link end`,
  locked: text.orNull.from`case when is_free then youtube_link end`,
};

const cardFor = (access: Access) => ({
  ...VIDEO,
  caption: text.orNull.from`left(caption, 400)`,
  locked: LOCKED[access],
});

const latestFor = (access: Access) =>
  filtered(
    `videos.latest, ${access}`,
    cardFor(access),
    { except: sql`and id <> ${uuid("except")}` },
    (declare, chosen) => declare`
      select ${cardFor(access)} from ${pageRows({
        table: sql`videos`,
        where: sql`${PUBLISHED} ${chosen}`,
        order: sql`created_at desc, id desc`,
      })}`,
  );

const LATEST = { full: latestFor("full"), members: latestFor("members"), locked: latestFor("locked") };

/** Published videos, newest first. */
export const latestVideos = (
  access: Access,
  { limit, offset = 0, except }: { limit: number; offset?: number; except?: string },
): Promise<VideoCard[]> => LATEST[access].all({ limit, offset, except });

const countVideos = counted("videos.count")`videos where ${PUBLISHED} order by created_at`;

/** A page of the gallery and the number of videos. */
export async function videosPage(
  access: Access,
  range: PageRange,
): Promise<{ videos: VideoCard[]; total: number }> {
  const [videos, total] = await Promise.all([latestVideos(access, range), countVideos()]);
  return { videos, total };
}

const detailsFor = (access: Access) => ({
  ...VIDEO,
  ...columns(Video, "caption"),
  locked: LOCKED[access],
  youtubeLink: LINK[access],
});

const DETAILS = { full: detailsFor("full"), members: detailsFor("members"), locked: detailsFor("locked") };

const BY_ID = variants(
  "videos.by-id",
  DETAILS,
  (declare, row) => declare`select ${row} from videos where id = ${uuid("id")} and ${PUBLISHED}`,
);
const PREVIEW = variants(
  "videos.preview",
  DETAILS,
  (declare, row) => declare`select ${row} from videos where id = ${uuid("id")}`,
);

/** One published video, or undefined. @param id a UUID. */
export const videoById = (access: Access, id: string): Promise<VideoDetails | undefined> =>
  BY_ID[access].first({ id });

/** Any video, published or not, for staff who may preview it. @param within the transaction that saves it */
export const videoPreview = (
  access: Access,
  id: string,
  within?: EntityManager,
): Promise<VideoDetails | undefined> => PREVIEW[access].first({ id }, within);
