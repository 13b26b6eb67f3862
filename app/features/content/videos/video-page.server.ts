import type { LoaderFunctionArgs } from "@remix-run/node";
import { accessTo } from "~/access/access.server";
import { signInPath, type Viewer, viewerOf } from "~/auth/viewer.server";
import { priceNote } from "~/features/billing/plans/packages.queries.server";
import { embedUrl, readYoutubeId, watchUrl } from "~/features/content/videos/player.rules";
import { latestVideos, type videoById } from "~/features/content/videos/videos.queries.server";
import { notFound } from "~/web/replies.server";
import { toParagraphs } from "~/web/rich-text.server";
import { isUuid } from "~/web/uuid";

const MORE_COUNT = 3;

/** @property at the page's address, if it differs from the video's */
type RenderedAs = { reader: Viewer; at: string };

/**
 * The data of a video's page.
 * @param find returns the video if it is visible to these readers
 * @param as the viewer whose access the video is rendered with, if not the current one; the rest of the page
 * is for the current viewer
 * @throws 404
 */
export async function loadVideo(args: LoaderFunctionArgs, find: typeof videoById, as?: RenderedAs) {
  const viewer = await viewerOf(args);
  const reader = as?.reader ?? viewer;
  const access = accessTo("video", reader);
  const { id } = args.params;
  const found = isUuid(id) ? await find(access, id) : undefined;
  if (!found) throw notFound("Video not found.");
  const { youtubeLink, ...video } = found;
  const { caption } = video;
  const [more, note] = await Promise.all([
    latestVideos(accessTo("video", viewer), { limit: MORE_COUNT, except: video.id }),
    priceNote(args, video.locked),
  ]);
  const playerId = youtubeLink === null ? undefined : readYoutubeId(youtubeLink);
  return {
    video,
    body: caption ? toParagraphs(caption) : [],
    playing: new URL(args.request.url).searchParams.get("play") === "1",
    playAt: `${as ? `${as.at}&` : `/videos/${video.id}?`}play=1#player`,
    player: playerId && { src: embedUrl(playerId), watchUrl: watchUrl(playerId) },
    more,
    note,
    signIn: reader.kind === "visitor" ? signInPath(args.request) : undefined,
  };
}
