import type { LoaderFunctionArgs } from "@remix-run/node";
import { accessTo } from "~/access/access.server";
import { signInPath, type Viewer, viewerOf } from "~/auth/viewer.server";
import { priceNote } from "~/features/billing/plans/packages.queries.server";
import { embedUrl, watchUrl, youtubeIdOf } from "~/features/content/videos/player.rules";
import { latestVideos, type videoById } from "~/features/content/videos/videos.queries.server";
import { notFound } from "~/web/replies.server";
import { toParagraphs } from "~/web/rich-text.server";
import { isUuid } from "~/web/uuid";

const MORE_COUNT = 3;

/** @property at the page's address, where that is another than the video's */
type DrawnElsewhere = { reader: Viewer; at: string };

/**
 * What the page of a video shows.
 * @param find by whom it may be seen
 * @param as who the record is drawn for, where that is not who asks; what stands beside it is for who asks
 * @throws 404
 */
export async function loadVideo(args: LoaderFunctionArgs, find: typeof videoById, as?: DrawnElsewhere) {
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
  const playerId = youtubeLink === null ? undefined : youtubeIdOf(youtubeLink);
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
